"""Turns the content of DocC's pages into HTML."""

import html
import os
import posixpath

from archive import SCHEME, SiteError, relative
from swift_code import highlight


def escape(text):
    return html.escape(text, quote=True)


class Renderer:
    """Renders the content of one page. Each kind of node has a method; an unknown kind fails the build."""

    def __init__(self, page, archive, options, path=None):
        self.page, self.archive, self.options = page, archive, options
        self.path = page.path if path is None else path
        self.headings = []  # (level, anchor, text)

    # Links

    def href(self, target):
        """The relative URL of a page, or of a file such as `site.css`."""
        return relative(self.path, target)

    def page_href(self, page, anchor=None):
        return self.href(page.path + "/") + (f"#{anchor}" if anchor else "")

    def resolve(self, identifier):
        """The page and the anchor of an identifier of DocC, or `None` if it is of another package."""
        reference = self.page.references.get(identifier, {})
        url = reference.get("url", "")
        path, _, anchor = url.partition("#")
        page = self.archive.pages.get(path.strip("/"))
        return (page, anchor or None, reference) if page else None

    def link_url(self, url):
        """The URL of a link that is written as one, or `None` if it leads to a file that is not on the site."""
        if SCHEME.match(url) or url.startswith("#"):
            return url
        path, _, anchor = url.partition("#")
        if path.startswith("/documentation/"):
            page = self.archive.pages.get(path.strip("/").lower())
            if not page:
                raise SiteError(f"{self.page.source or self.page.path} links to {url}, which is no page.")
            return self.page_href(page, anchor)
        if not self.page.source:
            raise SiteError(f"The documentation comment of {self.page.path} has the relative link {url}.")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.page.source), path))
        if not os.path.exists(os.path.join(self.options.repository, file)):
            raise SiteError(f"{self.page.source} links to {file}, which does not exist.")
        page = self.archive.by_source.get(file) or self.archive.by_source.get(posixpath.join(file, "README.md"))
        if page:
            return self.page_href(page, anchor)
        return f"{self.options.source_url}/{file}" if self.options.source_url else None

    # Text

    def inline(self, nodes):
        return "".join(getattr(self, "inline_" + node["type"])(node) for node in nodes or [])

    def inline_text(self, node):
        return escape(node["text"])

    def inline_codeVoice(self, node):
        code = f"<code>{escape(node['code'])}</code>"
        page = self.archive.types.get(node["code"])
        # Links in DocC's own form reach only the same module.
        if self.page.is_guide and page and page.module != self.page.module and page is not self.page:
            return f'<a href="{self.page_href(page)}">{code}</a>'
        return code

    def inline_emphasis(self, node):
        return f"<em>{self.inline(node['inlineContent'])}</em>"

    def inline_strong(self, node):
        return f"<strong>{self.inline(node['inlineContent'])}</strong>"

    def inline_reference(self, node):
        reference = self.page.references.get(node["identifier"], {})
        if reference.get("type") == "link":
            content = self.inline(node.get("overridingTitleInlineContent") or reference["titleInlineContent"])
            url = self.link_url(reference["url"])
            return f'<a href="{escape(url)}">{content}</a>' if url else content
        resolved = self.resolve(node["identifier"])
        if not resolved:
            return f"<code>{escape(reference.get('title', node['identifier']))}</code>"
        page, anchor, reference = resolved
        title = self.inline(node.get("overridingTitleInlineContent")) or self.reference_title(reference)
        return f'<a href="{self.page_href(page, anchor)}">{title}</a>'

    def reference_title(self, reference):
        title = escape(reference["title"])
        return f"<code>{title}</code>" if reference.get("kind") == "symbol" else title

    def inline_image(self, node):
        reference = self.page.references[node["identifier"]]
        url = reference["variants"][0]["url"].strip("/")
        return f'<img src="{self.href(url)}" alt="{escape(reference["alt"])}">'

    # Blocks

    def blocks(self, nodes):
        return "\n".join(getattr(self, "block_" + node["type"])(node) for node in nodes)

    def block_paragraph(self, node):
        return f"<p>{self.inline(node['inlineContent'])}</p>"

    def block_heading(self, node):
        anchor, level = escape(node["anchor"]), node["level"]
        self.headings.append((level, anchor, node["text"]))
        link = f'<a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a>'
        return f'<h{level} id="{anchor}">{escape(node["text"])}{link}</h{level}>'

    def block_codeListing(self, node):
        code = "\n".join(node["code"])
        code = highlight(code) if node["syntax"] == "swift" else escape(code)
        return f'<pre class="code" tabindex="0"><code>{code}</code></pre>'

    def block_aside(self, node):
        return f'<aside class="{escape(node["style"])}"><strong>{escape(node.get("name") or node["style"].title())}</strong>' \
            f"{self.blocks(node['content'])}</aside>"

    def block_unorderedList(self, node):
        return f"<ul>{self.items(node)}</ul>"

    def block_orderedList(self, node):
        return f'<ol start="{node.get("start", 1)}">{self.items(node)}</ol>'

    def items(self, node):
        return "".join(f"<li>{self.item(each['content'])}</li>" for each in node["items"])

    def item(self, content):
        """An item with one paragraph needs no space around it."""
        if len(content) == 1 and content[0]["type"] == "paragraph":
            return self.inline(content[0]["inlineContent"])
        return self.blocks(content)

    def block_termList(self, node):
        return "<dl>" + "".join(
            f"<dt>{self.inline(each['term']['inlineContent'])}</dt><dd>{self.item(each['definition']['content'])}</dd>"
            for each in node["items"]) + "</dl>"

    def block_table(self, node):
        alignments = node.get("alignments") or []
        rows = []
        for number, row in enumerate(node["rows"]):
            cell = "th" if number == 0 and node["header"] in ("row", "both") else "td"
            rows.append("<tr>" + "".join(
                f'<{cell}{self.alignment(alignments, column)}>{self.item(each)}</{cell}>'
                for column, each in enumerate(row)) + "</tr>")
        return f'<div class="table" tabindex="0"><table>{"".join(rows)}</table></div>'

    def alignment(self, alignments, column):
        kind = alignments[column] if column < len(alignments) else "unset"
        return f' class="{kind}"' if kind in ("right", "center") else ""

    # Declarations

    def declaration(self, tokens):
        return "".join(map(self.declaration_token, tokens))

    def declaration_token(self, token):
        text = escape(token["text"])
        resolved = self.resolve(token["identifier"]) if "identifier" in token else None
        page = resolved[0] if resolved else self.archive.by_symbol.get(token.get("preciseIdentifier"))
        if page:
            return f'<a class="type" href="{self.page_href(page)}">{text}</a>'
        classes = {"keyword": "keyword", "attribute": "attribute", "typeIdentifier": "type", "number": "number"}
        kind = classes.get(token["kind"])
        return f'<span class="{kind}">{text}</span>' if kind else text


def plain(nodes, references):
    """The text of inline nodes, for the search and for tables of contents."""
    result = []
    for node in nodes or []:
        if node["type"] in ("text", "codeVoice"):
            result.append(node.get("text") or node.get("code", ""))
        elif "inlineContent" in node:
            result.append(plain(node["inlineContent"], references))
        elif node["type"] == "reference":
            result.append(references.get(node["identifier"], {}).get("title", ""))
    return "".join(result)
