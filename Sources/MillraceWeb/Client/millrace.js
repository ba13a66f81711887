// A page's end of the line: shows what the server says, sends what the person does, and keeps it until it is acknowledged.

const root = document.documentElement;
const [page, form, status] = ["m-page", "m-form", "m-status"].map((id) => document.getElementById(id));
const client = crypto.getRandomValues(new Uint32Array(3)).join("-");
let { session, seq: shown, nodes } = root.dataset;

// MARK: Nodes

const SVG = "http://www.w3.org/2000/svg";
const templates = {};

// `fill` gives what stands in a hole, one after the other.
function build(node, isSVG, fill = (value) => value) {
    if (typeof node === "string") return new Text(fill(node));
    const [tag, attributes, ...children] = node;
    if (typeof tag === "number") return build(templates[tag], isSVG, filler(attributes));
    const element = document.createElementNS(isSVG || tag === "svg" ? SVG : root.namespaceURI, tag);
    for (const name in attributes) change(element, name, fill(attributes[name]));
    for (const child of children) {
        if (child.s) element.append(...fill([]).map((each) => build(each, isInSVG(element))));
        else element.append(build(child, isInSVG(element), fill));
    }
    const value = element.getAttribute("value");
    if (tag === "textarea" && value) element.defaultValue = value;
    if (tag === "select" && value !== null) element.value = value;
    return element;
}

function filler(pairs, next = 0) {
    const holes = new Map();
    for (let i = 0; i < pairs.length; i += 2) holes.set(pairs[i], pairs[i + 1]);
    return (value) => (holes.has(next++) ? holes.get(next - 1) : value);
}

const isInSVG = (parent) => parent.namespaceURI === SVG && parent.localName !== "foreignObject";
const change = (element, name, value) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value);

const steps = {
    "-": (parent, index, count) => {
        while (count--) parent.childNodes[index].remove();
    },
    "+": (parent, index, nodes) => {
        const fresh = new DocumentFragment();
        fresh.append(...nodes.map((node) => build(node, isInSVG(parent))));
        parent.insertBefore(fresh, parent.childNodes[index] ?? null);
    },
    ">": (parent, from, to) => {
        const place = parent.childNodes[to < from ? to : to + 1] ?? null;
        (parent.moveBefore ?? parent.insertBefore).call(parent, parent.childNodes[from], place);
    },
};

const changes = {
    a: (element, attributes) => {
        const live = isField(element) && (isBox(element) ? "checked" : "value");
        for (const [name, value] of Object.entries(attributes)) {
            if (name === live) take(stateOf(element), live === "value" ? (value ?? "") : value !== null);
            else change(element, name, value);
        }
    },
    x: (text, data) => text.replaceData(0, text.length, data),
    v: (field, value) => take(stateOf(field), value),
    c: (parent, list) => list.forEach(([kind, ...rest]) => steps[kind](parent, ...rest)),
};

const count = (node) =>
    node.localName === "textarea" ? 0 : [...node.childNodes].reduce((sum, child) => sum + 1 + count(child), 0);

function draw({ full, o = [], q, s }) {
    try {
        if (full) renew(full, s);
        for (const [kind, path, ...rest] of o) {
            changes[kind](path.reduce((node, index) => node.childNodes[index], page), ...rest);
        }
        root.dataset.seq = shown = q;
    } catch (error) {
        // Somebody else changed the page: all is needed anew.
        console.error(error);
        shown = -1;
        if (!full) hello();
    }
}

function renew(nodes, isNew) {
    const old = fields();
    page.replaceChildren(...nodes.map((node) => build(node)));
    const all = fields();
    old.forEach((field, index) => {
        const [state, mine] = [stateOf(field), valueOf(field)];
        const same = (other, at) => other.type === field.type && other.id === field.id && (other.id || at === index);
        const fresh = all.find(same);
        if (!fresh || (mine === state.base && !state.flight)) return;
        const theirs = valueOf(fresh);
        states.set(fresh, state);
        state.field = fresh;
        put(fresh, mine);
        take(state, theirs, isNew);
        if (state.caret) fresh.setSelectionRange(...state.caret);
    });
}

