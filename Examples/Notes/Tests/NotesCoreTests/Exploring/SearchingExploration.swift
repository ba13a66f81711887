import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// A list that searches while a note is written, by a disk that refuses once.
    static var searchingWritten: Explorer {
        var state = Desk.State.loaded(Disk("a", refusals: 1))
        state.library = state.library.showing(state.disk.note(id))
        return searching(["", "a", "b"], state, called: "Explorer.searchingWritten") { state in
            let isUnchanged = state.library.editors[id]?.version == 1
            return isUnchanged ? [.editor(id, .typed("b", base: 1))] : []
        }
    }

    /// A list that searches while a note is deleted and brought back, by a disk that refuses once.
    static var searchingDeleted: Explorer {
        searching(["", "a"], .loaded(Disk("a", refusals: 1)), called: "Explorer.searchingDeleted") { _ in
            [.delete(id), .undo(id)]
        }
    }

    /// What is read for a search is what was there when it was read.
    private static func searching(
        _ queries: [String], _ state: Desk.State, called name: String,
        _ changes: @escaping @Sendable (Desk.State) -> [Library.Action]
    ) -> Explorer {
        var state = state
        state.lists[1] = NoteList.State()
        state.lists[1]?.shown = state.library.listed
        return Explorer(state, called: name)
            .actions { state in
                changes(state).map(Desk.Action.library)
                    + queries.filter { state.lists[1]?.filter.query != $0 }.map {
                        .list(1, .filtered(.changed(.init($0))))
                    }
            }
            .listen(to: SaveNote.self) { _ in .list(1, .notesChanged) }
            .listen(to: RestoreNote.self) { _ in .list(1, .notesChanged) }
            .always("what is found is what is there when nothing is under way") { !$0.isQuiet || $0.state.isFound }
            .eventually("an end of searching", from: { $0.state.lists[1]?.isSearching == true }) {
                $0.state.lists[1]?.isSearching == false
            }
    }
}

extension Desk.State {
    /// Whether the list shows the notes that a search would find now.
    fileprivate var isFound: Bool {
        guard let list = lists[1] else { return true }
        let listed = list.visible.rows.map(\.id)
        return !list.isSearching && Set(listed) == disk.currentMatches(list.filter.query)
    }
}

extension Explorations {
    @Suite("To a search") struct SearchingExplorations {
        @Test("The list is what a search finds, whatever is written meanwhile") func written() {
            #expect(Explorer.searchingWritten.check().isComplete)
        }

        @Test("The list is what a search finds, whatever is deleted and brought back meanwhile") func deleted() {
            #expect(Explorer.searchingDeleted.check().isComplete)
        }
    }
}
