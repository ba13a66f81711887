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
    try {
        index = (await (await fetch("index.json")).json()).map(prepare);
    } catch {
        summary.textContent = "The index of the search could not be loaded. Reload the page.";
        return;
    }
    const update = () => show(field.value, index, summary);
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    field.form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => {
        history.replaceState(null, "", field.value ? "?q=" + encodeURIComponent(field.value) : location.pathname);
        update();
    });
    update();
}

function prepare([title, url, kind, text]) {
    return { title, url, kind, text, lowTitle: title.toLowerCase(), lowText: text.toLowerCase() };
}

// All words must occur. Words in a title count most, then the start of a word, then guides before declarations. Declarations deep in
// other types come later.
function score(entry, words) {
    let total = 0;
    for (const word of words) {
        const inTitle = entry.lowTitle.indexOf(word);
        if (inTitle >= 0) {
            const isStart = inTitle === 0 || !/\w/.test(entry.lowTitle[inTitle - 1]);
            total += 10 + (isStart ? 10 : 0) + (entry.lowTitle.replace(/\(.*/, "").endsWith(word) ? 10 : 0);
        } else if (entry.lowText.includes(word)) {
            total += 2;
        } else {
            return 0;
        }
    }
    const isGuide = entry.kind === "Guide";
    const depth = isGuide ? 0 : Math.max(0, entry.title.replace(/\(.*/, "").split(".").length - 2);
    return total + (isGuide ? 5 : 0) - 4 * depth - Math.min(entry.title.length / 40, 4);
}

function show(query, index, summary) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    summary.textContent = "";
    if (words.length === 0) return;
    const found = index.map((entry) => [score(entry, words), entry]).filter(([points]) => points > 0);
    found.sort(([a], [b]) => b - a);
    summary.textContent = found.length === 1 ? "1 result" : `${found.length} results`;
    if (found.length > 50) summary.textContent += ", the best 50 are shown";
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
