// Searches the guides and the declarations in the browser. The index is loaded when the search page opens.
"use strict";

// "/" focuses the search field, as on other documentation sites.
document.addEventListener("keydown", (event) => {
    const isField = event.target.matches("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isField || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    document.querySelector("main form.search input, header form.search input").focus();
});

const results = document.getElementById("results");
if (results) startSearch();

async function startSearch() {
    const field = document.querySelector("main form.search input");
    const summary = document.getElementById("summary");
    let index;
    const update = () => index && show(field.value, index, summary);
    // Before the index is loaded: the reader may be typing already.
    field.value ||= new URLSearchParams(location.search).get("q") ?? "";
    field.form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => {
        history.replaceState(null, "", field.value ? "?q=" + encodeURIComponent(field.value) : location.pathname);
        update();
    });
    try {
        index = (await (await fetch("index.json")).json()).map(prepare);
    } catch {
        summary.textContent = "The index of the search could not be loaded. Reload the page.";
        return;
    }
    update();
}

function prepare([title, url, kind, text]) {
    return { title, url, kind, text, lowTitle: title.toLowerCase(), lowText: text.toLowerCase() };
}

// Whole words in a title count most, and most of all the title itself. Guides come before declarations, and declarations deep in other
// types later. Returns 0 if fewer than `required` words occur.
function score(entry, words, required) {
    const points = words.map((word) => wordScore(entry, word)).filter((each) => each > 0);
    if (points.length < required) return 0;
    const depth = isGuide(entry) ? 0 : Math.max(0, name(entry).split(".").length - 2);
    const total = points.reduce((sum, each) => sum + each, 0) + (entry.lowTitle === words.join(" ") ? 20 : 0);
    return total + (isGuide(entry) ? 7 : 0) - 4 * depth - Math.min(entry.title.length / 40, 4);
}

function wordScore(entry, word) {
    const inTitle = match(entry.lowTitle, word), inText = match(entry.lowText, word);
    // The last part of a declaration's name is its own name.
    const isName = isGuide(entry) ? inTitle?.isWhole : inTitle && name(entry).toLowerCase().endsWith(word);
    if (isName) return inTitle.isStart ? 30 : 20;
    if (inTitle?.isStart) return 16;
    if (inText?.isWhole) return 10;
    if (inTitle) return 6;
    return inText ? (inText.isStart ? 3 : 1) : 0;
}

// The best place of a word in a text: a whole word, or else the start of one, or else any place.
function match(text, word) {
    let best = null;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const isStart = at === 0 || !/\w/.test(text[at - 1]);
        const isWhole = isStart && !/\w/.test(text[at + word.length] ?? " ");
        if (isWhole) return { isStart, isWhole };
        if (!best || isStart) best = { isStart, isWhole };
    }
    return best;
}

const isGuide = (entry) => entry.kind === "Guide";
const name = (entry) => entry.title.replace(/\(.*/, "");

// The entries with all words; or, if there are none, those with most of them.
function search(words, index) {
    for (let required = words.length; required > 0; required--) {
        const found = index.map((entry) => [score(entry, words, required), entry]).filter(([points]) => points > 0);
        if (found.length > 0) return { required, found: found.sort(([a], [b]) => b - a) };
    }
    return { required: words.length, found: [] };
}

function show(query, index, summary) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    summary.textContent = "";
    if (words.length === 0) return;
    const { required, found } = search(words, index);
    summary.textContent = found.length === 1 ? "1 result" : `${found.length} results`;
    if (found.length > 50) summary.textContent += ", the best 50 are shown";
    if (required < words.length) summary.textContent += `. No entry has all words; these have ${required}`;
    results.append(...found.slice(0, 50).map(([, entry]) => item(entry, words)));
}

function item(entry, words) {
    const element = document.createElement("li");
    const link = document.createElement("a");
    link.href = "../" + entry.url;
    link.textContent = entry.title;
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = entry.kind;
    const text = document.createElement("p");
    text.textContent = excerpt(entry, words);
    element.append(link, " ", kind, text);
    return element;
}

// The part of the text around the first word that was found.
function excerpt(entry, words) {
    const positions = words.map((word) => entry.lowText.indexOf(word)).filter((position) => position >= 0);
    const start = Math.max(0, Math.min(...positions, entry.text.length) - 60);
    const isFar = positions.length > 0 && start > 0;
    const from = isFar ? entry.text.indexOf(" ", start) + 1 : 0;
    return (isFar ? "… " : "") + entry.text.slice(from, from + 180) + (entry.text.length > from + 180 ? " …" : "");
}
