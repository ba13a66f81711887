import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<NotesModel> {
    /// Explores a list that searches while a note is edited. One command can fail.
    static func searchingWritten(in window: Window) -> Explorer {
        var state = NotesModel.State.loaded(DiskModel("a", refusals: 1))
        state.library = state.library.showing(state.disk.note(id))
        return searching(["", "a", "b"], state, in: window, called: "Explorer.searchingWritten") { state in
            let isUnchanged = state.library.openNotes.editors[id]?.version == 1
            return isUnchanged ? [.openNotes(.editor(id, .typed("b", base: 1)))] : []
        }
    }

    /// Explores a list that searches while a note is deleted and restored. One command can fail.
    static func searchingDeleted(in window: Window) -> Explorer {
        searching(["", "a"], .loaded(DiskModel("a", refusals: 1)), in: window, called: "Explorer.searchingDeleted") {
            _ in
            [.collection(.delete([id])), .collection(.undo([id]))]
        }
    }

    /// Returns an explorer of searches. A search returns the notes at the time at which it reads them.
    private static func searching(
        _ queries: [String], _ state: NotesModel.State, in window: Window, called name: String,
        _ changes: @escaping @Sendable (NotesModel.State) -> [Library.Action]
    ) -> Explorer {
        var state = state
        state.lists[1] = NoteList.State()
        state.lists[1]?.shown = state.library.listContent
        return Explorer(state, in: window, called: name)
            .actions { state in
                changes(state).map(NotesModel.Action.library)
                    + queries.filter { state.lists[1]?.search.filter.query != $0 }.map {
                        .list(1, .search(.filtered(.changed(.init($0)))))
                    }
            }
            .always("the result matches the disk when no command is pending") { !$0.isQuiet || $0.state.isFound }
            .eventually("the search ends", from: { $0.state.lists[1]?.search.isSearching == true }) {
                $0.state.lists[1]?.search.isSearching == false
            }
    }
}

extension NotesModel.State {
    /// Whether the list shows the notes that a search finds now.
    fileprivate var isFound: Bool {
        guard let list = lists[1] else { return true }
        let listed = list.visible.rows.map(\.id)
        return !list.search.isSearching && Set(listed) == disk.currentMatches(list.search.filter.query)
    }
}

extension Explorations {
    @Suite("A search") struct SearchingExplorations {
        @Test("Matches the notes, even if they are edited meanwhile") func written() async {
            #expect(await Explorer.searchingWritten(in: .test()).check().isComplete)
        }

        @Test("Matches the notes, even if they are deleted and restored meanwhile") func deleted() async {
            #expect(await Explorer.searchingDeleted(in: .test()).check().isComplete)
        }
    }
}