// MARK: Fields

const states = new WeakMap();
const fields = () => [...page.querySelectorAll("input, select, textarea")];
const isField = (element) => element.matches("input, select, textarea");
const isBox = ({ type }) => type === "checkbox" || type === "radio";
const isText = (field) => field.selectionStart != null;
const isLive = (field) => field.form === form && field.isConnected && /^f\d+$/.test(field.name);
const valueOf = (field) => (isBox(field) ? field.checked : field.value);

// `base` is what the server and this field last agreed upon.
function stateOf(field) {
    if (!states.has(field)) {
        const first = field.querySelector("[selected]") ?? field.options?.[0];
        const value = field.defaultValue ?? field.getAttribute("value") ?? first?.value ?? "";
        states.set(field, { field, base: isBox(field) ? field.defaultChecked : value, sent: [] });
    }
    return states.get(field);
}

function put(field, value) {
    if (isBox(field)) field.checked = value;
    else if (!isText(field)) field.value = value;
    else if (field.value !== value) {
        const { start, end, text } = difference(field.value, value);
        field.setRangeText(text, start, end, "preserve");
    }
}

function difference(from, to) {
    const shorter = Math.min(from.length, to.length);
    let [start, tail] = [0, 0];
    while (start < shorter && from[start] === to[start]) start += 1;
    while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
    return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

// Both changes of `base`. Where they meet, both texts are kept: nothing that somebody typed is lost.
function merge(base, mine, theirs, field) {
    if (mine === base || mine === theirs) return theirs;
    if (theirs === base || !isText(field)) return mine;
    const [a, b] = [difference(base, mine), difference(base, theirs)];
    const splice = (text, { start, end, text: part }) => text.slice(0, start) + part + text.slice(end);
    if (a.end <= b.start) return splice(splice(base, b), a);
    if (b.end <= a.start) return splice(splice(base, a), b);
    const [start, end] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
    const part = (one) => base.slice(start, one.start) + one.text + base.slice(one.end, end);
    return base.slice(0, start) + part(b) + part(a) + base.slice(end);
}

// Takes in what the server says is in a field. A new session may know any of the texts that this field sent.
function take(state, theirs, isNew) {
    const { field, sent } = state;
    if (state.isComposing) return (state.held = theirs);
    const known = isNew ? sent : sent.slice(-1);
    if (valueOf(field) !== state.base && known.includes(digest(theirs))) state.base = theirs;
    for (const { texts } of presses) {
        if (texts.has(state)) texts.set(state, merge(state.base, texts.get(state), theirs, field));
    }
    const merged = merge(state.base, valueOf(field), theirs, field);
    put(field, merged);
    state.base = merged === theirs ? valueOf(field) : theirs;
    state.isDue ||= merged !== theirs && field.dataset.on !== "change";
    keep(state);
}

const digest = (text) => [...`${text}`].reduce((sum, { length }, i) => (Math.imul(sum, 31) + `${text}`.charCodeAt(i)) | 0, 7);
const address = () => location.pathname + location.search;

// What the server has not acknowledged outlives a reload.
function keep(state) {
    const { field, base, sent, key } = state;
    mark(field);
    try {
        sessionStorage.removeItem(key);
        if (!field.id || valueOf(field) === base || !isLive(field)) return;
        state.key = address() + "#" + field.id;
        sessionStorage.setItem(state.key, JSON.stringify([base, valueOf(field), sent]));
    } catch {
        // The storage is full or forbidden: the text is still in the field.
    }
}

function restore(field) {
    const state = stateOf(field);
    const draft = sessionStorage.getItem(address() + "#" + field.id);
    if (field.id && draft) {
        const theirs = valueOf(field);
        let mine;
        [state.base, mine, state.sent] = JSON.parse(draft);
        put(field, mine);
        take(state, theirs, true);
    }
    state.isDue = valueOf(field) !== state.base;
}

function typed({ target, type }) {
    if (!isField(target) || !page.contains(target)) return;
    blame(target);
    if (!isLive(target)) return;
    if (target.type === "radio") return type === "input" && post({ r: target.name.slice(1), v: target.value }, target);
    const state = stateOf(target);
    state.refused = null;
    keep(state);
    if (type !== (target.dataset.on ?? "input")) return;
    state.isDue = true;
    flush();
    state.timer ??= setTimeout(() => {
        state.timer = null;
        flush();
    }, 60);
}

function composed({ target, type }) {
    if (!isField(target)) return;
    const state = stateOf(target);
    const { held } = state;
    state.isComposing = type === "compositionstart";
    delete state.held;
    if (held !== undefined) take(state, held);
    flush();
}

// MARK: What goes out

const outbox = [];
const presses = [];
let number = 0;

// A press waits for the texts that were typed before it.
function post(body, source) {
    const dirty = fields().map(stateOf).filter((state) => isLive(state.field) && wants(state, valueOf(state.field)));
    presses.push({ body, source, texts: new Map(dirty.map((state) => [state, valueOf(state.field)])) });
    lastSource = source;
    say("");
    flush();
    mark(source);
}

const wants = ({ base, refused, flight }, text) => flight || (text !== base && text !== refused);

function flush() {
    while (presses.length) {
        const { texts, ...press } = presses[0];
        for (const [state, text] of texts) if (!push(state, text)) texts.delete(state);
        if (texts.size) return;
        presses.shift();
        deliver(press);
    }
    for (const state of fields().map(stateOf)) {
        if (state.isDue && !state.timer) push(state, valueOf(state.field));
    }
}

// Whether the server is yet to acknowledge the text.
function push(state, text) {
    const { field, flight, isComposing } = state;
    if (!isLive(field) || !wants(state, text)) return (state.isDue = false);
    if (isJoined && !flight && !isComposing) {
        state.isDue = false;
        state.sent = [...state.sent.slice(-39), digest(text)];
        state.flight = deliver({ body: { r: field.name.slice(1), v: text }, source: field, state });
    }
    return true;
}

function deliver(entry) {
    outbox.push({ n: ++number, ...entry });
    if (isJoined) transmit(outbox.at(-1));
    return true;
}

// What is sent again is what was sent.
function transmit(entry) {
    entry.text ??= JSON.stringify({ n: entry.n, q: shown, ...entry.body });
    socket.send(entry.text);
}

function acknowledge([n, code, why]) {
    const index = outbox.findIndex((entry) => entry.n === n);
    if (index < 0) return;
    const [{ body, source, state, values = [] }] = outbox.splice(index, 1);
    if (state) {
        state.flight = null;
        if (code === 2) state.refused = body.v;
        else if (code !== 1) state.base = body.v;
        state.isDue ||= code === 1 || state.field.dataset.on !== "change";
        keep(state);
    }
    if (code === 0) for (const [field, value] of values) stateOf(field).base = value;
    if (code === 2) refuse(why, source);
    if (code === 3 && !state) notSent([source]);
    mark(source);
}

function mark(element) {
    if (!element) return;
    const isSent = [...outbox, ...presses].some(({ source }) => source === element);
    const isDirty = isField(element) && isLive(element) && valueOf(element) !== stateOf(element).base;
    element.toggleAttribute("data-pending", isSent || isDirty);
    if (isField(element)) return;
    change(element, "aria-busy", isSent ? "true" : null);
}

function refuse(why, source) {
    if (typeof why !== "object") return say(why);
    say(Object.values(why).join(" "));
    const wrong = fields().filter((field) => field.form === source && field.name in why);
    for (const field of wrong) blame(field, why[field.name]);
    wrong[0]?.focus();
}

function blame(field, sentence = null) {
    if (!sentence && field.getAttribute("aria-describedby") !== status.id) return;
    change(field, "aria-invalid", sentence && "true");
    change(field, "aria-describedby", sentence && status.id);
    change(field, "title", sentence);
}

const nameOf = (source) => source?.ariaLabel ?? source?.innerText.trim();
const notSent = (sources) => sources.some(nameOf) && say(`Not sent: ${sources.map(nameOf).filter(Boolean).join(", ")}.`);

// MARK: What the person does

document.addEventListener("input", typed);
document.addEventListener("change", typed);
document.addEventListener("compositionstart", composed);
document.addEventListener("compositionend", composed);

document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const r = target.getAttribute("data-r");
    if (target === form) {
        if (submitter.value) post({ r: submitter.value }, submitter);
    } else if (r) {
        const v = {};
        for (const [name, value] of new FormData(target)) if (name !== "r") (v[name] ??= []).push(value);
        const own = fields().filter((field) => field.form === target);
        own.forEach((field) => blame(field));
        post({ r, v }, target);
    } else return;
    event.preventDefault();
});

