"""Reads the data of DocC's merged archive, and finds the page of a link."""

import glob
import json
import os
import posixpath
import re


class SiteError(Exception):
    """The site cannot be built as its sources are. The text says what to change."""


class Page:
    """A page of the archive."""

    def __init__(self, path, data):
        # Without the slash at the start.
        self.path, self.data = path, data
        self.metadata = data["metadata"]
        self.identifier = data["identifier"]["url"]
        self.title = self.metadata["title"]
        self.references = data["references"]
        self.module = self.path.split("/")[1]
        # The Markdown file of a guide, relative to the repository. Its links are relative to this file.
        self.source = None

    @property
    def is_guide(self):
        """Whether a person wrote the page as a text of its own. DocC adds articles that list implementations."""
        return self.data["kind"] == "article" and self.source is not None

    def ancestors(self):
        """The identifiers of the pages above this one, the module first."""
        paths = self.data["hierarchy"]["paths"]
        return paths[0] if paths else []


class Archive:
    """The pages of all modules, by their paths."""

    def __init__(self, folder, sources, symbols):
        self.pages = {}
        data = os.path.join(folder, "data")
        for file in sorted(glob.glob(os.path.join(data, "documentation", "**", "*.json"), recursive=True)):
            path = os.path.relpath(file, data).removesuffix(".json")
            with open(file, encoding="utf-8") as contents:
                self.pages[path] = Page(path, json.load(contents))
        self.by_source = {}
        for path, source in sources.items():
            if path in self.pages:
                self.pages[path].source = source
                self.by_source[source] = self.pages[path]
        self.by_symbol = {each.metadata["externalID"]: each
                          for each in self.pages.values() if "externalID" in each.metadata}
        self.imports = imports(symbols)
        self.types = self.type_names()

    def type_names(self):
        """The public types that are not in another type, and whose names occur in one module only."""
        kinds, found = {"class", "struct", "enum", "protocol"}, {}
        for page in self.pages.values():
            if page.metadata.get("symbolKind") in kinds and len(page.ancestors()) == 1:
                found.setdefault(page.title, []).append(page)
        return {name: pages[0] for name, pages in found.items() if len(pages) == 1}

    def guides(self):
        return [page for page in self.pages.values() if page.is_guide]


def imports(folder):
    """The module to import for each symbol, by the symbol's precise identifier."""
    found = {}
    for file in glob.glob(os.path.join(folder, "*.symbols", "*.symbols.json")):
        # The name is that of the module, and for extensions of another module has more parts.
        module = os.path.basename(file).split("@")[0].split(".")[0]
        with open(file, encoding="utf-8") as contents:
            for symbol in json.load(contents)["symbols"]:
                found[symbol["identifier"]["precise"]] = module
    return found


def catalog_sources(repository):
    """The path of each guide's page, and the guide's Markdown file, relative to the repository."""
    found = {}
    for file in sorted(glob.glob(os.path.join(repository, "Sources", "*", "*.docc", "*.md"))):
        module = os.path.basename(os.path.dirname(file)).removesuffix(".docc").lower()
        name = os.path.basename(file).removesuffix(".md").lower()
        path = f"documentation/{module}" if name == module else f"documentation/{module}/{name}"
        found[path] = os.path.relpath(file, repository)
    return found


def read_guide_order(file):
    """The groups of the navigation: a title, and the paths of the pages."""
    groups = []
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" "):
                groups[-1][1].append("documentation/" + line.strip())
            else:
                groups.append((line.strip(), []))
    return groups


def check_guide_order(groups, archive):
    listed = [path for _, paths in groups for path in paths]
    guides = {page.path for page in archive.guides()}
    for path in listed:
        if path not in guides:
            raise SiteError(f"guides.txt names the page {path}, which is no guide. Remove it, or write the guide.")
    for path in sorted(guides - set(listed)):
        raise SiteError(f"The guide {path} is missing in guides.txt. Add it to a group.")


def relative(source, target):
    """The relative URL of the page or file `target` on the page `source`. Both are paths without a slash at the start."""
    folder = target.endswith("/") or target == ""
    result = posixpath.relpath(target or ".", source or ".")
    return result + "/" if folder and not result.endswith("/") else result


SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
