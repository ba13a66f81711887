// Returns the visible texts of the page whose contrast with their background is below 4.5, the limit of WCAG 2 for text.
// A disabled control has no limit, and neither has a text for assistive technology only, which is one pixel wide. Images behind
// a text are not considered.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

// The red, green and blue parts of a color, and its opacity from 0 to 1.
const parts = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
};
const over = ([r, g, b, a], below) => [r, g, b].map((each, i) => each * a + below[i] * (1 - a));
const luminance = (color) => {
    const [r, g, b] = color.map((each) => each / 255).map((e) => (e <= 0.04045 ? e / 12.92 : ((e + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

// A system color depends on the theme of the document.
const probe = document.createElement("div");
probe.style.backgroundColor = "Canvas";
document.body.append(probe);
const base = parts(getComputedStyle(probe).backgroundColor);
probe.remove();

function background(element) {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
        const color = parts(getComputedStyle(each).backgroundColor);
        layers.push(color);
        if (color[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), base);
}

function opacity(element) {
    let product = 1;
    for (let each = element; each; each = each.parentElement) product *= getComputedStyle(each).opacity;
    return product;
}

const found = [];
function check(element, color, text) {
    const below = background(element);
    const [r, g, b, a] = parts(color);
    const [light, dark] = [over([r, g, b, a * opacity(element)], below), below].map(luminance).sort((x, y) => y - x);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) found.push(`${element.localName} “${text}” ${contrast.toFixed(2)}`);
}

for (const element of document.querySelectorAll("#m-page *, #m-status")) {
    if (!element.checkVisibility({ opacityProperty: true }) || element.closest(":disabled")) continue;
    if (element.getBoundingClientRect().width <= 1) continue;
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(" ").trim();
    const isField = element.matches("input:not([type=range], [type=checkbox], [type=radio], [type=color]), select, textarea");
    if (text || isField) check(element, getComputedStyle(element).color, text || element.value);
    if (element.placeholder) check(element, getComputedStyle(element, "::placeholder").color, element.placeholder);
}
return found;