document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-r]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    post({ r: link.dataset.r }, link);
});

document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (key !== "Escape" && ((isField(target) && !isBox(target)) || target.isContentEditable)) return;
    if (key === "Enter" && target.closest("a, button")) return;
    const element = [...page.querySelectorAll("[aria-keyshortcuts]")].findLast(
        (each) => each.ariaKeyShortcuts.split(" ").includes(key) && isSeen(each));
    if (!element) return;
    event.preventDefault();
    if (isField(element) && !isBox(element)) element.focus();
    else element.click();
});

const isSeen = (element) => element.checkVisibility() && !element.closest("[inert]");

// MARK: The focus

const [scopeSelector, stops] = [".m-layer, .m-page", "a, button, input, select, textarea, summary, [tabindex]"];
const before = new WeakMap();

const focus = (element) => {
    element?.focus?.();
    return element === document.activeElement;
};
const focusWithin = (element) => element && [element, ...element.querySelectorAll(stops)].some(focus);

// Draws, and sees that the focus is where the person would look for it.
function keepingFocus(draw, isFull) {
    const active = document.activeElement;
    const scopes = isFull ? [] : [...page.querySelectorAll(scopeSelector)];
    const trail = [];
    for (let node = active; node !== page && page.contains(node); node = node.parentElement) {
        trail.push([node.parentElement, [...node.parentElement.children].indexOf(node)]);
    }
    const { top } = active.getBoundingClientRect();
    draw();
    const come = isFull ? [] : [...page.querySelectorAll(scopeSelector)].filter((each) => !scopes.includes(each) && isSeen(each));
    const gone = scopes.filter((each) => !each.isConnected);
    const back = gone.map((each) => before.get(each)).find(Boolean);
    for (const each of come) before.set(each, active.isConnected ? (trail.length ? active : lastSource) : back);
    if (come.findLast((each) => focus(each.querySelector("[autofocus]")))) return;
    const stage = come.findLast((each) => !each.parentElement.matches(".m-region"));
    if (stage) {
        stage.tabIndex = -1;
        if (![...stage.querySelectorAll(stops)].some(focus)) stage.focus();
    } else if (trail.length && isSeen(active)) {
        if (active !== document.activeElement) active.focus({ preventScroll: true });
        if (top >= 0 && top < innerHeight) holdAt(active, top);
    } else if ((trail.length || gone.length) && !(back && focus(back))) {
        trail.some(([parent], depth) => parent.isConnected && replaceFocus(trail.slice(0, depth + 1).reverse()));
    }
}

