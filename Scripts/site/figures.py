"""Figures with screenshots, in the color scheme of the reader."""

from content import escape

# The screenshots of guides: the page, and for each of its headings the names of the files and the captions.
GUIDES = {
    "documentation/millraceinspector/inspecting": {
        "Look": [("inspector-timeline", "The timeline of Notes: each message, with its cause and its duration")],
        "Find the cause": [
            ("inspector-turn", "A turn: its causes, its effects, what it changed, and why a value is what it is"),
            ("inspector-commands", "The commands, with those that run first"),
            ("inspector-phone", "The timeline on a phone"),
        ],
    },
}


def figure(renderer, name, caption, page=None):
    """A screenshot with its caption, and a link to a page."""
    light, dark = (renderer.href(f"screenshots/{name}-{scheme}.png") for scheme in ("light", "dark"))
    picture = f"""<picture>
<source srcset="{dark}" media="(prefers-color-scheme: dark)"><img src="{light}" alt="{escape(caption)}" loading="lazy">
</picture>"""
    if page:
        picture = f'<a href="{renderer.href(f"documentation/project/{page}/")}">{picture}</a>'
    return f'<figure class="screenshot {name}">{picture}<figcaption>{escape(caption)}</figcaption></figure>'


def with_figures(renderer, nodes):
    """The content of a guide, with the figures of its sections at their ends."""
    if not renderer.options.screenshots:
        return renderer.blocks(nodes)
    figures, parts, waiting = GUIDES.get(renderer.path, {}), [], []
    for node in nodes:
        if node["type"] == "heading":
            parts += waiting
            waiting = [figure(renderer, *each) for each in figures.get(node["text"], [])]
        parts.append(renderer.blocks([node]))
    return "\n".join(parts + waiting)
