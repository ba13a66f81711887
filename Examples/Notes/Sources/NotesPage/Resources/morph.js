// Makes elements look like HTML from the server, touching only what differs, so that what has the focus keeps it.

const keyOf = (node) => node.dataset?.key;

const parse = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
};

/** Makes the content of `element` look like `html`. */
export function setContent(element, html) {
    keepingFocus(() => morphChildren(element, parse(html)));
}

/** Makes the rows of `list` those of `order`; `rows` has the HTML of those that are new or changed. */
export function setList(list, { order, rows }) {
    const focused = [...list.children].findIndex((row) => row.contains(document.activeElement));
    keepingFocus(() => {
        const wanted = new Set(order);
        for (const row of [...list.children]) if (!wanted.has(keyOf(row))) row.remove();
        const present = new Map([...list.children].map((row) => [keyOf(row), row]));
        order.forEach((key, index) => {
            const fresh = rows[key] && parse(rows[key]).firstElementChild;
            const row = present.get(key) ?? fresh;
            if (fresh && fresh !== row) morph(row, fresh);
            if (row && list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
        });
    });
    // The row that had the focus has gone: the one in its place gets it.
    if (focused >= 0 && document.activeElement === document.body) {
        const row = list.children[Math.min(focused, list.children.length - 1)];
        row?.querySelector("a").focus();
    }
}

function morph(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
        if (old.data !== fresh.data) old.data = fresh.data;
        return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    morphChildren(old, fresh);
}

function morphChildren(parent, fresh) {
    const keyed = new Map([...parent.children].filter(keyOf).map((child) => [keyOf(child), child]));
    let place = parent.firstChild;
    for (const child of [...fresh.childNodes]) {
        const key = keyOf(child);
        const match = key ? keyed.get(key) : place && !keyOf(place) ? place : null;
        if (!match || match.nodeName !== child.nodeName) {
            parent.insertBefore(child, place);
            continue;
        }
        if (match !== place) parent.insertBefore(match, place);
        morph(match, child);
        place = match.nextSibling;
    }
    while (place) {
        const next = place.nextSibling;
        place.remove();
        place = next;
    }
}

// An element that is moved loses the focus.
function keepingFocus(change) {
    const active = document.activeElement;
    change();
    if (active !== document.activeElement && active?.isConnected) active.focus({ preventScroll: true });
}
