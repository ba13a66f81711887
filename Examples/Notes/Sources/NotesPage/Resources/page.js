// Keeps the page live: patches from the server come in, clicks, keys and text go out.

import { setContent, setList } from "/morph.js";
import { Typing } from "/typing.js";

const $ = (id) => document.getElementById(id);
const [field, search, list, keys] = ["text", "search", "list", "keys"].map($);
const isNarrow = matchMedia("(max-width: 47rem)");
const noteInAddress = () => Number(new URLSearchParams(location.search).get("note")) || 0;

let shown = noteInAddress();
let wantsText = false;
const typing = new Typing(field, send, showTyping);

// MARK: The connection

const [firstPause, longestPause, heartbeat] = [250, 8000, 15000];
let socket = null;
let pause = firstPause;
let retry = null;
let isOnline = false;
let isAnswerDue = false;

function connect() {
    clearTimeout(retry);
    retry = null;
    socket = new WebSocket(`ws://${location.host}/live`);
    socket.onopen = () => {
        isOnline = true;
        typing.reconnected();
        send({ do: "hello", query: search.value, note: shown || undefined });
    };
    socket.onmessage = ({ data }) => {
        isAnswerDue = false;
        showConnection(true);
        pause = firstPause;
        show(JSON.parse(data));
        document.body.dataset.live = true;
    };
    socket.onclose = lost;
}

function lost() {
    socket.onclose = null;
    socket.close();
    [isOnline, isAnswerDue] = [false, false];
    showConnection(false);
    // Tabs that lost the server together should not all come back together.
    retry ??= setTimeout(connect, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, longestPause);
}

function send(message) {
    if (!isOnline || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
}

setInterval(() => {
    if (!isOnline) return;
    if (isAnswerDue) return lost();
    isAnswerDue = true;
    send({ do: "ping" });
}, heartbeat);

for (const [target, event] of [[window, "online"], [document, "visibilitychange"]]) {
    target.addEventListener(event, () => retry && !document.hidden && connect());
}

function showConnection(isThere) {
    document.body.toggleAttribute("data-offline", !isThere);
    $("connection").hidden = isThere;
    for (const id of ["side", "tools", "toasts", "empty"]) $(id).inert = !isThere;
    showTyping();
}

// MARK: What comes in

function show(patch) {
    for (const [id, html] of Object.entries(patch.regions)) setContent($(id), html);
    if (patch.list) setList(list, patch.list);
    if (patch.query !== undefined) search.value = patch.query;
    if (patch.newNotes) wantsText = true;
    if (patch.note !== undefined) showNote(patch.note);
    if (patch.document) typing.take(patch.document);
    if (patch.refusal) console.warn(patch.refusal);
    field.hidden = !shown || $("empty").hasChildNodes() || typing.note !== shown;
    if (wantsText && !field.hidden) {
        wantsText = false;
        field.focus();
        field.setSelectionRange(0, 0);
        field.scrollTop = 0;
    }
    showTyping();
}

function showNote(note) {
    if (note !== typing.note) typing.close();
    const address = note ? `/?note=${note}` : "/";
    if (note !== noteInAddress()) history[shown && note ? "replaceState" : "pushState"](null, "", address);
    shown = note;
    document.body.dataset.screen = note ? "note" : "list";
    $("editor").dataset.open = Boolean(note);
}

function showTyping() {
    $("editor").toggleAttribute("data-pending", typing.isPending);
    const title = field.value.trimStart().split("\n", 1)[0].replace(/^#+\s+/, "").slice(0, 60);
    document.title = shown && title ? `${title} – Notes` : "Notes";
}

// MARK: What goes out

function act({ do: action, note, on, id }) {
    if (action === "keys") return keys.showModal();
    const message = { do: action, note: note && Number(note), on: on && on === "true", id: id && Number(id) };
    if (action === "open") wantsText = !isNarrow.matches;
    // The text of the note that is left goes first.
    if (["open", "leave", "create", "delete"].includes(action)) typing.whenSent(() => send(message));
    else send(message);
}

document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-do]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act(target.dataset);
});

search.addEventListener("input", () => send({ do: "search", query: search.value }));

addEventListener("popstate", () => {
    const note = noteInAddress();
    act(note ? { do: "open", note } : { do: "leave" });
});

// MARK: Keys

const rows = () => [...list.querySelectorAll("a.row")];
const rowOf = (note) => list.querySelector(`[data-key="note-${note}"] a`);
const chosen = () => Number(document.activeElement.closest?.("a.row")?.dataset.note) || shown;

function move(step) {
    const all = rows();
    const index = all.indexOf(document.activeElement.closest("a.row") ?? rowOf(shown));
    all[Math.max(0, Math.min(all.length - 1, index < 0 ? 0 : index + step))]?.focus();
}

const shortcuts = {
    "/": () => (search.focus(), search.select()),
    n: () => act({ do: "create" }),
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    p: () => chosen() && togglePin(chosen()),
    Delete: () => chosen() && act({ do: "delete", note: chosen() }),
    u: () => document.querySelector("#toasts [data-do=undo]:last-of-type")?.click(),
    "?": () => keys.showModal(),
};

function togglePin(note) {
    act({ do: "pin", note, on: rowOf(note)?.querySelector(".pin") ? "false" : "true" });
}

function leaveField() {
    if (document.activeElement === search && search.value) {
        search.value = "";
        send({ do: "search", query: "" });
    } else if (document.activeElement === field && !isNarrow.matches) {
        field.blur();
        rowOf(shown)?.focus();
    } else if (document.activeElement === search) {
        move(0);
    } else if (shown) {
        act({ do: "leave" });
    }
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys.open) return;
    const isSearching = event.target === search;
    if (event.key === "Escape") leaveField();
    else if (isSearching && ["ArrowDown", "Enter"].includes(event.key)) rows()[0]?.focus();
    else if (event.target.matches("input, textarea") || !isOnline) return;
    else if (shortcuts[event.key]) shortcuts[event.key]();
    else return;
    event.preventDefault();
});

if (shown) document.body.dataset.screen = "note";
connect();
