// What a notes application has and no host can know: moving in the list, and where the cursor goes when a note comes.

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

// Each says whether the key was meant for it.
const keys = {
    j: () => (move(1), true),
    ArrowDown: () => (move(1), true),
    k: () => (move(-1), true),
    ArrowUp: () => (move(-1), true),
    // Of the row that has the focus; else they are the open note's.
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

const isMeant = (event) => {
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

// Before the host's own keys.
document.addEventListener("keydown", (event) => isMeant(event) && event.preventDefault(), true);

document.addEventListener("click", (event) => {
    if (!event.target.closest("#keys")) leaveKeys();
    const link = event.target.closest("a[data-new-tab]");
    if (!link) return;
    event.preventDefault();
    open(link.href, "_blank", "noopener");
});

// The text of a note comes a moment after its page: the cursor goes there, unless a keyboard would cover the screen.
let known = $("text");
new MutationObserver(() => {
    const text = $("text");
    if (text === known) return;
    known = text;
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement.closest(".m-page") === text?.closest(".m-page")
        || activeElement.matches(".row, .new");
    if (!text || !isFree || document.querySelector(".m-layer") || (isNarrow.matches && text.value)) return;
    text.focus({ preventScroll: true });
    text.setSelectionRange(0, 0);
}).observe($("m-page"), { childList: true, subtree: true });
