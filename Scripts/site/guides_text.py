"""Writes all guides into one text, from the same Markdown files as the pages, for language models and for printing."""

import os


def write(groups, archive, repository, file):
    with open(file, "w", encoding="utf-8") as output:
        output.write("# Millrace: all guides\n\nOne-way data flow for Swift. The text of each guide follows, in the order of the site.\n")
        sources = [("", "README.md")]
        sources += [(path, archive.pages[path].source) for _, paths in groups for path in paths if "/project/" not in path]
        for path, source in sources:
            with open(os.path.join(repository, source), encoding="utf-8") as guide:
                output.write(f"\n---\n\nPage: /{path}\n\n{guide.read().strip()}\n")
