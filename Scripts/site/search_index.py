"""Writes the index that the search in the browser reads: an entry for each section of a guide and for each symbol."""

import json

from content import plain


def entries(archive):
    for page in archive.pages.values():
        text = plain(page.data.get("abstract"), page.references)
        if page.is_guide:
            yield from guide_entries(page, text)
        else:
            yield entry(full_name(page), page.path + "/", page.metadata.get("roleHeading", ""), text)


def full_name(page):
    """The name of a symbol with the type that contains it. The titles of nested types have it already."""
    parents = page.ancestors()[1:]
    parent = page.references.get(parents[-1], {}).get("title") if parents else None
    return page.title if not parent or page.title.startswith(parent + ".") else f"{parent}.{page.title}"


def guide_entries(page, text):
    section = [page.title, page.path + "/", [text]]
    for content in page.data.get("primaryContentSections", []):
        for node in content.get("content", []):
            if node["type"] == "heading" and node["text"] != "Overview":
                yield entry(section[0], section[1], "Guide", " ".join(section[2]))
                section = [f"{page.title} › {node['text']}", f"{page.path}/#{node['anchor']}", []]
            else:
                section[2].append(block_text(node, page.references))
    yield entry(section[0], section[1], "Guide", " ".join(section[2]))


def block_text(node, references):
    """The text of a block with all blocks in it."""
    if isinstance(node, list):
        return " ".join(block_text(each, references) for each in node)
    if not isinstance(node, dict):
        return ""
    if "inlineContent" in node:
        return plain(node["inlineContent"], references)
    if node.get("type") == "codeListing":
        return " ".join(node["code"])
    return " ".join(block_text(each, references) for each in node.values() if isinstance(each, (dict, list)))


def entry(title, url, kind, text):
    return [title, url, kind, " ".join(text.split())]


def write(archive, file):
    with open(file, "w", encoding="utf-8") as output:
        json.dump(list(entries(archive)), output, ensure_ascii=False, separators=(",", ":"))
