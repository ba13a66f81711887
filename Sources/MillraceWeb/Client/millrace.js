// The browser's side of a live page: applies the server's changes, sends user input, and keeps it until the server
// has acknowledged it.

const root = document.documentElement;
const [page, form, status] = ["m-page", "m-form", "m-status"].map((id) => document.getElementById(id));
const client = crypto.getRandomValues(new Uint32Array(3)).join("");
const queryAll = (selector, within = page) => [...within.querySelectorAll(selector)];
const on = (types, action) => types.split(" ").forEach((type) => addEventListener(type, action, true));
// The path below which the pages are served. The server's URLs do not contain it.
const base = root.dataset.base ?? "";
const currentURL = () => (location.pathname.slice(base.length) || "/") + location.search;
const documentSession = root.dataset.session;
const navigation = performance.getEntriesByType("navigation")[0];
const visit = navigation.type;
// A reload returns to its session, if that still exists. Otherwise it continues with the document's session.
let session = (visit === "reload" && history.state?.session) || documentSession;
let isResuming = session !== documentSession;
// Identifies the entries of this tab in its history.
const tab = (isResuming && history.state.tab) || client;
// The session whose entries of the history the page knows. A sign-in gives the session a new ID, and its entries remain.
let historySession = isResuming ? history.state.s.slice(0, -tab.length) : session;
const texts = JSON.parse(root.dataset.texts);
let [shownSequence, currentSequence, lastNumber, historyIndex, statusText] = [-1, 0, 0, 0, ""];
// What the server says of its storage.
let storageText = "";
// Since the connection was lost: the delays in milliseconds, and whether the server has refused a connection with an error.
let [waited, wasRefused] = [0, false];
// The parts of a frame that have arrived, and the number of UTF-16 code units in a part of a message: at most 64 KB.
let receivedParts = "";
const partLength = 16384;
let isReady, isDrawing, awaitsPong, retryTimer, socket, lastPressed, newVersion;

// MARK: Nodes

const namespaces = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const templates = {};

// What the server has written: the children of an element, the characters of a text. Others, such as extensions and
// translations, insert, move, wrap and remove nodes, so a patch finds a node here, not by its position in the document.
const written = new WeakMap();
// The elements that have lost children to others.
const altered = new WeakSet();
const noteAltered = (records) => {
    for (const { target, removedNodes } of records) {
        if ([...removedNodes].some((each) => written.has(each))) altered.add(target);
    }
};
const observer = new MutationObserver(noteAltered);

// Returns the node at a path. If it is not in the page any more, it comes back.
function find(path) {
    const nodes = [page];
    for (const at of path) nodes.push(written.get(nodes.at(-1))[at]);
    const node = nodes.at(-1);
    if (!page.contains(node)) nodes.forEach(repair);
    if (!page.contains(node)) throw new Error("The page has no node at " + path);
    return node;
}

// Restores what others have removed or reordered in an element. What they have added elsewhere stays.
function repair(element) {
    if (altered.has(element)) restore(element);
}

function restore(node) {
    const own = written.get(node);
    if (typeof own === "string") {
        if (node.data !== own) node.data = own;
        return;
    }
    altered.delete(node);
    const shown = [...node.childNodes].filter((each) => written.has(each));
    if (shown.length !== own.length || own.some((each, i) => each !== shown[i])) {
        node.replaceChildren(...own);
        if (node.dataset.mHook) changedHooks.add(node);
    }
    own.forEach(restore);
}

// Records the nodes of the document, and returns their description. The server has written the same one.
function adopt(node) {
    if (!node.attributes) {
        written.set(node, node.data);
        return "#" + node.data;
    }
    const children = node.localName === "textarea" ? [] : [...node.childNodes];
    written.set(node, children);
    const own = [...node.attributes].filter(({ name }) => /^(name|value|data-r|data-m-on)$/.test(name));
    const attributes = own.map(({ name, value }) => ` ${name}=${value}`);
    return `<${node.localName}${attributes.join("")}>${children.map(adopt).join("")}</`;
}

const checksum = (text) =>
    new TextEncoder().encode(text).reduce((sum, byte) => Math.imul(sum ^ byte, 0x1000193), 0x811c9dc5) >>> 0;

function createText(data) {
    const text = new Text(data);
    written.set(text, data);
    return text;
}

function setAttribute(element, name, value) {
    if (name === "open") openDialogs[value === null ? "delete" : "add"](element);
    // A modal dialog is closed before it loses its attribute, which releases the rest of the page.
    if (name === "open" && value === null) element.close?.();
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    // The content security policy forbids style attributes, but not this.
    if (name === "data-m-style") element.style.cssText = value ?? "";
}

// `fill` returns the value of the template's next placeholder.
function build(node, parent, fill = (value) => value) {
    if (typeof node === "string") return createText(fill(node));
    const [tag, attributes, ...children] = node;
    if (typeof tag === "number") {
        const values = {};
        attributes.forEach((value, i) => i % 2 && (values[attributes[i - 1]] = value));
        let next = -1;
        return build(templates[tag], parent, (value) => (++next in values ? values[next] : value));
    }
    const outer = parent.localName === "foreignObject" ? root : parent;
    const element = document.createElementNS(namespaces[tag] ?? outer.namespaceURI, tag);
    for (const name in attributes) setAttribute(element, name, fill(attributes[name]));
    for (const child of children) {
        if (child.s) element.append(...fill([]).map((each) => build(each, element)));
        else element.append(build(child, element, fill));
    }
    written.set(element, [...element.childNodes]);
    const value = element.getAttribute("value");
    // Attributes after the value may permit it.
    if (value && tag === "input") element.setAttribute("value", value);
    if (value && tag === "textarea") element.append(value);
    if (value && tag === "select") element.value = value;
    if (isRadioGroup(element)) radios(element).forEach((each) => (each.defaultChecked = each.value === value));
    return element;
}

// `own` are the children that the server has written.
const childSteps = {
    "-": (parent, own, at, count) => own.splice(at, count).forEach((each) => each.remove()),
    "+": (parent, own, at, nodes) => {
        const next = nodeAt(own, at);
        const added = nodes.map((node) => parent.insertBefore(build(node, parent), next));
        own.splice(at, 0, ...added);
    },
    ">": (parent, own, from, to) => {
        const [node] = own.splice(from, 1);
        (parent.moveBefore ?? parent.insertBefore).call(parent, node, nodeAt(own, to));
        own.splice(to, 0, node);
    },
};
const nodeAt = (own, at) => own[at] ?? own.at(-1)?.nextSibling ?? null;

const operations = {
    a: (element, attributes) => {
        const pageAttributes = states.get(element)?.pageAttributes ?? {};
        const change = changeOf(element);
        for (const name in attributes) {
            const value = attributes[name];
            const isValue = isField(element) && fieldOf(element) === element && name === (isBox(element) ? "checked" : "value");
            if (element.dataset.mHook) changedHooks.add(element);
            if (isValue) change.value = isBox(element) ? value !== null : (value ?? "");
            else if (name in pageAttributes) pageAttributes[name] = value;
            else setAttribute(element, name, value);
        }
    },
    x: (text, data) => {
        written.set(text, data);
        text.replaceData(0, text.length, data);
    },
    v: (field, value) => (changeOf(field).value = value),
    c: (parent, list) => {
        changeOf(parent);
        repair(parent);
        list.forEach(([kind, ...rest]) => childSteps[kind](parent, written.get(parent), ...rest));
    },
};

// The fields that a frame changes. A value is applied at the end of the frame, after the limits and options that permit it.
const fieldChanges = new Map();

// Returns the change of the field that an element is or belongs to, with what the field contained before.
function changeOf(element) {
    const field = element.closest("select, [data-m-radios]") ?? element;
    if (!isField(field)) return {};
    if (!fieldChanges.has(field)) fieldChanges.set(field, { mine: valueOf(field) });
    return fieldChanges.get(field);
}

