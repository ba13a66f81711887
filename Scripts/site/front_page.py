"""The front page: the README, with a drawn picture and the screenshots of the examples."""

import os

from content import Renderer
from figures import figure

HERE = os.path.dirname(os.path.abspath(__file__))

# The screenshots: the name of the file, the caption, and the page with the example's description.
EXAMPLES = [
    ("notes", "Notes, an application with search, undo and an account", "notes"),
    ("lunch", "Lunch, with accounts, a chart and a countdown", "lunch"),
    ("lunch-phone", "Lunch on a phone", "lunch"),
    ("counter", "Counter", "sevenguis"),
    ("temperature", "Temperature converter", "sevenguis"),
    ("flights", "Flight booker", "sevenguis"),
    ("timer", "Timer", "sevenguis"),
    ("people", "CRUD", "sevenguis"),
    ("circles", "Circle drawer", "sevenguis"),
    ("cells", "Cells", "sevenguis"),
]


def document(readme, archive, options):
    renderer = Renderer(readme, archive, options, "")
    nodes = [node for section in readme.data["primaryContentSections"] if section["kind"] == "content"
             for node in section["content"]]
    if nodes and nodes[0]["type"] == "heading" and nodes[0]["text"] == "Overview":
        nodes = nodes[1:]
    parts = [hero(readme, renderer)]
    for node in nodes:
        if node["type"] == "heading" and node["text"] == "How it compares":
            parts.append(examples(renderer, options))
        if node["type"] == "codeListing" and node["syntax"] == "text":
            parts.append(picture())
        else:
            parts.append(renderer.blocks([node]))
    return "\n".join(parts)


def hero(readme, renderer):
    essentials = renderer.href("documentation/millrace/essentials/")
    recipes = renderer.href("documentation/millrace/recipes/")
    return f"""<div class="hero">
<h1>Millrace</h1>
<p>{renderer.inline(readme.data["abstract"])}</p>
<p class="actions"><a class="button" href="{essentials}">Learn the essentials</a> <a class="button plain" href="{recipes}">Recipes</a></p>
</div>"""


def picture():
    with open(os.path.join(HERE, "picture.svg"), encoding="utf-8") as file:
        return f'<figure class="picture">{file.read()}</figure>'


def examples(renderer, options):
    """The screenshots, each in the color scheme of the reader."""
    if not options.screenshots:
        return ""
    figures = [figure(renderer, name, caption, page) for name, caption, page in EXAMPLES]
    return f'<h2 id="What-it-looks-like">What it looks like</h2><div class="examples">{"".join(figures)}</div>'
