"""The layout of a page: the header, the navigation, the content and the sections of the page."""

from archive import relative
from content import escape


class Layout:
    """What all pages share."""

    def __init__(self, archive, groups, options):
        self.archive, self.groups, self.options = archive, groups, options

    def write(self, path, title, main, headings=(), body_class="", description=""):
        """Returns the document of the page at `path`."""
        def href(target):
            return relative(path, target)
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escape(description)}">
<title>{escape(title)}</title>
<link rel="icon" href="{href('icon.svg')}">
<link rel="stylesheet" href="{href('site.css')}">
<script src="{href('search.js')}" defer></script>
</head>
<body class="{body_class}">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="{href('')}"><img src="{href('icon.svg')}" alt="" width="22" height="22">Millrace</a>
<nav aria-label="Main">
<a href="{href('documentation/millrace/essentials/')}">Essentials</a>
<a href="{href('documentation/millrace/recipes/')}">Recipes</a>
<a href="{href('documentation/')}">Reference</a>
</nav>
<form class="search" action="{href('search/')}" role="search">
<input type="search" name="q" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
</form>
</header>
<div class="columns">
{self.navigation(path, href)}
<main id="content">
{main}
</main>
{self.sections(headings)}
</div>
<footer><a href="{href('llms-full.txt')}">All guides as one text</a> · <a href="{href('documentation/project/license/')}">MIT licence</a></footer>
</body>
</html>
"""

    def navigation(self, current, href):
        """The guides. Narrow screens show them behind a button, which needs no script."""
        groups = []
        for title, paths in self.groups:
            links = "".join(self.navigation_link(path, current, href) for path in paths)
            groups.append(f"<h2>{escape(title)}</h2><ul>{links}</ul>")
        modules = "".join(
            self.navigation_link(page.path, current, href) for page in self.modules())
        groups.append(f"<h2>Reference</h2><ul>{modules}</ul>")
        contents = "".join(groups)
        return f"""<nav class="side" aria-label="Guides">
<input type="checkbox" id="menu" aria-label="Show all guides"><label for="menu">All guides</label>
<div class="groups">{contents}</div>
</nav>"""

    def navigation_link(self, path, current, href):
        page = self.archive.pages[path]
        mark = ' aria-current="page"' if path == current else ""
        return f'<li><a href="{href(path + "/")}"{mark}>{escape(page.title)}</a></li>'

    def modules(self):
        """The start pages of the modules, Millrace first."""
        found = [page for page in self.archive.pages.values() if page.metadata.get("symbolKind") == "module"]
        return sorted(found, key=lambda page: (len(page.title), page.title))

    def sections(self, headings):
        listed = [each for each in headings if each[0] in (2, 3)]
        if len(listed) < 2:
            return ""
        links = "".join(
            f'<li class="level{level}"><a href="#{anchor}">{escape(text)}</a></li>' for level, anchor, text in listed)
        return f'<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>{links}</ul></nav>'