function applyFieldChanges() {
    for (const [field, { mine, value }] of fieldChanges) {
        if (!field.isConnected) continue;
        const state = stateOf(field);
        const theirs = value ?? state.theirs;
        const draft = { ...state, ...identityOf(field), value: mine };
        // After a reconnection, a field without a key may belong to another record.
        const isLost = !isReady && isChanged(draft) && !isOwnDraft(draft, field, theirs);
        applyServerValue(state, theirs, { mine: isLost ? loseDraft(state, mine) : mine });
    }
}

function draw({ full, o = [], q, s }) {
    try {
        noteAltered(observer.takeRecords());
        if (full) replacePage(full, s);
        fieldChanges.clear();
        for (const [kind, path, ...rest] of o) operations[kind](find(path), ...rest);
        applyFieldChanges();
        root.dataset.seq = shownSequence = q;
    } catch (error) {
        console.error(error);
        // The patch does not fit. The server sends the whole page again.
        shownSequence = -1;
        if (!full) sendHello();
    }
    observer.takeRecords();
}

// Replaces the page, and keeps what the user is typing.
function replacePage(nodes, isNewSession) {
    // The document of a resumed session shows another one.
    const old = isResuming ? [] : fields();
    isResuming = false;
    const isKept = (field) =>
        field === document.activeElement || isUnsaved(stateOf(field)) || stateOf(field).inFlight ||
        // The server may have lost text that it had acknowledged.
        (isNewSession && isText(field) && stateOf(field).sentValues.length > 1);
    const drafts = old.filter(isKept).map((field) => ({ ...draftOf(stateOf(field)), state: stateOf(field) }));
    written.set(page, nodes.map((node) => build(node, page)));
    altered.delete(page);
    page.replaceChildren(...written.get(page));
    for (const draft of drafts) {
        unsaved.delete(draft.state);
        lostDrafts.add(draft);
    }
    placeDrafts(Boolean(isNewSession));
    for (const draft of drafts) if (!isChanged(draft) && draft.sentValues.length < 2) forgetDraft(draft);
}

// MARK: Fields

const states = new WeakMap();
const fieldSelector = "input:not([type=file]), select, textarea, [data-m-radios]";
const fields = () => queryAll(fieldSelector).filter((each) => fieldOf(each) === each);
const isRadioGroup = (element) => element.matches("[data-m-radios]");
const radios = (group) => queryAll("[type=radio]", group);
// A radio button belongs to its group, which is the field.
const fieldOf = (element) => (element.type === "radio" && element.closest("[data-m-radios]")) || element;
const isField = (element) => element?.matches?.(fieldSelector);
const isBox = ({ type }) => type === "checkbox" || type === "radio";
const isText = (field) => field.selectionStart != null;
// An element of a covered page has its ID in another attribute while an element of a visible page has the same ID.
const idOf = (element) => element.id || (element.dataset.mId ?? "");
const isLive = (field) =>
    field.form === form && field.isConnected && /^f\d/.test(field.name);

// Returns `null` for a value that the user has not completed, such as a date without a year.
function valueOf(field) {
    if (field.validity.badInput) return null;
    if (isRadioGroup(field)) return radios(field).find((each) => each.checked)?.value ?? "";
    return isBox(field) ? field.checked : field.value;
}

// Returns the value that the document or the first change has given to a field.
function initialValue(field) {
    if (isRadioGroup(field)) return radios(field).find((each) => each.defaultChecked)?.value ?? "";
    if (isBox(field)) return field.defaultChecked;
    const option = field.querySelector("option[selected]") ?? field.querySelector("option");
    return field.defaultValue ?? field.getAttribute("value") ?? option?.value ?? "";
}

// Returns what a browser shows for a value: a line of text has no line breaks, a slider has a permitted number, and nothing
// is selected without the option.
function shownValue(field, value) {
    if (isRadioGroup(field)) return radios(field).some((each) => each.value === value) ? value : "";
    if (isBox(field) || field.value === value) return value;
    const copy = field.cloneNode(true);
    copy.value = value;
    return copy.value;
}

// New radio buttons get the name of their group.
function nameRadios() {
    for (const group of queryAll("[data-m-radios]")) {
        for (const radio of radios(group)) {
            radio.name = group.name;
            radio.required = group.hasAttribute("required");
            setAttribute(radio, "form", form.id);
        }
    }
}

// `theirs` is the last value from the server, and `base` the last one that both the server and this field had, as the
// browser shows it. `value` is the last one that the user has entered or the script has set.
function stateOf(field) {
    if (!states.has(field)) {
        const theirs = initialValue(field);
        const base = shownValue(field, theirs);
        states.set(field, { field, theirs, base, value: base, sentValues: [base] });
    }
    return states.get(field);
}

function setValue(field, value) {
    if (value === valueOf(field)) return;
    if (isRadioGroup(field)) radios(field).forEach((each) => (each.checked = each.value === value));
    else if (isBox(field)) field.checked = value;
    else if (!isText(field)) field.value = value;
    else {
        const carets = [field.selectionStart, field.selectionEnd].map((at) => movedCaret(field.value, value, at));
        // Without this, Chromium loses the initial text of a new input in setRangeText.
        field.value = field.value;
        const { start, end, text } = difference(field.value, value);
        field.setRangeText(text, start, end, "end");
        field.setSelectionRange(...carets);
    }
}

// A character as a reader counts: a letter with its accents, a flag or an emoji with its skin tone is one.
const character = /\r\n|\p{RI}{2}|[^](?:[\p{M}\p{EMod}]|\u200d\p{ExtPict}?)*/gu;
const segmenter = Intl.Segmenter && new Intl.Segmenter();
const characters = (text) =>
    segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : (text.match(character) ?? []);

// Returns where the character at a position begins and ends. A position between two characters is both.
function bounds(text, at) {
    if (at === text.length) return [at, at];
    let [start, end] = [0, 0];
    if (segmenter) {
        const { index, segment } = segmenter.segment(text).containing(at);
        [start, end] = [index, index + segment.length];
    } else for (const each of characters(text)) if (end <= at) [start, end] = [end, end + each.length];
    return start === at ? [at, at] : [start, end];
}

