import MillraceWeb
import NotesCore

/// The header of the list: its title, the number of notes, and the toolbar of the selection.
enum NoteListHeader {
    typealias Action = NoteList.Action

    /// - Parameter total: The number of notes that match the filter.
    @HTMLBuilder<Action> static func html(_ state: NoteList.State, total: Int) -> HTML<Action> {
        header {
            div {
                h2 { heading(state) }
                p { count(state, total) }.id("count").role("status")
            }
            if state.selected.notes == nil, total > 0 {
                button(send: Action.selection(.select(true))) {
                    icon(.select)
                    visuallyHidden("Select notes")
                }.class("quiet round").title("Select notes").id("select")
            }
        }.class("head")
        if let selection = state.selection { bar(selection) }
    }

    private static func heading(_ state: NoteList.State) -> String {
        if state.search.filter.query.contains(where: { !$0.isWhitespace }) { return "Search results" }
        switch (state.search.filter.isPinnedOnly, state.search.filter.isRecentOnly) {
        case (true, true): return "Pinned, this week"
        case (true, false): return "Pinned"
        case (false, true): return "This week"
        case (false, false): return "All notes"
        }
    }

    private static func count(_ state: NoteList.State, _ total: Int) -> String {
        let all = state.shown.notes.count
        if !state.shown.isLoaded { return "Loading…" }
        if state.search.isSearching { return "Searching…" }
        return state.search.filter.isActive ? "\(total) of \(all)" : notes(all)
    }

    static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }

    private static func bar(_ selected: [NoteID]) -> HTML<Action> {
        div {
            p { selected.isEmpty ? "Select notes" : "\(selected.count) selected" }.role("status")
            button("All", send: Action.selection(.selectAll)).class("quiet").id("select-all")
            button(send: Action.selection(.deleteSelected)) {
                icon(.deleted)
                selected.isEmpty ? "Delete" : "Delete \(selected.count)"
            }.class("quiet danger").id("delete-selected").disabled(selected.isEmpty)
            button("Done", send: Action.selection(.select(false))).class("quiet strong").id("select-done").shortcut(
                "Escape")
        }.class("selection").role("toolbar").aria("label", "Selected notes")
    }
}
