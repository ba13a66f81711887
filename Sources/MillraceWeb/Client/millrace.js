// A page's end of the line: shows what the server says, sends what the person does, and keeps it until it is acknowledged.

const root = document.documentElement;
const [page, form, status] = ["m-page", "m-form", "m-status"].map((id) => document.getElementById(id));
const client = crypto.getRandomValues(new Uint32Array(3)).join("");
const all = (selector, within = page) => [...within.querySelectorAll(selector)];
const on = (types, action) => types.split(" ").forEach((type) => addEventListener(type, action, true));
const address = () => location.pathname + location.search;
let { session } = root.dataset;
let [shown, number, entry, pause, message] = [-1, 0, 0, 0, ""];
let isJoined, isAnswerDue, retry, socket, pressed;

// MARK: Nodes

const SVG = "http://www.w3.org/2000/svg";
const templates = {};
const set = (element, name, value) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value);

// `fill` gives what stands in the next hole.
function build(node, parent, fill = (value) => value) {
    if (typeof node === "string") return new Text(fill(node));
    const [tag, attributes, ...children] = node;
    if (typeof tag === "number") {
        const holes = {};
        attributes.forEach((value, i) => i % 2 && (holes[attributes[i - 1]] = value));
        let next = -1;
        return build(templates[tag], parent, (value) => (++next in holes ? holes[next] : value));
    }
    const isSVG = tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
    const element = document.createElementNS(isSVG ? SVG : root.namespaceURI, tag);
    for (const name in attributes) set(element, name, fill(attributes[name]));
    for (const child of children) {
        if (child.s) element.append(...fill([]).map((each) => build(each, element)));
        else element.append(build(child, element, fill));
    }
    const value = element.getAttribute("value");
    if (value && tag === "textarea") element.append(value);
    if (value && tag === "select") element.value = value;
    return element;
}

const steps = {
    "-": (parent, at, count) => {
        while (count--) parent.childNodes[at].remove();
    },
    "+": (parent, at, nodes) =>
        nodes.forEach((node, i) => parent.insertBefore(build(node, parent), parent.childNodes[at + i] ?? null)),
    ">": (parent, from, to) => {
        const place = parent.childNodes[to < from ? to : to + 1] ?? null;
        (parent.moveBefore ?? parent.insertBefore).call(parent, parent.childNodes[from], place);
    },
};

const changes = {
    a: (element, attributes) => {
        for (const name in attributes) {
            const value = attributes[name];
            if (!isField(element) || name !== (isBox(element) ? "checked" : "value")) set(element, name, value);
            else take(stateOf(element), isBox(element) ? value !== null : (value ?? ""));
        }
    },
    x: (text, data) => text.replaceData(0, text.length, data),
    v: (field, value) => take(stateOf(field), value),
    c: (parent, list) => list.forEach(([kind, ...rest]) => steps[kind](parent, ...rest)),
};

function draw({ full, o = [], q, s }) {
    try {
        if (full) renew(full, s);
        for (const [kind, path, ...rest] of o) {
            changes[kind](path.reduce((node, at) => node.childNodes[at], page), ...rest);
        }
        root.dataset.seq = shown = q;
    } catch (error) {
        console.error(error);
        // Somebody else changed the page: it is needed anew.
        shown = -1;
        if (!full) hello();
    }
}

// What is being typed is put into the new page.
function renew(nodes, isNew) {
    const old = fields();
    page.replaceChildren(...nodes.map((node) => build(node, page)));
    old.forEach((field, index) => {
        const state = stateOf(field);
        const fresh = fields().find(
            ({ id, type }, at) => id === field.id && (id || at === index) && type === field.type);
        if (!fresh) return;
        const theirs = valueOf(fresh);
        if (state.flight || valueOf(field) !== state.base) {
            states.set(fresh, state);
            state.field = fresh;
            put(fresh, valueOf(field));
        }
        if (isText(fresh)) fresh.setSelectionRange(field.selectionStart, field.selectionEnd);
        take(stateOf(fresh), theirs, isNew);
    });
}

// MARK: Fields