// Returns the changed part of a text: whole characters of both texts.
function difference(from, to) {
    const shorter = Math.min(from.length, to.length);
    let [start, tail, last] = [0, 0];
    while (start < shorter && from[start] === to[start]) start++;
    do start = Math.min(bounds(from, (last = start))[0], bounds(to, start)[0]);
    while (start !== last);
    while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
    const tailOf = (text) => text.length - bounds(text, text.length - tail)[1];
    do tail = Math.min(tailOf(from), tailOf(to), (last = tail));
    while (tail !== last);
    return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

// Returns the position of the caret in a changed text. In the changed part, it stays behind the characters that it was
// behind, also if they were changed to upper or lower case, or others were removed or inserted.
function movedCaret(from, to, caret) {
    const { start, end, text } = difference(from, to);
    if (caret <= start) return caret;
    if (caret >= end) return caret + to.length - from.length;
    const rest = characters(text);
    const lowercased = rest.map((each) => each.toLowerCase());
    let at = 0;
    for (const each of characters(from.slice(start, caret))) {
        at = lowercased.indexOf(each.toLowerCase(), at) + 1 || at;
    }
    return start + rest.slice(0, at).join("").length;
}

// Merges two changes of `base`. Where they overlap, both texts are kept, so that no input is lost.
function merge(base, mine, theirs, field) {
    if (mine === base || mine === theirs) return theirs;
    if (theirs === base || !isText(field)) return mine;
    let [a, b] = [difference(base, mine), difference(base, theirs)];
    const [start, end] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
    const part = (one) => base.slice(start, one.start) + one.text + base.slice(one.end, end);
    if (a.end > b.start && b.end <= a.start) [a, b] = [b, a];
    const middle = a.end <= b.start ? a.text + base.slice(a.end, b.start) + b.text : part(b) + part(a);
    return base.slice(0, start) + middle + base.slice(end);
}

// Merges the server's value into a field. A new session may have any text that was sent, or the initial one: the server
// may have lost text that it had acknowledged.
function applyServerValue(state, value, { isNewSession, mine = valueOf(state.field) } = {}) {
    const { field, sentValues } = state;
    if (state.isComposing) return (state.heldValue = value);
    const theirs = shownValue(field, value);
    const isOwnText = isText(field) && [sentValues.at(-1), state.rewritten].includes(mine);
    const isMine = mine !== state.base || (isNewSession && isOwnText);
    if (isMine && sentValues.slice(isNewSession ? 0 : -1).includes(theirs)) state.base = theirs;
    const merged = (mine) => merge(state.base, mine, theirs, field);
    for (const { texts } of pendingPresses) if (texts.has(state)) texts.set(state, merged(texts.get(state)));
    mine = merged(mine);
    // The field may no longer permit what the user has entered.
    if (mine !== null && mine !== theirs && shownValue(field, mine) !== mine) {
        loseDraft(state, mine);
        mine = theirs;
    }
    if (mine !== null) setValue(field, mine);
    // If the session is lost, this is the user's text too.
    if (!isNewSession && sentValues.length > 1 && mine === theirs) state.rewritten = theirs;
    // Without a lower limit, steps are measured from the server's value.
    if (mine !== null && /^(number|date|time)$/.test(field.type)) field.defaultValue = theirs;
    [state.base, state.theirs] = [theirs, value];
    if (mine === theirs) setFieldError(field);
    state.needsSending ||= mine !== theirs && !field.dataset.on;
    saveDraft(state);
}

on("input change", ({ target: element, type }) => {
    if (!isField(element)) return;
    const target = fieldOf(element);
    const state = stateOf(target);
    // A live field does not send a rejected value again.
    if (type === "input") setFieldError(target, rejectionOf(state));
    saveDraft(state);
    if (!isLive(target)) return;
    // While a year is typed, a date changes with each digit.
    if (target.dataset.on && (type === "input" || target === typedDate)) return;
    state.needsSending = true;
    flush();
    if (type === "change") return;
    state.timer ??= setTimeout(() => {
        state.timer = null;
        flush();
    }, 60);
});

on("compositionstart compositionend", ({ target, type }) => {
    if (!isField(target)) return;
    const state = stateOf(target);
    const { heldValue } = state;
    state.isComposing = type === "compositionstart";
    delete state.heldValue;
    if (heldValue != null) applyServerValue(state, heldValue);
    composing = state.isComposing && target;
    flush();
    heldFrames.splice(0).forEach(receive);
});

// The date or time in which the user types. It is sent when the user presses Enter or leaves it.
let typedDate;

on("keydown pointerdown focusout", ({ target, type, key }) => {
    if (typedDate && (target === typedDate || type === "focusout") && (type !== "keydown" || key === "Enter")) {
        const state = stateOf(typedDate);
        typedDate = null;
        state.needsSending = true;
        flush();
    } else if (type === "keydown" && target.matches("[type=date], [type=time]")) typedDate = target;
    // The browser sends no event for a value that is not completed, and no script can read it.
    if (type === "focusout" && isField(target) && !isDrawing && target.validity.badInput) {
        setFieldError(target, target.validationMessage);
    }
});

// MARK: Drafts

// A draft is what a user has entered and the server has not acknowledged. A lost draft has no field, because the page was
// replaced or the field was removed. It waits for the field with the same identity.
const [draftPrefix, unsaved, lostDrafts, notices] = ["m-draft ", new Set(), new Set(), new Map()];
let lastDraft = 0;
const isUnsaved = ({ field, base }) => valueOf(field) !== base;
const isChanged = ({ value, base }) => value !== base && value !== null;

// The identity of a field is the path of its keys. The label distinguishes fields without a key of their own.
function identityOf(field) {
    const path = [field.type];
    for (let each = field; (each = each?.closest("[data-m-key]")); each = each.parentElement) path.push(each.dataset.mKey);
    const parts = isLive(field) ? [] : [field.name, isBox(field) && field.value];
    const label = JSON.stringify([field.type, idOf(field), field.ariaLabel, ...parts]);
    return { path: path.join(), hasKey: "mKey" in field.dataset, label, name: field.name };
}

function draftOf(state) {
    const { field, base, sentValues, rewritten, rejectedValue, key } = state;
    const value = valueOf(field);
    // A field that was removed has no path any more.
    const { path, hasKey, label, name } = field.isConnected ? identityOf(field) : state.draft;
    const [isRejected, isStored] = [value === rejectedValue, value !== null && field.type !== "password"];
    const identity = { path, hasKey, label, name };
    const values = { base, sentValues: sentValues.slice(-9), rewritten, value, text: textOf(field) };
    return { ...identity, ...values, isRejected, isStored, key };
}

// Returns the value as a user reads it.
function textOf(field) {
    if (field.type === "password") return "•".repeat(8);
    if (isRadioGroup(field)) return radios(field).find((each) => each.checked)?.parentElement.textContent;
    if (isBox(field)) return field.checked ? "☑" : "☐";
    return field.selectedOptions ? field.selectedOptions[0]?.text : field.value;
}

// Stores a draft, so that it survives a reload.
function saveDraft(state, isNeeded = isUnsaved(state)) {
    updatePending(state.field);
    state.value = valueOf(state.field);
    unsaved[isNeeded ? "add" : "delete"](state);
    if (!isNeeded) return storeDraft(state);
    state.key ??= draftPrefix + client + ++lastDraft;
    state.draft = draftOf(state);
    storeDraft(state, state.draft);
}

function storeDraft({ key }, draft) {
    if (!key) return;
    try {
        sessionStorage.removeItem(key);
        if (draft?.isStored) sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
        // The storage is full or disabled. The text is still in the field.
    }
}

function loadDrafts() {
    for (const key of Object.keys(sessionStorage)) {
        if (key.startsWith(draftPrefix)) lostDrafts.add({ ...JSON.parse(sessionStorage.getItem(key)), key });
    }
}

// Takes a draft out of its field, which may belong to another record or not permit it. Returns the server's value.
function loseDraft(state, value = valueOf(state.field)) {
    const draft = { ...draftOf(state), value, text: state.draft?.text ?? textOf(state.field) };
    storeDraft(draft, draft);
    Object.assign(state, { sentValues: [state.base], key: null, needsSending: false, inFlight: false });
    for (const { texts } of pendingPresses) texts.delete(state);
    for (const message of outbox) message.acceptedValues = message.acceptedValues.filter(([each]) => each !== state);
    lostDrafts.add(draft);
    showNotice(draft, state.field);
    return state.base;
}

// Whether a draft certainly belongs to a field that shows this value.
const isOwnDraft = ({ hasKey, base, sentValues, value }, field, theirs) =>
    hasKey || [base, sentValues.at(-1), value].includes(shownValue(field, theirs));

// Gives each lost draft to its field, if the page has got it now. Otherwise shows it beside a similar field.
function placeDrafts(isNewSession = true) {
    if (!lostDrafts.size) return;
    const identified = (fields) => fields.map((field) => ({ field, ...identityOf(field) }));
    const added = identified(fields().filter((field) => !states.has(field)));
    for (const draft of lostDrafts) {
        const isSimilar = ({ label, name }) => label === draft.label && (isNewSession || name === draft.name);
        let own = added.filter(({ field, path }) => !states.has(field) && path === draft.path);
        if (own.length > 1 || !draft.hasKey) own = own.filter(isSimilar);
        const [found] = own;
        const theirs = found && initialValue(found.field);
        // In a session that has not been interrupted, the reference of a field suffices.
        if (own.length === 1 && ((isReady && !isNewSession) || isOwnDraft(draft, found.field, theirs))) {
            found.field = takeDraft(draft, found.field, theirs, isNewSession);
            continue;
        }
        const isMissing = isChanged(draft) || (found && draft.sentValues.includes(shownValue(found.field, theirs)));
        const similar = isChanged(draft) && !draft.isRejected && (draft.isPlaced ? added : identified(fields())).find(isSimilar);
        draft.isPlaced = true;
        if (found && !isMissing) discardDraft(draft);
        else if (found || similar) showNotice(draft, (found ?? similar).field);
    }
}

// Puts a draft into its field. Returns the field.
function takeDraft(draft, field, theirs, isNewSession) {
    const { state = stateOf(field), base, sentValues, rewritten, value, key } = draft;
    forgetDraft(draft);
    if (!draft.state) Object.assign(state, { base, sentValues, rewritten, needsSending: true });
    else if (field.matches("input, textarea") && !isBox(field)) reuseField(state.field, field);
    else states.set((state.field = field), state);
    Object.assign(state, { key, rejectedValue: undefined, pageAttributes: null, isComposing: false });
    applyServerValue(state, theirs, { isNewSession, mine: value });
    return state.field;
}

// Keeps the old element of a field, with its caret, what can be undone, and a value that is not completed.
function reuseField(old, field) {
    for (const name of old.getAttributeNames()) if (!field.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of field.attributes) {
        if (name !== "value" && value !== old.getAttribute(name)) setAttribute(old, name, value);
    }
    if (old.defaultValue !== field.defaultValue) old.defaultValue = field.defaultValue;
    const siblings = written.get(field.parentNode);
    siblings[siblings.indexOf(field)] = old;
    written.set(old, written.get(field));
    field.replaceWith(old);
}

function forgetDraft(draft) {
    lostDrafts.delete(draft);
    notices.get(draft)?.element.remove();
    notices.delete(draft);
}

function discardDraft(draft) {
    forgetDraft(draft);
    storeDraft(draft);
}

// Shows a draft beside a field that may be another one. The message is no part of the page that the server knows.
function showNotice(draft, field) {
    const [element, text] = ["div", "p"].map((tag) => document.createElement(tag));
    const add = (label, action) => {
        const button = element.appendChild(document.createElement("button"));
        [button.type, button.textContent] = ["button", label];
        button.addEventListener("click", () => {
            discardDraft(draft);
            action?.();
        });
    };
    notices.get(draft)?.element.remove();
    [element.className, element.role, text.textContent] = ["m-draft", "status", texts.notSaved.replace("{0}", () => draft.text)];
    element.append(text);
    if (shownValue(field, draft.value) === draft.value) add(texts.insert, () => insertDraft(draft, field));
    add(texts.discard);
    (field.closest("dialog") ?? document.body).append(element);
    notices.set(draft, { element, field });
}

// Inserts a draft as if the user had entered it.
function insertDraft({ value }, field) {
    field.focus();
    setValue(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

// Notes the drafts of fields that were removed. A form that was removed needs none.
function updateDrafts() {
    for (const state of unsaved) {
        if (state.field.isConnected || state.inFlight) continue;
        unsaved.delete(state);
        if (state.field.name.startsWith("f") && state.field.getAttribute("form") === form.id) lostDrafts.add(state.draft);
        else storeDraft(state);
    }
    for (const [draft, { element, field }] of notices) {
        if (field.isConnected) continue;
        element.remove();
        notices.delete(draft);
    }
    placeDrafts();
    moveNotices();
}

function moveNotices() {
    for (const { element, field } of notices.values()) {
        element.hidden = !isVisible(field);
        const { left, bottom } = field.getBoundingClientRect();
        element.style.left = Math.max(0, Math.min(left, innerWidth - element.offsetWidth)) + "px";
        element.style.top = Math.min(bottom + 4, innerHeight - element.offsetHeight) + "px";
    }
}

on("scroll resize", moveNotices);

// MARK: Sending

const outbox = [];
const pendingPresses = [];
// After a rejected value, the server also needs to know that the field has an accepted one again.
const needsAcknowledgement = ({ base, rejectedValue, inFlight }, text) =>
    inFlight || (text !== rejectedValue && (text !== base || rejectedValue != null));

// A press is sent after the text that was typed before it. It does not wait for later text. An event does not complete
// a text that the user is still typing, unless it is a key.
function enqueue(body, source, acceptedValues = []) {
    const isEntered = (field) =>
        !body.e || /^(key|typed):/.test(body.e) || !field.dataset.on || stateOf(field).needsSending;
    const texts = new Map(fields().filter(isEntered).map((field) => [stateOf(field), valueOf(field)]));
    const press = { body, source, acceptedValues, texts };
    pendingPresses.push(press);
    if (source) {
        lastPressed = source;
        unsentNames.length = 0;
        showStatus("");
    }
    flush();
    updatePending(source);
    return press;
}

function flush() {
    for (let press; (press = pendingPresses[0]); ) {
        for (const [state, text] of press.texts) if (!sendText(state, text)) press.texts.delete(state);
        if (press.texts.size) return;
        sendMessage(pendingPresses.shift());
    }
    for (const state of fields().map(stateOf)) {
        if (state.needsSending && !state.timer) sendText(state, valueOf(state.field));
    }
}

// Sends a text if it is not sent yet. Returns whether the server still has to acknowledge it.
function sendText(state, text) {
    const { field, inFlight, isComposing } = state;
    if (!isLive(field) || text === null || !needsAcknowledgement(state, text)) return (state.needsSending = false);
    if (isReady && !inFlight && !isComposing) {
        state.needsSending = false;
        state.inFlight = true;
        state.sentValues = [...state.sentValues.slice(-39), text];
        sendMessage({ body: { r: field.name.slice(1), v: text }, source: field, acceptedValues: [[state, text]] });
    }
    return true;
}

function sendMessage(message) {
    message.n = ++lastNumber;
    outbox.push(message);
    if (isReady) transmit(message);
}

// A message that is sent again must have the same text.
function transmit(message) {
    message.text ??= JSON.stringify({ n: message.n, q: shownSequence, ...message.body });
    sendParts(message.text);
}

// The server reads a long text in parts, each but the last after a plus sign. A part ends with a whole character.
function sendParts(text) {
    for (let end; text.length > partLength; text = text.slice(end)) {
        end = text.codePointAt(partLength - 1) > 0xffff ? partLength - 1 : partLength;
        socket.send("+" + text.slice(0, end));
    }
    socket.send(text);
}

function acknowledge([n, code, reason]) {
    const at = outbox.findIndex((each) => each.n === n);
    if (at < 0) return;
    const [{ source, acceptedValues }] = outbox.splice(at, 1);
    const reasons = typeof reason === "object" ? reason : {};
    const message = typeof reason === "object" ? Object.values(reason).join(" ") : reason;
    for (const [state, text] of acceptedValues) {
        const { field } = state;
        state.inFlight = false;
        state.rejectedValue = undefined;
        setFieldError(field);
        if (code === 2) [state.rejectedValue, state.rejection] = [text, field === source ? message : reasons[field.name]];
        // A form that was not sent keeps its texts.
        else if (!code || (code === 3 && field === source)) state.base = state.theirs = text;
        if (!code && source?.matches("form[data-m-reset]") && valueOf(state.field) === text) {
            state.base = shownValue(state.field, initialValue(state.field));
            setValue(state.field, state.base);
        }
        state.needsSending ||= code === 1 || !state.field.dataset.on;
        saveDraft(state);
    }
    if (code === 2) showRejection(message, source, acceptedValues.map(([state]) => state));
    // A field was rejected while the press was on the way.
    if (code === 2 && source && !isField(source)) refuses(source);
    if (code === 3 && !isField(source)) reportUnsent([source]);
    updatePending(source);
    sendMoves();
}

function updatePending(element) {
    if (!element) return;
    const isSent = [...outbox, ...pendingPresses].some(({ source }) => source === element);
    const isDirty = isField(element) && isLive(element) && ![null, stateOf(element).base].includes(valueOf(element));
    element.toggleAttribute("data-pending", isSent || isDirty);
    if (!isField(element)) setAttribute(element, "aria-busy", isSent || null);
}

// The control whose message the server rejected, while the status says why.
let refused;

// Shows why the server rejected a message. A live field does not get the focus: the user may be elsewhere.
function showRejection(message, source, states) {
    showStatus(message);
    refused = source;
    const rejected = states.filter(rejectionOf);
    for (const state of rejected) setFieldError(state.field, state.rejection);
    if (!isField(source)) rejected[0]?.field.focus();
}

// Returns why the server rejected the value that a field has now.
const rejectionOf = ({ field, rejectedValue, rejection }) => valueOf(field) === rejectedValue && rejection;

function setFieldError(field, reason = null) {
    const state = stateOf(field);
    if (!reason && !state.pageAttributes) return;
    const attributes = { "aria-invalid": true, "aria-describedby": "m-status", title: reason };
    // The page's own attributes are restored when the error is removed.
    state.pageAttributes ??= Object.fromEntries(Object.keys(attributes).map((name) => [name, field.getAttribute(name)]));
    const shown = reason ? attributes : state.pageAttributes;
    for (const name in shown) setAttribute(field, name, shown[name]);
    if (!reason) state.pageAttributes = null;
    showStatus(reason ? statusText : "");
}

// MARK: Validity

// Returns why a live field is invalid; an empty text if it is not.
function invalidityOf(field) {
    const input = (isRadioGroup(field) ? radios(field) : [field]).find((each) => each.matches(":invalid"));
    return rejectionOf(stateOf(field)) || input?.validationMessage || "";
}

// Whether a control must not send anything, because a live field around it is invalid. That field gets the focus.
function refuses(control) {
    const group = queryAll("[data-m-valid]").find((each) => each.contains(control)) ?? control.closest("form[data-r]");
    const field = group && fields().find((each) => group.contains(each) && isLive(each) && invalidityOf(each));
    if (!field) return false;
    showStatus("");
    setFieldError(field, invalidityOf(field));
    (isRadioGroup(field) ? radios(field)[0] : field).focus();
    return true;
}

// The names of the controls that were not sent since the last press. A later report contains them, too.
const unsentNames = [];

function reportUnsent(sources) {
    const nameOf = (source) => source?.ariaLabel ?? (source?.querySelector("[type=submit]") ?? source)?.textContent.trim();
    const names = sources.map(nameOf).filter(Boolean);
    unsentNames.push(...names);
    if (names.length) showStatus(unsentText());
}

const unsentText = () => (unsentNames.length ? texts.notSent.replace("{0}", () => unsentNames.join(", ")) : "");

// MARK: User input

on("submit", (event) => {
    const { target, submitter } = event;
    const r = target === form ? submitter.value : target.getAttribute("data-r");
    if (target !== form && !r) return;
    event.preventDefault();
    if (r && !submitter?.matches(".m-dismiss") && refuses(target === form ? submitter : target)) return;
    if (target === form) return r && enqueue({ r }, submitter);
    const [v, ownFields] = [{}, fields().filter((field) => field.form === target)];
    for (const [name, value] of new FormData(target, submitter)) if (name !== "r") (v[name] ??= []).push(value);
    ownFields.forEach((field) => setFieldError(field));
    enqueue({ r, v }, target, ownFields.map((field) => [stateOf(field), valueOf(field)]));
});

// The names of the modifiers and the key. With Shift, a key of one character has another character.
const keyName = ({ key, ctrlKey, altKey, shiftKey, metaKey }) =>
    [
        ctrlKey && "Control", altKey && "Alt", shiftKey && key.length > 1 && "Shift", metaKey && "Meta",
        key === " " ? "Space" : key,
    ].filter(Boolean).join("+");

on("click", (event) => {
    const link = event.target.closest("a[data-r]");
    if (!link || event.button || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    enqueue({ r: link.dataset.r }, link);
});

on("keydown", (event) => {
    const { key, target } = event;
    if (event.isComposing) return;
    const isTyping = (isField(target) && !isBox(target)) || target.isContentEditable;
    const name = keyName(event);
    // These keys press the focused control.
    const control = (key === "Enter" || key === " ") && target.closest("a, button");
    if (reportKey(event, name, isTyping, control) || control) return;
    const element = queryAll("[aria-keyshortcuts]").findLast(
        (each) => each.getAttribute("aria-keyshortcuts").split(" ").includes(name) && isVisible(each));
    if (!element || (isTyping && key !== "Escape" && !("mTyping" in element.dataset))) return;
    event.preventDefault();
    element[isField(element) && !isBox(element) ? "focus" : "click"]();
});

// MARK: Events

// `data-m-on` contains the reference of an element and the names of its events.
const listening = (name) => `[data-m-on~="${CSS.escape(name)}"]`;
const listener = (target, name) => target.closest?.(listening(name));
let drag;
// For each kind of movement, the newest position that has not been sent, and the last message.
const moves = new Map();

function report(element, name, value, source = null) {
    if (!element?.isConnected) return;
    return enqueue({ r: element.dataset.mOn.split(" ", 1)[0], e: name, v: value }, source);
}

// The chosen files, until the server asks for them.
const files = new Map();
let [lastFile, transfers] = [0, 0];

on("change", ({ target }) => {
    if (target.type !== "file" || !target.matches(listening("file"))) return;
    for (const file of target.files) {
        const id = `${client}-${++lastFile}`;
        files.set(id, file);
        report(target, "file", { id: [id], name: [file.name], type: [file.type], size: [`${file.size}`] }, target);
    }
    // The user may choose the same file again.
    target.value = "";
});

async function sendFile(id) {
    const [body, url] = [files.get(id), `${base}/millrace/upload?s=${session}&u=${id}`];
    files.delete(id);
    transfers++;
    const response = await fetch(url, { method: "POST", body }).catch(() => null);
    transfers--;
    if (!response?.ok) enqueue({ u: id });
}

// Sends the newest position when the server has handled the one before.
function reportMove(...parts) {
    moves.set(parts[1], { sent: moves.get(parts[1])?.sent, parts });
    sendMoves();
}

function sendMoves(isNeeded) {
    for (const move of moves.values()) {
        const { parts, sent } = move;
        if (!parts || (!isNeeded && [...outbox, ...pendingPresses].includes(sent))) continue;
        delete move.parts;
        move.sent = report(...parts);
    }
}

// Sends an event after the last positions before it.
function reportAfterMoves(...parts) {
    sendMoves(true);
    report(...parts);
}

// Returns a function for the position in an element: in CSS pixels, or in the units of a drawing.
function locator(element) {
    const matrix = (element.ownerSVGElement ?? element).getScreenCTM?.()?.inverse();
    const { left, top } = element.getBoundingClientRect();
    return ({ clientX, clientY }) => {
        const point = new DOMPoint(clientX - (matrix ? 0 : left), clientY - (matrix ? 0 : top));
        const { x, y } = matrix ? point.matrixTransform(matrix) : point;
        return [x, y].map((each) => Math.round(each * 100) / 100);
    };
}

on("pointerdown pointermove pointerup pointercancel", (event) => {
    const { type, target, pointerId } = event;
    const element = !drag && type === "pointerdown" && !event.button && listener(target, "drag");
    if (element) {
        const locate = locator(element);
        drag = { element, locate, pointerId, start: locate(event) };
        drag.last = drag.start;
        element.setPointerCapture(pointerId);
        reportAfterMoves(element, "drag", [0, ...drag.start, ...drag.start]);
    } else if (drag?.pointerId === pointerId && type !== "pointerdown") {
        // A cancelled pointer has no position.
        if (type !== "pointercancel") drag.last = drag.locate(event);
        const value = [...drag.start, ...drag.last];
        if (type === "pointermove") return reportMove(drag.element, "drag", [1, ...value]);
        reportAfterMoves(drag.element, "drag", [2, ...value]);
        drag = null;
    }
});

on("pointerdown pointermove pointerup click dblclick contextmenu", (event) => {
    const { type, target } = event;
    const element = listener(target, type);
    if (!element || (event.button > 0 && type !== "contextmenu")) return;
    if (type === "contextmenu") event.preventDefault();
    (type === "pointermove" ? reportMove : reportAfterMoves)(element, type, locator(element)(event));
});

on("dragstart", (event) => listener(event.target, "drag") && event.preventDefault());

// Reports a key to the element that contains the focus. If no control has the focus, to the last visible element.
function reportKey(event, name, isTyping, control) {
    const { target, key } = event;
    const isFree = target.matches("body, .m-page");
    const names = isTyping ? ["typed:" + name] : ["typed:" + name, "key:" + name];
    const selector = names.map(listening).join();
    const element = target.closest(selector) ?? (isFree && queryAll(selector).findLast(isVisible));
    if (!element || (control && !control.contains(element))) return;
    event.preventDefault();
    if (key === "Enter" && element.matches(listening(names[0])) && refuses(element)) return true;
    // A held key repeats. The server must not be behind.
    if (!event.repeat || !outbox.length) report(element, names.find((each) => element.matches(listening(each))));
    return true;
}

on("focusin focusout", ({ type, target, relatedTarget }) => {
    const name = type === "focusin" ? "focus" : "blur";
    const element = listener(target, name);
    if (element && !isDrawing && !element.contains(relatedTarget)) report(element, name);
});

const visibility = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
        if (isIntersecting && target.matches(listening("visible"))) report(target, "visible");
    }
});
const observeVisibility = () => queryAll(listening("visible")).forEach((element) => visibility.observe(element));

// MARK: Hooks

// The callbacks of the application by name, and the elements that have been mounted.
const hooks = {};
const mounted = new Map();
const changedHooks = new Set();

// Defines what an application's script does with the elements of a hook.
export function defineHook(name, callbacks) {
    hooks[name] = callbacks;
    updateHooks();
}

function updateHooks() {
    for (const [element, callbacks] of mounted) {
        if (element.isConnected) continue;
        mounted.delete(element);
        callHook(callbacks.removed, element);
    }
    for (const element of queryAll("[data-m-hook]")) {
        const callbacks = mounted.get(element) ?? hooks[element.dataset.mHook];
        if (!mounted.has(element) && callbacks) {
            mounted.set(element, callbacks);
            callHook(callbacks.mounted, element);
        } else if (changedHooks.has(element)) callHook(callbacks?.updated, element);
    }
    changedHooks.clear();
}

// An error in the application's script does not stop the page.
function callHook(callback, element) {
    try {
        callback?.(element, (value) => report(element, "hook", JSON.stringify(value ?? null)));
    } catch (error) {
        console.error(error);
    }
}

// MARK: Dialogs and covered pages

function showDialogs() {
    for (const dialog of queryAll("dialog[open]")) {
        const isShown = dialog.parentElement.checkVisibility();
        if (dialog.matches(":modal") === isShown) continue;
        dialog.close();
        if (isShown) dialog.showModal();
        else dialog.setAttribute("open", "");
    }
}

// The state decides whether a dialog is open. A browser closes one without asking if the user insists.
const openDialogs = new WeakSet(queryAll("dialog[open]"));

on("close", ({ target }) => {
    if (!openDialogs.has(target) || target.open) return;
    target.setAttribute("open", "");
    showDialogs();
});

on("cancel", (event) => {
    if (event.target.localName !== "dialog") return;
    event.preventDefault();
    report(listener(event.target, "cancel"), "cancel");
});

function updateIDs() {
    if (!page.querySelector("[data-covered], [data-m-id]")) return;
    for (const element of queryAll("[data-m-id]")) {
        element.id ||= element.dataset.mId;
        delete element.dataset.mId;
    }
    const covered = new Set(queryAll(".m-page[data-covered] [id]"));
    const visible = new Set(queryAll("[id]").filter((element) => !covered.has(element)).map(({ id }) => id));
    for (const element of covered) {
        if (!visible.has(element.id)) continue;
        element.dataset.mId = element.id;
        element.removeAttribute("id");
    }
}

// MARK: Focus

const isVisible = (element) => element.checkVisibility() && !element.closest("[inert]");
const sceneElements = () => queryAll(".m-layer, .m-page");
const focusable = (element) => [element, ...queryAll(`a, button, [tabindex], summary, [type=file], ${fieldSelector}`, element)];
// The control that had the focus before each scene, with its places.
const previousFocus = new WeakMap();
// The control that has lost the focus because it is disabled.
let disabledControl;

const referenceOf = ({ name, value, dataset }) => (name === "r" ? value : (dataset.r ?? /^f(\d+)$/.exec(name)?.[1]));
const controlOf = (r) => page.querySelector(`[name=r][value="${r}"], [data-r="${r}"], [name=f${r}]`);

function focus(element) {
    element?.focus?.();
    return element === document.activeElement;
}

// Returns the parents of an element and its index in each, the outermost first.
function placesOf(element) {
    const places = [];
    for (let node = element; page.contains(node) && node !== page; node = node.parentElement) {
        places.unshift([node.parentElement, [...node.parentElement.children].indexOf(node)]);
    }
    return places;
}

// Draws a frame, and keeps the focus and the scroll position or moves the focus to a new scene.
function drawKeepingFocus(frame) {
    const { activeElement, body } = document;
    const active = activeElement === body && disabledControl?.isConnected ? disabledControl : activeElement;
    const old = sceneElements();
    const oldAutofocus = new Set(queryAll("[autofocus]"));
    const places = placesOf(active);
    const own = places.length ? { control: active, places } : { control: lastPressed, places: placesOf(lastPressed) };
    const { top } = active.getBoundingClientRect();
    const isSame = frame.full && !frame.s;
    const reference = isSame && frame.x == null && places.length && referenceOf(active);
    const description = isSame && frame.x != null && places.length && descriptionOf(active);
    const scroll = isSame && noteScrolling();
    draw(frame);

    disabledControl = active.matches(":disabled") ? active : undefined;
    const added = sceneElements().filter((each) => !frame.full && !old.includes(each) && isVisible(each));
    const removed = old.filter((each) => !each.isConnected);
    const previous = removed.map((each) => previousFocus.get(each)).find(Boolean);
    for (const each of added) previousFocus.set(each, places.length && !active.isConnected ? previous : own);
    const newScene = added.findLast((each) => !each.parentNode.matches(".m-region"));
    showDialogs();
    if (scroll) scroll();
    const isNew = (element) => !frame.full && !oldAutofocus.has(element) && isVisible(element);
    if (queryAll("[autofocus]").filter(isNew).findLast(focus)) return;
    // The new page has the same controls, perhaps in other places.
    if (reference && focus(controlOf(reference))) return;
    if (description && !active.isConnected) {
        const [control, ...others] = controlsByDescription()[description] ?? [];
        if (!others.length) control?.focus({ preventScroll: true });
        if (control && control === document.activeElement) return;
    }
    if (newScene) {
        newScene.tabIndex = -1;
        return [...focusable(newScene).slice(1), newScene].some(focus);
    }
    // A dialog that opened or closed has moved the focus.
    if (active !== document.activeElement && page.contains(document.activeElement)) return;
    if (places.length && isVisible(active)) {
        if (active !== document.activeElement) active.focus({ preventScroll: true });
        const moved = () => active.getBoundingClientRect().top - top;
        if (top < 0 || top > innerHeight) return;
        for (let box = active; (box = box.parentElement) && moved(); ) box.scrollTop += moved();
    } else returnFocus((!frame.full && previous) || { places });
}

// Returns a function that scrolls the elements of a new page as those of the page are now.
function noteScrolling() {
    const scrolled = [root, ...queryAll("*")].filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft);
    const positions = scrolled.map((each) => [each === root ? root : placesOf(each).map(([, at]) => at), each.scrollTop, each.scrollLeft]);
    return () => {
        for (const [place, top, left] of positions) {
            const element = place === root ? root : place.reduce((each, at) => each?.children[at], page);
            if (element) [element.scrollTop, element.scrollLeft] = [top, left];
        }
    };
}

