// What is typed goes to the server, and what others type comes in between, without losing a key or the caret.
//
// One text is under way at a time, typed over a version of the server. The server takes it only if that version is still
// the newest. A newer one is merged with what is in the field, and the result is sent again.

const sendAfter = 60;
const keptTexts = 40;

/** What must be replaced in `from` to get `to`. */
export function difference(from, to) {
    const shorter = Math.min(from.length, to.length);
    let start = 0;
    while (start < shorter && from[start] === to[start]) start += 1;
    let tail = 0;
    while (tail < shorter - start && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
    return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}

/** Both changes of `base`. Where they meet, both texts are kept: nothing that somebody typed is lost. */
export function merge(base, mine, theirs) {
    if (mine === base || mine === theirs) return theirs;
    if (theirs === base) return mine;
    const [a, b] = [difference(base, mine), difference(base, theirs)];
    if (a.end <= b.start) return splice(splice(base, b), a);
    if (b.end <= a.start) return splice(splice(base, a), b);
    const [start, end] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
    const part = (change) => base.slice(start, change.start) + change.text + base.slice(change.end, end);
    return base.slice(0, start) + part(b) + part(a) + base.slice(end);
}

const splice = (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end);

/** The text of the open note in its field. */
export class Typing {
    note = null;

    constructor(field, send, onChange) {
        Object.assign(this, { field, send, onChange, inFlight: null, timer: null, waiting: null, isBack: false });
        this.held = [];
        field.addEventListener("input", () => this.typed());
        field.addEventListener("compositionend", () => this.held.splice(0).forEach((news) => this.take(news)));
        field.addEventListener("compositionstart", () => (this.isComposing = true), true);
        field.addEventListener("compositionend", () => (this.isComposing = false), true);
    }

    /** Whether the server does not have all that is in the field. */
    get isPending() {
        return this.note !== null && this.field.value !== this.base;
    }

    /** Does `action` when the server has what was typed. */
    whenSent(action) {
        if (!this.isPending || this.isRefused) return action();
        this.waiting = action;
        this.push();
    }

    /** The connection is new: what was under way may have arrived or not. */
    reconnected() {
        this.isBack = true;
    }

    /** No note is open any more. */
    close() {
        clearTimeout(this.timer);
        Object.assign(this, { note: null, inFlight: null, waiting: null, held: [] });
        this.field.value = "";
        this.onChange();
    }

    /** Takes in what the server says of the open note. */
    take(news) {
        // A field must be left alone while an input method composes in it.
        if (this.isComposing) return this.held.push(news);
        if (this.note !== news.note) this.begin(news);
        else this.update(news);
        Object.assign(this, { version: news.version, epoch: news.epoch, isBack: false, isRefused: news.refused });
        if (news.saved === news.version) {
            Object.assign(this, { savedText: this.base, sentTexts: this.inFlight === null ? [] : [this.inFlight] });
        }
        this.keepDraft();
        if (!news.refused) this.push();
        this.onChange();
        if (this.waiting && (!this.isPending || this.isRefused)) {
            const action = this.waiting;
            this.waiting = null;
            action();
        }
    }

    begin(news) {
        Object.assign(this, { note: news.note, base: news.text, savedText: null, sentTexts: [], inFlight: null });
        this.field.value = news.text;
        const draft = this.readDraft();
        if (draft?.note !== news.note) return;
        const base = draft.sentTexts.includes(news.text) ? news.text : draft.savedText;
        this.show(merge(base, draft.text, news.text));
    }

    update(news) {
        if (news.acknowledged && this.inFlight !== null) this.base = this.inFlight;
        if (news.acknowledged || news.refused) this.inFlight = null;
        if (news.text === undefined) return;
        if (this.isBack) {
            if (this.sentTexts.includes(news.text)) this.base = news.text;
            else if (news.epoch !== this.epoch && this.savedText !== null) this.base = this.savedText;
        }
        this.inFlight = null;
        this.show(merge(this.base, this.field.value, news.text));
        this.base = news.text;
    }

    // Replaces only what differs, so that the caret stays where it is in the text.
    show(text) {
        if (text === this.field.value) return;
        const change = difference(this.field.value, text);
        this.field.setRangeText(change.text, change.start, change.end, "preserve");
    }

    typed() {
        this.isRefused = false;
        this.onChange();
        if (this.timer) return;
        this.timer = setTimeout(() => {
            this.timer = null;
            this.keepDraft();
            this.push();
        }, sendAfter);
    }

    push() {
        if (!this.isPending || this.inFlight !== null || this.isComposing) return;
        const text = this.field.value;
        if (!this.send({ do: "type", note: this.note, base: this.version, text })) return;
        this.inFlight = text;
        this.sentTexts = [...this.sentTexts.slice(-keptTexts), text];
    }

    // What is not saved yet outlives a reload of the page.
    keepDraft() {
        try {
            if (this.note === null || this.field.value === this.savedText) return sessionStorage.removeItem("draft");
            const { note, sentTexts } = this;
            const draft = { note, savedText: this.savedText ?? this.base, sentTexts, text: this.field.value };
            sessionStorage.setItem("draft", JSON.stringify(draft));
        } catch {
            // The storage is full or forbidden: the text is still in the field.
        }
    }

    readDraft() {
        try {
            return JSON.parse(sessionStorage.getItem("draft"));
        } catch {
            return null;
        }
    }
}