// What is where the focused element was, or the nearest to it.
function replaceFocus([[parent, index], ...rest]) {
    const near = [...parent.children].map((each, at) => [Math.abs(at - index) + (at > index) / 2, each]);
    return near.sort(([a], [b]) => a - b).some(([, each]) =>
        focus(rest.reduce((element, [, at]) => element?.children[at], each)) || focusWithin(each));
}

function holdAt(element, top) {
    const moved = () => element.getBoundingClientRect().top - top;
    for (let box = element; (box = box.parentElement) && moved(); ) box.scrollTop += moved();
}

// MARK: The address

const moves = [];
let entry = 0;

function label(how, index, address) {
    entry = index;
    history[how + "State"]({ i: index, s: session + client }, "", address);
}

function move() {
    for (; moves.length && !moves[0].isUnderWay; moves.shift()) {
        const { i, a, how } = moves[0];
        if (how === "back" && i !== entry) {
            moves[0].isUnderWay = true;
            return history.go(i - entry);
        }
        label(how === "push" ? how : "replace", i, a);
    }
}

addEventListener("popstate", ({ state }) => {
    // A link to a place within the page.
    if (!state) return label("replace", entry);
    const go = state.s === session + client ? state.i : -1;
    if (go === entry) return;
    entry = go;
    if (moves[0]?.i !== go) return post({ go, a: address() });
    moves[0].isUnderWay = false;
    move();
});