// Focuses a control. A disabled one gets the focus later; instead of a removed one, the nearest element gets it.
function returnFocus({ control, places }) {
    if (focus(control)) return;
    if (control?.isConnected && control.matches(":disabled")) disabledControl = control;
    else focusNearest(places);
}

// Focuses the element at the position of the removed one, or the nearest element.
function focusNearest(places) {
    for (let depth = places.length; depth--; ) {
        const [parent, at] = places[depth];
        const same = (element) => places.slice(depth + 1).reduce((each, [, i]) => each?.children[i], element);
        const near = [...parent.children];
        near.push(...near.splice(0, at).reverse());
        if (parent.isConnected && near.some((each) => focus(same(each)) || focusable(each).some(focus))) return;
    }
}

// MARK: History

const historyChanges = [];

function setHistoryEntry(how, index, path) {
    historyIndex = index;
    history[how + "State"]({ i: index, s: historySession + tab, session, tab }, "", path && base + path);
}

// Notes a change. After a restart of the server, the browser may lack entries of the page, or have later ones. If the user has gone to
// another entry meanwhile, the page follows.
function noteHistoryChange(change, isRestart) {
    if (!isRestart) return historyChanges.push(change);
    historyChanges.length = 0;
    if ([...outbox, ...pendingPresses].some(({ body }) => "go" in body)) return;
    for (let i = historyIndex + 1; i <= change.i; i++) historyChanges.push({ ...change, i, how: "push" });
    if (change.i <= historyIndex) historyChanges.push({ ...change, how: "back" });
}

