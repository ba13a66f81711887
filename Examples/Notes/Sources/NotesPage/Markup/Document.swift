/// The page as it is first sent: everything that stays, around the regions that change.
enum Document {
    static func html(regions: [String: HTML], rows: [HTML]) -> HTML {
        let region = { (name: String) in regions[name] ?? "" }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Notes</title>
            <link rel="stylesheet" href="/page.css">
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            <script src="/page.js" type="module"></script>
            </head>
            <body data-screen="list">
            <p id="connection" role="status" aria-live="assertive" hidden>Reconnecting…</p>
            <noscript><p class="hint">Notes needs JavaScript to keep the page live.</p></noscript>
            <nav id="side" aria-label="Notes">
            <header><h1>Notes</h1><p id="count" role="status">\(region("count"))</p>\
            <button class="primary" data-do="create" title="New note (n)"><span aria-hidden="true">+</span> New</button>\
            </header>
            <p class="search"><label class="away" for="search">Search notes</label>\
            <input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" \
            maxlength="500">\
            <kbd aria-hidden="true">/</kbd></p>
            <div id="import">\(region("import"))</div>
            <div class="scroll"><ol id="list">\(HTML(rows))</ol>
            <div id="more">\(region("more"))</div></div>
            <footer><button class="quiet" data-do="keys" title="Keys (?)">Keyboard</button></footer>
            </nav>
            <main id="editor" aria-label="Note" data-open="false">
            <div id="tools">\(region("tools"))</div>
            <label class="away" for="text">Text of the note; the first line is its title</label>
            <textarea id="text" maxlength="500000" placeholder="Write here. The first line is the title." \
            hidden></textarea>
            <div id="empty">\(region("empty"))</div>
            </main>
            <div id="toasts" aria-live="polite">\(region("toasts"))</div>
            \(keys)
            </body>
            </html>
            """
    }

    private static let keys: HTML = """
        <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard</h2><dl>
        <div><dt><kbd>/</kbd></dt><dd>Search</dd></div>
        <div><dt><kbd>n</kbd></dt><dd>New note</dd></div>
        <div><dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt><dd>Move in the list</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>Open the note</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>Leave the text or the search</dd></div>
        <div><dt><kbd>p</kbd></dt><dd>Pin or unpin</dd></div>
        <div><dt><kbd>Delete</kbd></dt><dd>Delete the note</dd></div>
        <div><dt><kbd>u</kbd></dt><dd>Undo the deletion</dd></div>
        </dl><form method="dialog"><button class="primary">Close</button></form></dialog>
        """
}
