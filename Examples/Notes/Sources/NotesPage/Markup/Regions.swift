import NotesCore

/// The parts of the page that are rendered from the state, each under the id of its element.
struct Regions {
    let library: Library.State
    let tab: Tab.State

    /// The note that the tab has open, even if another tab has deleted it: what was typed on the way is taken.
    var open: Editor.State? { tab.selected.flatMap { library.editors[$0] } }

    /// The note that is shown, if it is there.
    var editor: Editor.State? { open.flatMap { library.notes[$0.id] == nil ? nil : $0 } }

    /// Every region but the rows.
    var all: [String: HTML] {
        ["count": count, "import": importing, "more": more, "tools": tools, "empty": empty, "toasts": toasts]
    }

    // MARK: The list

    /// The notes to show, first to last.
    var visible: (rows: [NoteID], total: Int) {
        guard let found = tab.found else {
            return (Array(library.notes.order.prefix(tab.rowLimit)), library.notes.count)
        }
        let matching = library.notes.order.filter(found.contains)
        return (Array(matching.prefix(tab.rowLimit)), matching.count)
    }

    private var count: HTML {
        let all = library.notes.count
        if tab.isSearching { return "Searching…" }
        if tab.found != nil { return "\(visible.total) of \(all)" }
        return library.isLoaded ? "\(all) \(all == 1 ? "note" : "notes")" : "Opening…"
    }

    private var more: HTML {
        let (rows, total) = visible
        if rows.count < total {
            return """
                <button class="wide" data-do="more">Show more</button>\
                <p class="hint">\(rows.count) of \(total) are shown</p>
                """
        }
        if total > 0 || !library.isLoaded || tab.isSearching { return "" }
        if tab.found != nil { return "<p class=\"hint\">No note matches “\(tab.query)”.</p>" }
        return "<p class=\"hint\">No notes yet. Press <kbd>n</kbd> to write the first.</p>"
    }

    private var importing: HTML {
        guard let importing = library.importing else { return "" }
        return ImportPanel(importing: importing).html
    }

    // MARK: The note

    private var tools: HTML {
        guard let editor, let note = library.notes[editor.id] else { return "" }
        let pin: HTML = note.isPinned ? "Unpin" : "Pin"
        return """
            <button class="back" data-do="leave">‹ <span>Notes</span></button>\(SaveState(editor: editor).html)\
            <button class="quiet" data-do="pin" data-note="\(editor.id.number)" \
            data-on="\(note.isPinned ? "false" : "true")" aria-pressed="\(note.isPinned ? "true" : "false")">\(pin)</button>\
            <button class="quiet danger" data-do="delete" data-note="\(editor.id.number)">Delete</button>
            """
    }

    private var empty: HTML {
        guard editor == nil else { return "" }
        let back: HTML = "<button class=\"back\" data-do=\"leave\">‹ <span>Notes</span></button>"
        guard let id = tab.selected else {
            return """
                <div class="blank"><p class="large">No note is open</p>\
                <p>Choose one, or write a new one with <kbd>n</kbd>. <kbd>?</kbd> shows all keys.</p></div>
                """
        }
        if library.notes[id] != nil || !library.isLoaded { return "\(back)<div class=\"blank\"><p>Opening…</p></div>" }
        guard library.deletions.contains(where: { $0.id == id }) else {
            return """
                \(back)<div class="blank"><p class="large">This note is no longer here</p>\
                <p>It was deleted.</p></div>
                """
        }
        return """
            \(back)<div class="blank"><p class="large">This note was deleted</p>\
            <p><button class="wide" data-do="undo" data-note="\(id.number)">Bring it back</button></p></div>
            """
    }

    // MARK: Messages

    private var toasts: HTML {
        let deletions = library.deletions.suffix(3).map { note -> HTML in
            let name: HTML = note.headline.title.isEmpty ? "The note" : "“\(note.headline.title)”"
            return """
                <div class="toast" data-key="undo-\(note.id.number)"><p>\(name) was deleted.</p>\
                <button data-do="undo" data-note="\(note.id.number)">Undo</button></div>
                """
        }
        let problems = library.problems.map { problem($0.sentence, "dismiss", key: "problem-\($0.id)", id: $0.id) }
        let own = tab.problem.map { [problem($0, "dismiss", key: "problem", id: 0)] } ?? []
        return HTML(deletions + problems + own)
    }

    private func problem(_ sentence: String, _ action: String, key: String, id: Int) -> HTML {
        """
        <div class="toast bad" role="alert" data-key="\(key)"><p>\(sentence)</p>\
        <button data-do="\(action)" data-id="\(id)">OK</button></div>
        """
    }
}