function applyHistoryChanges() {
    for (; historyChanges.length && !historyChanges[0].isInProgress; historyChanges.shift()) {
        const { i, a, how } = historyChanges[0];
        if (how === "back" && i !== historyIndex) {
            historyChanges[0].isInProgress = true;
            return history.go(i - historyIndex);
        }
        setHistoryEntry(how === "push" ? how : "replace", i, a);
    }
}

on("popstate", ({ state }) => {
    // The user followed a link to a fragment of this page.
    if (!state) return setHistoryEntry("replace", historyIndex);
    const go = state.s === historySession + tab ? state.i : -1;
    if (go === historyIndex) return;
    historyIndex = go;
    if (historyChanges[0]?.i !== go) return enqueue({ go, a: currentURL() });
    historyChanges[0].isInProgress = false;
    applyHistoryChanges();
});

// MARK: Connection

const sendFrame = (frame) => socket.send(JSON.stringify({ ...frame, q: shownSequence }));
const sendHello = () => sendFrame({ h: 1, s: session, d: documentSession, c: client, a: currentURL(), v: root.dataset.version });

// A connection by events and requests, for networks that let no WebSocket pass. It is used like a WebSocket.
class Events {
    id = crypto.getRandomValues(new Uint32Array(4)).join("");
    texts = [];
    ending = new AbortController();

