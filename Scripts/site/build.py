#!/usr/bin/python3
"""Builds the site from DocC's merged archive.

    Scripts/site/build.py --archive FOLDER --symbols FOLDER --output FOLDER [--screenshots FOLDER] [--source-url URL]

DocC resolves the links and checks them; this program turns its data into pages that need no script. DocC's own pages do, and
its option to include their content (--experimental-transform-for-static-hosting-with-content) crashes docc of Swift 6.3 with
some of the guides. All links are relative, so the folder can be served below any path.

--source-url is where the repository's files are shown, such as https://example.com/millrace/blob/main. Without it, the names
of source files are no links.
"""

import argparse
import os
import shutil
import sys

import documents
import front_page
import guides_text
import search_index
from archive import Archive, SiteError, catalog_sources, check_guide_order, read_guide_order
from content import Renderer, plain
from page import Layout

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))

# The pages that are made of the repository's other Markdown files.
PROJECT = {
    "readme": "README.md", "contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md", "license": "LICENSE",
    "notes": "Examples/Notes/README.md", "sevenguis": "Examples/SevenGUIs/README.md", "lunch": "Examples/Lunch/README.md",
    "orders": "Examples/Orders/README.md",
    "benchmarks": "Benchmarks/README.md",
}


def main():
    options = parse_arguments()
    options.repository = REPOSITORY
    sources = catalog_sources(REPOSITORY)
    sources.update({f"documentation/project/{name}": file for name, file in PROJECT.items()})
    archive = Archive(options.archive, sources, options.symbols)
    groups = read_guide_order(os.path.join(HERE, "guides.txt"))
    readme = archive.pages.pop("documentation/project/readme")
    archive.pages.pop("documentation/project", None)
    check_guide_order(groups, archive)
    layout = Layout(archive, groups, options)
    shutil.rmtree(options.output, ignore_errors=True)

    for page in archive.pages.values():
        text, headings = documents.document(page, archive, options)
        kind = "guide" if page.is_guide else "symbol"
        description = plain(page.data.get("abstract"), page.references)
        write(options, page.path, layout.write(
            page.path, f"{page.title} · Millrace", text, headings if page.is_guide else (), kind, description))
    write_other_pages(readme, archive, layout, options)
    copy_files(options)
    search_index.write(archive, os.path.join(options.output, "search", "index.json"))
    guides_text.write(groups, archive, REPOSITORY, os.path.join(options.output, "llms-full.txt"))
    print(f"The site has {len(archive.pages) + 3} pages: {options.output}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("archive", "symbols", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--screenshots")
    parser.add_argument("--source-url", default="")
    return parser.parse_args()


def write(options, path, text):
    folder = os.path.join(options.output, path)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as output:
        output.write(text)


def write_other_pages(readme, archive, layout, options):
    description = plain(readme.data.get("abstract"), readme.references)
    text = front_page.document(readme, archive, options)
    write(options, "", layout.write("", "Millrace: one-way data flow for Swift", text, (), "front", description))
    index, headings = documents.reference_index(archive, layout, Renderer(readme, archive, options, "documentation"))
    write(options, "documentation", layout.write("documentation", "Reference · Millrace", index, headings, "guide"))
    with open(os.path.join(HERE, "search.html"), encoding="utf-8") as search:
        write(options, "search", layout.write("search", "Search · Millrace", search.read(), (), "guide"))


def copy_files(options):
    for name in ("site.css", "search.js", "icon.svg"):
        shutil.copy(os.path.join(HERE, name), options.output)
    images = os.path.join(options.archive, "images")
    if os.path.isdir(images):
        shutil.copytree(images, os.path.join(options.output, "images"))
    if options.screenshots:
        shutil.copytree(options.screenshots, os.path.join(options.output, "screenshots"))
    # GitHub Pages would otherwise leave out files whose names begin with an underscore.
    open(os.path.join(options.output, ".nojekyll"), "w").close()


if __name__ == "__main__":
    try:
        main()
    except SiteError as error:
        sys.exit(f"site: {error}")