const states = new WeakMap();
const fieldSelector = "input, select, textarea";
const fields = () => all(fieldSelector);
const isField = (element) => element?.matches?.(fieldSelector);
const isBox = ({ type }) => type === "checkbox" || type === "radio";
const isText = (field) => field.selectionStart != null;
const isLive = (field) =>
    field.form === form && field.isConnected && /^f\d/.test(field.name) && field.type !== "radio";
const valueOf = (field) => (isBox(field) ? field.checked : field.value);

// `base` is what the server and this field last agreed upon.
function stateOf(field) {
    const base = isBox(field) ? field.defaultChecked : (field.defaultValue ?? field.value);
    if (!states.has(field)) states.set(field, { field, base, sent: [base] });
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
    while (start < shorter && from[start] === to[start]) start++;
    while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
    return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

// Both changes of `base`. Where they meet, both texts are kept: nothing that somebody typed is lost.
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

// Takes in what the server has in a field. A new session may have any of the texts that were sent, or the first.
function take(state, theirs, isNew) {
    const { field, sent } = state;
    if (state.isComposing) return (state.held = theirs);
    if (valueOf(field) !== state.base && sent.slice(isNew ? 0 : -1).includes(theirs)) state.base = theirs;
    const merged = (mine) => merge(state.base, mine, theirs, field);
    for (const { texts } of presses) if (texts.has(state)) texts.set(state, merged(texts.get(state)));
    const mine = merged(valueOf(field));
    put(field, mine);
    state.base = mine === theirs ? valueOf(field) : theirs;
    state.isDue ||= mine !== theirs && !field.dataset.on;
    keep(state);
}

// What is not acknowledged outlives a reload.
function keep(state) {
    const { field, base, sent } = state;
    mark(field);
    try {
        sessionStorage.removeItem(state.key);
        if (!field.id || !isLive(field) || valueOf(field) === base) return;
        state.key = address() + "#" + field.id;
        sessionStorage.setItem(state.key, JSON.stringify([base, sent.slice(-9), valueOf(field)]));
    } catch {
        // The storage is full or forbidden: the text is still in the field.
    }
}

function restore(field) {
    const [state, theirs] = [stateOf(field), valueOf(field)];
    const draft = JSON.parse(sessionStorage.getItem(address() + "#" + field.id));
    if (draft) {
        [state.base, state.sent] = draft;
        put(field, draft[2]);
        take(state, theirs, true);
    }
    state.isDue = true;
}

on("input change", ({ target, type }) => {
    if (!isField(target)) return;
    blame(target);
    const { type: kind, name, value } = target;
    // Of several, the one that is chosen speaks.
    if (kind === "radio" && target.form === form) return type === "change" && post({ r: name.slice(1), v: value }, target);
    if (!isLive(target)) return;
    const state = stateOf(target);
    keep(state);
    if (target.dataset.on && type === "input") return;
    state.isDue = true;
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
    const { held } = state;
    state.isComposing = type === "compositionstart";
    delete state.held;
    if (held != null) take(state, held);
    flush();
});

// MARK: What goes out

const outbox = [];
const presses = [];
const wants = ({ base, refused, flight }, text) => flight || (text !== base && text !== refused);

// A press waits for what was typed before it, and for no more.
function post(body, source, agreed = []) {
    const texts = new Map(fields().map((field) => [stateOf(field), valueOf(field)]));
    presses.push({ body, source, agreed, texts });
    pressed = source;
    say("");
    flush();
    mark(source);
}

function flush() {
    for (let press; (press = presses[0]); ) {
        for (const [state, text] of press.texts) if (!push(state, text)) press.texts.delete(state);
        if (press.texts.size) return;
        deliver(presses.shift());
    }
    for (const state of fields().map(stateOf)) {
        if (state.isDue && !state.timer) push(state, valueOf(state.field));
    }
}

// Whether the server is yet to acknowledge this text.
function push(state, text) {
    const { field, flight, isComposing } = state;
    if (!isLive(field) || !wants(state, text)) return (state.isDue = false);
    if (isJoined && !flight && !isComposing) {
        state.isDue = false;
        state.flight = true;
        state.sent = [...state.sent.slice(-39), text];
        deliver({ body: { r: field.name.slice(1), v: text }, source: field, agreed: [[state, text]] });
    }
    return true;
}

function deliver(message) {
    message.n = ++number;
    outbox.push(message);
    if (isJoined) transmit(message);
}

// What is sent again is what was sent.
function transmit(message) {
    message.text ??= JSON.stringify({ n: message.n, q: shown, ...message.body });
    socket.send(message.text);
}

function acknowledge([n, code, why]) {
    const at = outbox.findIndex((each) => each.n === n);
    if (at < 0) return;
    const [{ source, agreed }] = outbox.splice(at, 1);
    for (const [state, text] of agreed) {
        state.flight = false;
        if (code === 2) state.refused = text;
        else if (code !== 1) state.base = text;
        state.isDue ||= code === 1 || !state.field.dataset.on;
        keep(state);
    }
    if (code === 2) refuse(why, source);
    if (code === 3 && !isField(source)) tellUnsent([source]);
    mark(source);
}

function mark(element) {
    if (!element) return;
    const isSent = [...outbox, ...presses].some(({ source }) => source === element);
    const isDirty = isField(element) && isLive(element) && valueOf(element) !== stateOf(element).base;
    element.toggleAttribute("data-pending", isSent || isDirty);
    if (!isField(element)) set(element, "aria-busy", isSent || null);
}

function refuse(why, source) {
    say(typeof why === "string" ? why : Object.values(why).join(" "));
    const wrong = fields().filter((field) => field.form === source && why[field.name]);
    wrong.forEach((field) => blame(field, why[field.name]));
    wrong[0]?.focus();
}

function blame(field, why = null) {
    if (!why && field.getAttribute("aria-describedby") !== status.id) return;
    const marks = { "aria-invalid": why && true, "aria-describedby": why && status.id, title: why };
    for (const name in marks) set(field, name, marks[name]);
}

function tellUnsent(sources) {
    const names = sources.map((source) => source?.ariaLabel ?? source?.textContent.trim()).filter(Boolean);
    if (names.length) say(`Not sent: ${names.join(", ")}.`);
}

// MARK: What the person does

on("submit", (event) => {
    const { target, submitter } = event;
    const r = target === form ? submitter.value : target.getAttribute("data-r");
    if (target !== form && !r) return;
    event.preventDefault();
    if (target === form) return r && post({ r }, submitter);
    const [v, own] = [{}, fields().filter((field) => field.form === target)];
    for (const [name, value] of new FormData(target, submitter)) if (name !== "r") (v[name] ??= []).push(value);
    own.forEach((field) => blame(field));
    post({ r, v }, target, own.map((field) => [stateOf(field), valueOf(field)]));
});

const hasModifier = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

on("click", (event) => {
    const link = event.target.closest("a[data-r]");
    if (!link || event.button || event.shiftKey || hasModifier(event)) return;
    event.preventDefault();
    post({ r: link.dataset.r }, link);
});

on("keydown", (event) => {
    const { key, target } = event;
    const isTyping = (isField(target) && !isBox(target)) || target.isContentEditable;
    if (hasModifier(event) || event.isComposing || (isTyping && key !== "Escape")) return;
    if (key === "Enter" && target.closest("a, button")) return;
    const element = all("[aria-keyshortcuts]").findLast(
        (each) => each.getAttribute("aria-keyshortcuts").split(" ").includes(key) && isSeen(each));
    if (!element) return;
    event.preventDefault();
    element[isField(element) && !isBox(element) ? "focus" : "click"]();
});

// MARK: The focus

const isSeen = (element) => element.checkVisibility() && !element.closest("[inert]");
const scopes = () => all(".m-layer, .m-page");
const stops = (element) => [element, ...all(`a, button, [tabindex], summary, ${fieldSelector}`, element)];
const before = new WeakMap();

function focus(element) {
    element?.focus?.();
    return element === document.activeElement;
}

// Draws, and sees that the focus is where the person looks for it.
function drawKeepingFocus(frame) {
    const active = document.activeElement;
    const old = scopes();
    const trail = [];
    for (let node = active; page.contains(node) && node !== page; node = node.parentElement) {
        trail.unshift([node.parentElement, [...node.parentElement.children].indexOf(node)]);
    }
    const { top } = active.getBoundingClientRect();
    draw(frame);

    const come = scopes().filter((each) => !frame.full && !old.includes(each) && isSeen(each));
    const gone = old.filter((each) => !each.isConnected);
    const back = gone.map((each) => before.get(each)).find(Boolean);
    for (const each of come) before.set(each, !trail.length ? pressed : active.isConnected ? active : back);
    const stage = come.findLast((each) => !each.parentNode.matches(".m-region"));
    if (come.findLast((each) => focus(each.querySelector("[autofocus]")))) return;
    if (stage) {
        stage.tabIndex = -1;
        return [...stops(stage).slice(1), stage].some(focus);
    }
    if (trail.length && isSeen(active)) {
        if (active !== document.activeElement) active.focus({ preventScroll: true });
        const moved = () => active.getBoundingClientRect().top - top;
        if (top < 0 || top > innerHeight) return;
        for (let box = active; (box = box.parentElement) && moved(); ) box.scrollTop += moved();
    } else if (!gone.length || frame.full || !focus(back)) replace(trail);
}

// Focuses what is where the focused element was, or the nearest to it.
function replace(trail) {
    for (let depth = trail.length; depth--; ) {
        const [parent, at] = trail[depth];
        const same = (element) => trail.slice(depth + 1).reduce((each, [, i]) => each?.children[i], element);
        const near = [...parent.children];
        near.push(...near.splice(0, at).reverse());
        if (parent.isConnected && near.some((each) => focus(same(each)) || stops(each).some(focus))) return;
    }
}

// MARK: The address

const moves = [];

function label(how, index, path) {
    entry = index;
    history[how + "State"]({ i: index, s: session + client }, "", path);
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

on("popstate", ({ state }) => {
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

const tell = (frame) => socket.send(JSON.stringify({ ...frame, q: shown }));
const hello = () => tell({ h: 1, s: session, c: client, a: address() });

function connect() {
    clearTimeout(retry);
    retry = null;
    socket = new WebSocket(location.origin.replace("http", "ws") + "/millrace/live");
    socket.onopen = hello;
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = lose;
}

function lose() {
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
    const { s, k = [], t, full, q, title, l, focus: r, error } = frame;
    if (error) {
        pause = 4000;
        return say(error);
    }
    const isFirst = !isJoined;
    if (isFirst) {
        pause = 0;
        delete root.dataset.offline;
        say("");
    }
    if (s) begin(s);
    k.forEach(acknowledge);
    Object.assign(templates, t);
    if (full || (shown >= 0 && q > shown)) {
        drawKeepingFocus(frame);
        document.title = title ?? document.title;
        if (l) moves.push(l);
        move();
        // What is read later than the page comes later, and may have been typed into before a reload.
        fields().filter((field) => field.id && !states.has(field)).forEach(restore);
        if (r) focus(page.querySelector(`[name=r][value="${r}"], [data-r="${r}"], [name=f${r}]`));
    }
    // Not before: a field that goes with the old page says "change", and has a number that means something else now.
    isJoined = true;
    if (isFirst) outbox.forEach(transmit);
    flush();
    root.dataset.live = true;
}

// The server has forgotten what was: presses are told, texts are sent anew.
function begin(name) {
    session = name;
    number = moves.length = 0;
    label("replace", 0);
    tellUnsent([...outbox.splice(0), ...presses.splice(0)].map(({ source }) => !isField(source) && source));
    for (const field of fields()) stateOf(field).flight = false;
}

function say(text = message) {
    message = text;
    const isOffline = "offline" in root.dataset && "No connection. Trying again…";
    status.textContent = [text, isOffline].filter(Boolean).join(" ");
    status.hidden = !status.textContent;
}

setInterval(() => {
    if (!isJoined) return;
    if (isAnswerDue) return lose();
    isAnswerDue = true;
    tell({ p: 1 });
}, 15000);

on("online visibilitychange", () => retry && !document.hidden && connect());

// What a reload put into the fields is not what was typed.
if (performance.getEntriesByType("navigation")[0].type !== "navigate") form.reset();
const walker = document.createTreeWalker(page);
let nodes = 0;
while (walker.nextNode()) if (!walker.currentNode.parentNode.matches("textarea")) nodes++;
if (nodes === Number(root.dataset.nodes)) shown = Number(root.dataset.seq);
label("replace", 0);
fields().forEach(restore);
connect();