    constructor() {
        this.run(() => this.read());
    }

    send(text) {
        this.texts.push(text);
        // The requests are sent one after another, because their order matters.
        if (this.texts.length === 1) this.run(() => this.write());
    }

    close() {
        this.ending.abort();
    }

    run(work) {
        work().catch(() => this.onclose?.());
    }

    // An error in the page must not end the connection.
    pass(data) {
        try {
            this.onmessage?.({ data });
        } catch (error) {
            reportError(error);
        }
    }

    async request(parameters, options) {
        // Over HTTP/1.1, a browser has few connections, so the server limits the responses that do not end.
        const limited = /^h[23]/.test(navigation.nextHopProtocol) ? "" : "&limited";
        const url = `${base}/millrace/events?c=${this.id}${limited}${parameters}`;
        const response = await fetch(url, { signal: this.ending.signal, cache: "no-store", ...options });
        if (!response.ok) throw new Error(response.status);
        return response;
    }

    async write() {
        while (this.texts.length) {
            let count = 1;
            for (let size = this.texts[0].length; (size += this.texts[count]?.length) <= partLength; ) count++;
            await this.request("", { method: "POST", body: this.texts.slice(0, count).join("\n") });
            this.texts.splice(0, count);
            this.hasWritten = true;
            this.wake?.();
        }
    }

