import Foundation
import NotesCore

/// What a tab has been sent, and so what it still has to be sent. Not a store: it only compares.
struct Rendering {
    private var regions: [String: HTML] = [:]
    private var order: [NoteID] = []
    private var rows: [NoteID: Row] = [:]
    private var hasList = false
    private var note: Int64?
    private var newNotes = 0
    /// What the search field of the tab holds.
    var query = ""
    var typing = Typing()

    /// What has to be sent to a tab that should show this.
    mutating func patch(_ library: Library.State, _ tab: Tab.State, now: Date, epoch: String) -> Patch {
        let page = Regions(library: library, tab: tab)
        var patch = Patch()
        for (name, html) in page.all where regions[name] != html {
            regions[name] = html
            patch.regions[name] = html.source
        }
        patch.list = list(page, now: now)
        patch.document = typing.news(of: page.open, epoch: epoch)
        let shown = tab.selected?.number ?? 0
        if shown != note { (note, patch.note) = (shown, shown) }
        if tab.query != query { (query, patch.query) = (tab.query, tab.query) }
        if tab.newNotes != newNotes { (newNotes, patch.newNotes) = (tab.newNotes, tab.newNotes) }
        return patch
    }

    private mutating func list(_ page: Regions, now: Date) -> Patch.List? {
        let visible = Self.rows(page, now: now)
        let newOrder = visible.map(\.note.id)
        let changed = visible.filter { rows[$0.note.id] != $0 }
        guard !hasList || newOrder != order || !changed.isEmpty else { return nil }
        (order, hasList) = (newOrder, true)
        rows = Dictionary(uniqueKeysWithValues: visible.map { ($0.note.id, $0) })
        return Patch.List(
            order: visible.map(\.key),
            rows: Dictionary(uniqueKeysWithValues: changed.map { ($0.key, $0.html.source) }))
    }

    static func rows(_ page: Regions, now: Date) -> [Row] {
        let stamp = Stamp(now: now)
        let words = page.tab.found == nil ? [] : page.tab.query.split(whereSeparator: \.isWhitespace).map(String.init)
        return page.visible.rows.compactMap { id in
            page.library.notes[id].map {
                Row(note: $0, isSelected: id == page.tab.selected, stamp: stamp.text($0.modified), words: words)
            }
        }
    }
}
