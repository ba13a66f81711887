package import MillraceWeb
package import NotesCore

extension NoteList: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        let visible = state.visible
        NoteListSidebar.html(state)
        section {
            NoteListHeader.html(state, total: visible.total)
            region(Self.importPlace)
            div {
                NoteListRows.html(state, visible.rows)
                NoteListRows.rest(state, shown: visible.rows.count, of: visible.total)
            }.class("scroll")
        }.class("list").aria("label", "Notes")
        blank(state)
        NoteListToasts.html(state)
    }

    /// The placeholder beside the list while no note is open.
    @HTMLBuilder<Action> private func blank(_ state: State) -> HTML<Action> {
        let isEmpty = state.shown.isLoaded && state.shown.notes.count == 0
        aside {
            icon(.note)
            p { isEmpty ? "A quiet place to write" : "No note is open" }.class("large")
            p {
                isEmpty ? "Write your first note with " : "Select a note, or write a new one with "
                kbd { "n" }
                ". "
                kbd { "?" }
                " shows the keyboard shortcuts."
            }
        }.class("blank")
    }

    package func title(_ state: State) -> String { "Notes" }

    package func transition(to path: inout WebPath) -> Transition? {
        if path.take("notes"), let number = path.take(Int64.self) { return .note(NoteID(number)) }
        if path.take("published"), let token = path.take(String.self) {
            let list = token == "all" ? path.take(String.self) : nil
            // A proxy may show these addresses to others, so they must not lead to anything else.
            return path.isEmpty ? list.map { .publishedList($0) } ?? .published(token) : nil
        }
        if path.take("deleted") { return .deleted }
        if path.take("settings") { return .settings }
        if path.take("following") { return .following }
        return path.take("about") ? .about : nil
    }
}