    // Without a stream, asks for frames every two seconds, and after each request with input.
    async read() {
        for (let response = await this.request("&open"); ; response = await this.request("")) {
            this.onopen?.();
            this.onopen = null;
            const body = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let rest = "";
            for (let part; !(part = await body.read()).done; ) {
                const lines = (rest + part.value).split("\n");
                rest = lines.pop();
                for (const line of lines) {
                    if (line === "event: end") throw new Error(line);
                    if (line.startsWith("data: ")) this.pass(line.slice(6));
                }
            }
            if (!this.hasWritten) {
                await new Promise((resolve) => {
                    this.wake = resolve;
                    setTimeout(resolve, 2000);
                });
            }
            this.hasWritten = false;
        }
    }
}

// The number of WebSockets that have failed although the server can be reached, and the time until which events take their place.
let [failures, eventsEnd, socketTimer] = [0, "events" in root.dataset ? Infinity : 0];
const retrySockets = 600000;

function connect() {
    clearTimeout(retryTimer);
    retryTimer = null;
    use(Date.now() < eventsEnd ? new Events() : openSocket());
    socket.onopen = sendHello;
}

const openSocket = () => new WebSocket(location.origin.replace("http", "ws") + base + "/millrace/live");

function use(connection) {
    socket = connection;
    let hasReceived = false;
    socket.onmessage = ({ data }) => {
        hasReceived = true;
        if (connection instanceof WebSocket) failures = 0;
        receivePart(data);
    };
    socket.onclose = () => {
        handleClose();
        if (connection instanceof WebSocket && !hasReceived) noteFailure();
    };
}

// After two WebSockets that a proxy has not let pass, uses events. Tries a WebSocket again after ten minutes.
async function noteFailure() {
    const response = await fetch(base + "/millrace/icon.svg", { cache: "no-store" }).catch(() => null);
    if (response?.ok && ++failures >= 2) useEvents();
}

function useEvents() {
    failures = 0;
    eventsEnd = Date.now() + retrySockets;
    clearTimeout(socketTimer);
    socketTimer = setTimeout(trySocket, retrySockets);
}

function trySocket() {
    if (socket instanceof WebSocket) return;
    const connection = openSocket();
    connection.onopen = () => {
        clearTimeout(retryTimer);
        retryTimer = null;
        eventsEnd = failures = 0;
        endConnection();
        use(connection);
        sendHello();
    };
    connection.onclose = useEvents;
}

function endConnection() {
    heldFrames.length = currentSequence = 0;
    receivedParts = storageText = "";
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    isReady = awaitsPong = false;
}

function handleClose() {
    endConnection();
    delete root.dataset.live;
    root.dataset.offline = "";
    showStatus();
    connectLater();
}

const connectLater = () => isSigningIn || (retryTimer ??= setTimeout(connect, retryDelay()));

let isSigningIn;

// Exchanges a token for the cookie of the person who has signed in, and connects with it. The session continues under a new ID.
async function signIn(token) {
    isSigningIn = true;
    const body = new URLSearchParams({ s: session, t: token });
    const signal = AbortSignal.timeout(10000);
    const response = await fetch(base + "/millrace/sign-in", { method: "POST", body, signal }).catch(() => null);
    const id = response?.ok && (await response.json().catch(() => null))?.s;
    isSigningIn = false;
    if (!id) return "offline" in root.dataset && connectLater();
    session = id;
    setHistoryEntry("replace", historyIndex);
    endConnection();
    connect();
}

// The field in which an input method composes text, and the frames that wait for its end: to draw the page again would end it.
let composing;
const heldFrames = [];

// The server sends a long frame in parts, each but the last after a plus sign. While they arrive, the connection works.
function receivePart(text) {
    awaitsPong = false;
    if (text[0] === "+") return (receivedParts += text.slice(1));
    const frame = JSON.parse(receivedParts + text);
    receivedParts = "";
    receive(frame);
}