// MARK: The connection

let [message, isJoined, isAnswerDue, pause, retry, socket, lastSource] = ["", false, false, 0];

function connect() {
    clearTimeout(retry);
    retry = null;
    socket = new WebSocket(location.origin.replace("http", "ws") + "/millrace/live");
    socket.onopen = hello;
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = lost;
}

const hello = () => socket.send(JSON.stringify({ h: 1, s: session, c: client, q: shown, a: address() }));

function lost() {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    isJoined = isAnswerDue = false;
    delete root.dataset.live;
    root.dataset.offline = "";
    say();
    // Tabs that lost the server together should not all come back together.
    retry ??= setTimeout(connect, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2 || 250, 8000);
}

function receive(frame) {
    isAnswerDue = false;
    const { s, k = [], t, full, q, title, l, error } = frame;
    if (error) {
        pause = 4000;
        return say(error);
    }
    const isNew = !isJoined;
    if (isNew) {
        [isJoined, pause] = [true, 0];
        delete root.dataset.offline;
        say("");
    }
    if (s) begin(s);
    k.forEach(acknowledge);
    Object.assign(templates, t);
    if (full || (q > shown && shown >= 0)) {
        keepingFocus(() => draw(frame), full);
        document.title = title ?? document.title;
        if (l) moves.push(l);
        move();
        if (frame.focus) focus(page.querySelector(`[name=r][value="${frame.focus}"], [data-r="${frame.focus}"], [name=f${frame.focus}]`));
    }
    if (isNew) outbox.forEach(transmit);
    flush();
    root.dataset.live = true;
}

// The server has forgotten what was: presses are told, texts are sent anew.
function begin(name) {
    session = name;
    number = moves.length = 0;
    label("replace", 0);
    const lostOnes = [...outbox.splice(0), ...presses.splice(0)];
    notSent(lostOnes.filter(({ state }) => !state).map(({ source }) => source));
    fields().map(stateOf).forEach((state) => (state.flight = null));
}

function say(text = message) {
    message = text;
    const isOffline = "offline" in root.dataset && "No connection. Trying again…";
    status.textContent = [message, isOffline].filter(Boolean).join(" ");
    status.hidden = !status.textContent;
}

setInterval(() => {
    if (!isJoined) return;
    if (isAnswerDue) return lost();
    isAnswerDue = true;
    socket.send(JSON.stringify({ p: 1, q: shown }));
}, 15000);

for (const [target, type] of [[window, "online"], [document, "visibilitychange"]]) {
    target.addEventListener(type, () => retry && !document.hidden && connect());
}

// What a reload put into the fields is not what was typed.
if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") form.reset();
shown = count(page) === Number(nodes) ? Number(shown) : -1;
label("replace", 0);
fields().forEach(restore);
connect();
