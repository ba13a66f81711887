"""Colors Swift code without a script in the browser."""

import html
import re

KEYWORDS = """
    actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension false
    fileprivate final for func get guard if import in indirect init inout is isolated lazy let mutating nil nonisolated open
    operator override package private protocol public repeat required rethrows return self set some static struct subscript
    super switch throw throws true try typealias var weak where while
""".split()

TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<string>(?P<hashes>#+)".*?"(?P=hashes)|"""(?:.|\n)*?"""|"(?:\\\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\\.|[^"\\\n])*")'
    r"|(?P<attribute>[@#][A-Za-z]\w*)"
    r"|(?P<number>(?<!\$)\b\d[\d_]*(?:\.\d+)?\b)"
    r"|(?P<word>\b[A-Za-z_]\w*\b)",
    re.DOTALL)


def highlight(code):
    """Returns the code as HTML, with a `span` for each token that has a color."""
    result, end = [], 0
    for match in TOKEN.finditer(code):
        result.append(html.escape(code[end:match.start()], quote=False))
        result.append(token(match, code))
        end = match.end()
    return "".join(result) + html.escape(code[end:], quote=False)


def token(match, code):
    text = html.escape(match.group(), quote=False)
    kind = match.lastgroup if match.lastgroup != "hashes" else "string"
    if kind == "word":
        is_member = code[match.start() - 1:match.start()] == "."
        if match.group() in KEYWORDS and not is_member:
            kind = "keyword"
        elif match.group()[0].isupper():
            kind = "type"
        else:
            return text
    return f'<span class="{kind}">{text}</span>'
