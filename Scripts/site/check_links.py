#!/usr/bin/python3
"""Checks the links of a static site: each page, file and anchor must exist, and each page must be reachable. The links in the
index of the search, search/index.json, are checked too.

    Scripts/site/check_links.py FOLDER
    Scripts/site/check_links.py --test

Links must be relative, so that the site works below any path. Links to other sites are counted, not opened. Two elements of a
page must not have the same id. --test checks this script itself with a site that has one of each error.
"""

import json
import os
import posixpath
import sys
import tempfile
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

ATTRIBUTES = {"a": ["href"], "img": ["src"], "link": ["href"], "script": ["src"], "source": ["srcset"], "form": ["action"]}


class Document(HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.ids, self.repeated = [], set(), []
        with open(file, encoding="utf-8") as contents:
            self.feed(contents.read())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            if values["id"] in self.ids:
                self.repeated.append(values["id"])
            self.ids.add(values["id"])
        self.links += [values[name] for name in ATTRIBUTES.get(tag, []) if values.get(name) is not None]


def check(folder):
    """Returns the errors, and the numbers of links, pages and links to other sites."""
    pages = {os.path.relpath(os.path.join(parent, name), folder): None
             for parent, _, names in os.walk(folder) for name in names if name.endswith(".html")}
    for path in pages:
        pages[path] = Document(os.path.join(folder, path))
    errors, links, external, reachable = [], 0, set(), {path: set() for path in pages}
    for path, document in pages.items():
        errors += [f"{path}: two elements have the id {each}" for each in document.repeated]
        for link in document.links:
            links += 1
            url = urlsplit(link)
            if url.scheme or url.netloc:
                external.add(link)
                continue
            target, error = resolve(folder, path, url, pages)
            if error:
                errors.append(f"{path}: {link}: {error}")
            reachable[path].add(target)
    errors += [f"{path}: no link leads to this page" for path in unreachable(reachable)]
    found = search_links(folder)
    for link in found:
        error = resolve(folder, "index.html", urlsplit(link), pages)[1]
        if error:
            errors.append(f"search/index.json: {link}: {error}")
    return errors, links + len(found), len(pages), len(external)


def search_links(folder):
    """The URLs in the index of the search, relative to the folder."""
    file = os.path.join(folder, "search", "index.json")
    if not os.path.isfile(file):
        return []
    with open(file, encoding="utf-8") as index:
        return [entry[1] for entry in json.load(index)]


def resolve(folder, path, url, pages):
    """The file to which a link leads, and what is wrong with it."""
    if url.path.startswith("/"):
        return None, "the link is not relative"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(url.path))) if url.path else path
    file = os.path.join(folder, target)
    if os.path.isdir(file):
        if not url.path.endswith(("/", ".")):
            return None, "the link to a folder does not end with a slash"
        target = posixpath.normpath(posixpath.join(target, "index.html"))
        file = os.path.join(folder, target)
    if not os.path.isfile(file) or target.startswith(".."):
        return None, "the page or file does not exist"
    if url.fragment and (target not in pages or unquote(url.fragment) not in pages[target].ids):
        return target, "the anchor does not exist"
    return target, None


def unreachable(reachable):
    found, pending = {"index.html"}, ["index.html"]
    while pending:
        for target in reachable.get(pending.pop(), ()):
            if target in reachable and target not in found:
                found.add(target)
                pending.append(target)
    return sorted(set(reachable) - found)


def test():
    """Fails unless exactly the errors of a small site are reported."""
    site = {
        "index.html": '<a href="a/">a</a><a href="a/#part">b</a><a href="#top" id="top">c</a><a href="https://example.com">d</a>'
                      '<img src="a/b%20c.png">',
        "a/index.html": '<h2 id="part"></h2><a href="../">up</a><a href="../missing/">1</a><a href="#none">2</a>'
                        '<a href="/a/">3</a><a href="../a">4</a><i id="x"></i><i id="x"></i><a href="../../outside">5</a>',
        "a/b c.png": "", "alone/index.html": '<a href="../">up</a>',
        "search/index.json": '[["A", "a/#part", "Guide", ""], ["B", "a/#gone", "Guide", ""]]',
    }
    expected = ["../missing/", "#none", "/a/", "../a:", "two elements have the id x", "../../outside", "alone/index.html: no link",
                "a/#gone"]
    with tempfile.TemporaryDirectory() as folder:
        for path, text in site.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                file.write(text)
        errors = check(folder)[0]
    for each in expected:
        if sum(each in error for error in errors) != 1:
            sys.exit(f"check_links: not reported once: {each}\n" + "\n".join(errors))
    if len(errors) != len(expected):
        sys.exit("check_links: more errors than expected:\n" + "\n".join(errors))
    print(f"check_links: {len(expected)} errors are found")


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    errors, links, pages, external = check(sys.argv[1])
    for error in errors[:100]:
        print(f"site: {error}", file=sys.stderr)
    if errors:
        sys.exit(f"site: {len(errors)} links or pages are wrong.")
    print(f"All {links} links of {pages} pages lead to existing pages, files and anchors. {external} links lead to other sites.")


if __name__ == "__main__":
    main()