function receive(frame) {
    if (frame.z != null) {
        storageText = frame.z;
        return showStatus();
    }
    if (heldFrames.length || (frame.full && composing?.isConnected)) return heldFrames.push(frame);
    const { s, x, w, k = [], t, u = [], full, q, title, l, focus: r, error, v, c, i: token } = frame;
    if (v) return (newVersion = v);
    if (error) {
        wasRefused = true;
        return showStatus(error);
    }
    const isFirst = !isReady;
    if (isFirst) {
        waited = 0;
        wasRefused = false;
        delete root.dataset.offline;
        showStatus(unsentText());
    }
    if (s) startSession(s);
    k.forEach(acknowledge);
    if (x != null) outbox.filter(({ n }) => n <= x).forEach(({ n }) => acknowledge([n, 0]));
    const described = x != null && describeMessages();
    u.forEach(sendFile);
    if (token) signIn(token);
    Object.assign(templates, t);
    if (full || (shownSequence >= 0 && q > shownSequence)) {
        isDrawing = true;
        drawKeepingFocus(frame);
        if (described) rebindMessages(described);
        isDrawing = false;
        nameRadios();
        updateIDs();
        updateHooks();
        observeVisibility();
        // A field whose error was shown may be gone.
        showStatus(refused && !(refused.isConnected && isVisible(refused)) ? "" : statusText);
        if (w) showStatus([statusText, w].filter(Boolean).join(" "));
        document.title = title ?? document.title;
        if (l) noteHistoryChange(l, x != null);
        applyHistoryChanges();
        if (r) focus(controlOf(r));
    }
    updateDrafts();
    // After a reconnection, nothing is sent before the page has the changes that it lacked.
    currentSequence = c ?? currentSequence;
    if (shownSequence < currentSequence) return;
    // This comes after drawing: a field of the old page fires "change" when it is removed, and its reference may be
    // used for another control now.
    isReady = true;
    if (isFirst) outbox.forEach(transmit);
    flush();
    root.dataset.live = true;
}

// Starts a new session: reports the presses as not sent, and sends the texts again.
function startSession(id) {
    session = historySession = id;
    lastNumber = historyChanges.length = 0;
    setHistoryEntry("replace", 0);
    reportUnsent([...outbox.splice(0), ...pendingPresses.splice(0)].map(({ source }) => (isField(source) ? null : source)));
    for (const state of [...fields().map(stateOf), ...unsaved]) state.inFlight = false;
}

// After a restart of the server, the session continues, and its controls have other references. What was not acknowledged is sent again with
// its number, so that the server handles it once.

// Describes a control by its scene, its kind, its label and the text of its row. Two controls may have one description.
function descriptionOf(element) {
    const row = element.closest("li, tr, article, [data-m-key]:not(.m-page)");
    const label = isField(element) ? identityOf(element).label : element.ariaLabel ?? element.textContent.trim();
    return JSON.stringify([element.closest(".m-page")?.dataset.scene, element.localName, element.className, label, row && textIn(row)]);
}

// Returns the text in an element, without what its fields contain.
function textIn(node) {
    if (!node.localName) return node.data;
    return node.matches("textarea, select") ? "" : [...node.childNodes].map(textIn).join("");
}

const referencesOf = (element) => [referenceOf(element), element.dataset.mOn?.split(" ", 1)[0]];

// Returns the controls of the page by their descriptions.
function controlsByDescription() {
    const found = {};
    for (const each of queryAll("[name=r], [data-r], [data-m-on]")) (found[descriptionOf(each)] ??= []).push(each);
    return found;
}

// Returns the messages that name a control, each with the description of the control if no other one has it. Call it before the new
// page is drawn.
function describeMessages() {
    const all = Object.entries(controlsByDescription()).filter(([, { length }]) => length === 1);
    return [...outbox, ...pendingPresses].filter(({ body }) => body.r).map((message) => {
        const found = all.find(([, [element]]) => referencesOf(element).includes(message.body.r));
        return [message, found?.[0]];
    });
}

// Gives messages the references of the controls with the same descriptions. Does not send a message without one.
function rebindMessages(described) {
    const [found, lost] = [controlsByDescription(), []];
    for (const [message, description] of described) {
        const { body, source, acceptedValues } = message;
        const all = found[description] ?? [];
        // The draft of a field has found its field.
        const control = isField(source) && !body.e ? acceptedValues[0]?.[0].field : all.length === 1 && all[0];
        const r = control?.isConnected && referencesOf(control)[body.e ? 1 : 0];
        if (r) {
            Object.assign(message, { source: source && control, text: null });
            body.r = r;
            updatePending(message.source);
            continue;
        }
        for (const list of [outbox, pendingPresses]) if (list.includes(message)) list.splice(list.indexOf(message), 1);
        for (const [state] of acceptedValues) Object.assign(state, { inFlight: false, needsSending: true });
        if (!isField(source)) lost.push(source);
    }
    reportUnsent(lost);
}

// Returns how long to wait before the next attempt to connect. It is random, so that not all pages connect at the same time. A server
// with few live pages gets more attempts, until it has been away for half a minute.
function retryDelay() {
    const isShort = waited < 30000 && !wasRefused;
    const [least, most] = !isShort ? [3000, 8000] : "few" in root.dataset ? [0, 700] : [200, 2000];
    const delay = least + Math.random() * (most - least);
    waited += delay;
    return delay;
}

// Without a text, shows why a field was rejected.
function showStatus(text = statusText) {
    if (text !== statusText) refused = null;
    statusText = text;
    const error = queryAll("[aria-describedby=m-status]").find(isVisible)?.title;
    const isOffline = "offline" in root.dataset && texts.noConnection;
    const isBusy = "busy" in root.dataset && texts.serverBusy;
    const line = [text || error, isOffline || storageText || isBusy].filter(Boolean).join(" ");
    // A screen reader would read the same text again.
    if (status.textContent !== line) status.textContent = line;
    status.hidden = !line;
}

// After an update of the server, loads its script and style sheets, as soon as that loses no input. The session continues.
function reloadOutdated() {
    const isEdited = (field) => valueOf(field) !== (isLive(field) ? stateOf(field).base : shownValue(field, initialValue(field)));
    const isTyping = isField(document.activeElement) && !document.hidden;
    if (!newVersion || !isReady || isTyping || outbox.length || pendingPresses.length) return;
    // Hooks may have a state of their own.
    if (transfers || mounted.size || fields().some(isEdited)) return;
    // Servers with different versions behind one address must not cause a reload for each connection.
    if (sessionStorage["m-version"] === newVersion) return;
    sessionStorage["m-version"] = newVersion;
    location.reload();
}

setInterval(reloadOutdated, 1000);

// The server is busy if it has not acknowledged the oldest message for three seconds.
setInterval(() => {
    const oldest = isReady && outbox[0];
    if (oldest) oldest.age = (oldest.age ?? 0) + 1;
    const isBusy = oldest?.age > 3;
    if (isBusy === "busy" in root.dataset) return;
    root.toggleAttribute("data-busy", isBusy);
    showStatus();
}, 1000);

setInterval(() => {
    if (!isReady) return;
    if (awaitsPong) return handleClose();
    awaitsPong = true;
    sendFrame({ p: 1 });
}, 15000);

on("online visibilitychange", () => retryTimer && !document.hidden && connect());

// A page that returns from the browser's cache has lost its connection.
on("pageshow", ({ persisted }) => {
    if (!persisted) return;
    handleClose();
    connect();
});

// After a reload, the browser may restore old field values. They may be those of another record. Drafts have their own.
if (visit !== "navigate") {
    [form, ...queryAll("form")].forEach((each) => each.reset());
    // A browser may restore them after this script.
    on("load pageshow", () => {
        for (const field of fields()) if (valueOf(field) !== stateOf(field).value) setValue(field, stateOf(field).value);
    });
}
const description = [...page.childNodes].map(adopt).join("");
written.set(page, [...page.childNodes]);
observer.observe(page, { childList: true, subtree: true });
if (checksum(description) === Number(root.dataset.checksum) && !isResuming) shownSequence = Number(root.dataset.seq);
// After a link from another site, Back leads to the screens below before it leaves the application.
const trail = JSON.parse(root.dataset.trail ?? "[]");
if (!history.state && !document.referrer.startsWith(location.origin)) {
    const here = currentURL();
    trail.forEach((url, i) => {
        setHistoryEntry("replace", i, url);
        setHistoryEntry("push", i + 1, here);
    });
}
if (isResuming) historyIndex = history.state.i;
else setHistoryEntry("replace", trail.length);
loadDrafts();
if (!isResuming) updateDrafts();
showDialogs();
updateIDs();
updateHooks();
queryAll("[data-m-style]").forEach((element) => (element.style.cssText = element.dataset.mStyle));
observeVisibility();
connect();
