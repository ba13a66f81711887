// Keyboard navigation in the list, and the focus when a note opens. The rest is done by the script of MillraceWeb.

const $ = (id) => document.getElementById(id);
const isNarrow = matchMedia("(max-width: 47rem)");
const rows = () => [...document.querySelectorAll("#list .row")].filter((row) => row.checkVisibility());
const rowInFocus = () => document.activeElement.closest("#list li")?.querySelector(".row");
const openRow = () => document.querySelector("#list .row[aria-current]");

function move(step) {
    const all = rows();
    const index = all.indexOf(rowInFocus() ?? openRow());
    all[Math.max(0, Math.min(all.length - 1, index < 0 ? 0 : index + step))]?.focus();
}

const press = (action) => {
    const button = rowInFocus()?.parentElement.querySelector(`[data-do="${action}"]`);
    button?.click();
    return Boolean(button);
};

// Each handler returns whether it handled the key.
const keys = {
    j: () => (move(1), true),
    ArrowDown: () => (move(1), true),
    k: () => (move(-1), true),
    ArrowUp: () => (move(-1), true),
    // For the focused row. Without one, the shortcuts of the open note apply.
    p: () => press("pin"),
    Delete: () => press("delete"),
    Escape: leaveKeys,
};

function leaveKeys() {
    const isOpen = $("keys")?.open;
    if (isOpen) $("keys").open = false;
    return Boolean(isOpen);
}

function leaveText(field) {
    const row = openRow();
    if (isNarrow.matches || !row?.checkVisibility()) return false;
    field.blur();
    row.focus();
    return true;
}

function leaveSearch(field) {
    if (!field.value) return move(0), true;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
}

const handlesKey = (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (document.querySelector(".m-layer")) return false;
    if (target.id === "search") {
        if (key === "Escape") return leaveSearch(target);
        if (key !== "ArrowDown" && key !== "Enter") return false;
        rows()[0]?.focus();
        return true;
    }
    if (target.id === "text") return key === "Escape" && leaveText(target);
    if (target.matches("input:not([type=checkbox]), textarea, select")) return false;
    return document.querySelector("#list") && keys[key] ? keys[key]() : false;
};

// Handles keys before the script of MillraceWeb.
document.addEventListener("keydown", (event) => handlesKey(event) && event.preventDefault(), true);

document.addEventListener("click", (event) => {
    if (!event.target.closest("#keys")) leaveKeys();
    const link = event.target.closest("a[data-new-tab]");
    if (!link) return;
    event.preventDefault();
    open(link.href, "_blank", "noopener");
});

// Focuses the text when it appears, which is after its page. Not on a narrow screen, where the keyboard would cover the text.
let currentText = $("text");
new MutationObserver(() => {
    const text = $("text");
    if (text === currentText) return;
    currentText = text;
    const { activeElement } = document;
    const canMoveFocus = activeElement === document.body || activeElement.closest(".m-page") === text?.closest(".m-page")
        || activeElement.matches(".row, .new");
    if (!text || !canMoveFocus || document.querySelector(".m-layer") || (isNarrow.matches && text.value)) return;
    text.focus({ preventScroll: true });
    text.setSelectionRange(0, 0);
}).observe($("m-page"), { childList: true, subtree: true });
