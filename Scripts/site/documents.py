"""The main part of each kind of page."""

from content import Renderer, escape, plain
from figures import with_figures

MODULES_OF_KIT = {"Millrace", "MillraceExtras", "MillraceHistory", "MillraceModules"}


def document(page, archive, options):
    """The HTML of a page's main part, and its headings."""
    renderer = Renderer(page, archive, options)
    parts = [breadcrumb(page, renderer), f"<h1>{title(page)}</h1>", subtitle(page, archive), abstract(page, renderer)]
    sections = page.data.get("primaryContentSections", [])
    # The way to a page from the guides is the least important of its sections.
    parts += [primary(each, renderer) for each in sections if each["kind"] != "mentions"]
    parts += topics(page, renderer, "topicSections", "Topics")
    parts += topics(page, renderer, "defaultImplementationsSections", "Default implementations")
    parts += relationships(page, renderer)
    parts += [primary(each, renderer) for each in sections if each["kind"] == "mentions"]
    parts += topics(page, renderer, "seeAlsoSections", "See also")
    return "\n".join(part for part in parts if part), renderer.headings


def title(page):
    return escape(page.title) if page.is_guide else breakable(escape(page.title))


def breakable(name):
    """Lets long names wrap after a colon or a parenthesis."""
    return name.replace(":", ":<wbr>").replace("(", "<wbr>(")


def breadcrumb(page, renderer):
    links = []
    for identifier in page.ancestors():
        resolved = renderer.resolve(identifier)
        if resolved and not page.is_guide:
            links.append(f'<a href="{renderer.page_href(resolved[0])}">{escape(resolved[0].title)}</a>')
    return f'<nav class="path" aria-label="Path">{" › ".join(links)}</nav>' if links else ""


def subtitle(page, archive):
    """The kind of a symbol, and the import that it needs."""
    if page.is_guide or "externalID" not in page.metadata or page.metadata.get("symbolKind") == "module":
        return ""
    module = archive.imports.get(page.metadata["externalID"].split("::SYNTHESIZED::")[0])
    text = escape(page.metadata["roleHeading"])
    if module:
        kit = " or <code>MillraceKit</code>" if module in MODULES_OF_KIT - {"Millrace"} else ""
        text += f" · <code>import {module}</code>{kit}"
    return f'<p class="kind">{text}</p>'


def abstract(page, renderer):
    text = renderer.inline(page.data.get("abstract"))
    return f'<p class="abstract">{text}</p>' if text else ""


def primary(section, renderer):
    return globals()["primary_" + section["kind"]](section, renderer)


def primary_content(section, renderer):
    nodes = section["content"]
    # DocC adds this heading to guides whose first text has none.
    if nodes and nodes[0]["type"] == "heading" and nodes[0]["text"] in ("Overview", "Discussion"):
        nodes = nodes[1:]
    return with_figures(renderer, nodes)


def primary_declarations(section, renderer):
    return "".join(
        f'<pre class="code declaration" tabindex="0"><code>{renderer.declaration(each["tokens"])}</code></pre>'
        for each in section["declarations"])


def primary_parameters(section, renderer):
    rows = "".join(
        f"<dt><code>{escape(each['name'])}</code></dt><dd>{renderer.item(each['content'])}</dd>"
        for each in section["parameters"])
    return f"<h2>Parameters</h2><dl>{rows}</dl>"


def primary_mentions(section, renderer):
    links = []
    for identifier in section["mentions"]:
        resolved = renderer.resolve(identifier)
        if resolved:
            links.append(f'<a href="{renderer.page_href(resolved[0])}">{escape(resolved[0].title)}</a>')
    return f'<p class="mentions">Mentioned in {", ".join(links)}.</p>' if links else ""


def topics(page, renderer, key, heading):
    """Groups of links to other pages, each with its abstract."""
    groups = page.data.get(key, [])
    # DocC links each guide to all other guides. The navigation does that already.
    if not groups or page.is_guide and key == "seeAlsoSections":
        return []
    parts = []
    for group in groups:
        items = "".join(topic(each, renderer) for each in group["identifiers"])
        name = f"<h3>{escape(group['title'])}</h3>" if group.get("title") else ""
        parts.append(f'{name}<ul class="topics">{items}</ul>' if items else "")
    anchor = heading.lower().replace(" ", "-")
    if page.is_guide or key != "topicSections":
        parts = [f'<h2 id="{anchor}">{heading}</h2>'] + parts
    return parts


def topic(identifier, renderer):
    resolved = renderer.resolve(identifier)
    if not resolved:
        return ""
    page, anchor, reference = resolved
    name = f"<code>{breakable(escape(reference['title']))}</code>" if reference.get("kind") == "symbol" \
        else escape(reference["title"])
    text = renderer.inline(reference.get("abstract"))
    return f'<li><a href="{renderer.page_href(page, anchor)}">{name}</a>{"<p>" + text + "</p>" if text else ""}</li>'


def relationships(page, renderer):
    parts = []
    for group in page.data.get("relationshipsSections", []):
        names = [renderer.inline_reference({"identifier": each}) for each in group["identifiers"]]
        parts.append(f'<p class="relations"><strong>{escape(group["title"])}</strong> {", ".join(names)}</p>')
    return parts


def reference_index(archive, layout, renderer):
    """The page that lists the modules, and all public types by the module to import."""
    parts = ["<h1>Reference</h1>", '<p class="abstract">All public declarations. Types are listed under the module to import.</p>',
             '<ul class="topics">']
    for page in layout.modules():
        text = escape(plain(page.data.get("abstract"), page.references))
        parts.append(f'<li><a href="{renderer.page_href(page)}"><code>{escape(page.title)}</code></a><p>{text}</p></li>')
    parts.append("</ul>")
    by_module = {}
    for page in archive.types.values():
        by_module.setdefault(archive.imports.get(page.metadata["externalID"], page.module), []).append(page)
    for module in sorted(by_module):
        renderer.headings.append((2, module.lower(), module))
        links = "".join(
            f'<li><a href="{renderer.page_href(page)}"><code>{escape(page.title)}</code></a></li>'
            for page in sorted(by_module[module], key=lambda page: page.title))
        parts.append(f'<h2 id="{module.lower()}">{escape(module)}</h2><ul class="names">{links}</ul>')
    return "\n".join(parts), renderer.headings
