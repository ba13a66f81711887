import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<NotesModel> {
    /// Explores the start of the program while a window opens and edits a note. Two commands can fail. The list has the state of
    /// the notes at the time at which they were read.
    static func starting(in window: Window) -> Explorer {
        fromStart(refusals: 2, in: window, called: "Explorer.starting") { state in
            guard let list = state.lists[1] else { return [] }
            guard list.pane.open != nil else { return [.list(1, .pane(.open(id)))] }
            let isUnchanged = state.library.openNotes.editors[id]?.version == 1
            return (isUnchanged ? [state.typing("b")] : []) + [.editor(1, .close)]
        }
        .eventually("the library is loaded") { $0.state.library.isLoaded }
        .eventually("the note is open", from: { $0.state.lists[1]?.pane.open == id }) {
            $0.state.lists[1]?.pane.open != id || $0.state.editors[1]?.shown.editor != nil
        }
    }

    /// Explores the start of the program while a window creates a note and closes, and notes are deleted.
    static func creating(in window: Window) -> Explorer {
        fromStart(refusals: 0, in: window, called: "Explorer.creating") { state in
            let deleting = state.library.collection.notes.order.map { NotesModel.Action.collection(.delete([$0])) }
            guard let list = state.lists[1] else { return deleting }
            let creating: [NotesModel.Action] = list.pane.open == nil ? [.list(1, .pane(.create))] : []
            return deleting + creating + [.windowClosed(1)]
        }
        .sometimes("a note is being created after its window closed") {
            $0.state.lists[1] == nil && $0.isPending(CreateNote.self)
        }
    }

    private static func fromStart(
        refusals: Int, in window: Window, called name: String,
        _ actions: @escaping @Sendable (NotesModel.State) -> [NotesModel.Action]
    ) -> Explorer {
        var state = NotesModel.State(disk: DiskModel("a", refusals: refusals))
        state.lists[1] = NoteList.State()
        return Explorer(state, in: window, launch: [.library(.launched)], called: name)
            .actions(actions)
            .always("what is shown is on the disk when no command is pending") {
                !$0.pending.isEmpty || $0.state.isShownAsStored
            }
            .never("a note appears twice") { $0.state.hasNoteTwice }
            .checkingViewers()
    }

    func checkingViewers() -> Explorer {
        always("the library counts the viewers of a note correctly") {
            $0.state.library.openNotes.viewers.values.reduce(0, +)
                == $0.state.lists.values.count { $0.pane.open != nil }
        }
        .always("a list with an open note has its editor") { systemState in
            systemState.state.lists.allSatisfy { $0.value.pane.open == systemState.state.editors[$0.key]?.id }
        }
    }
}

extension Explorations {
    @Suite("The start of the program") struct StartingExplorations {
        @Test("Loads the list, which matches the disk") func starting() async {
            #expect(await Explorer.starting(in: .test()).check().isComplete)
        }

        @Test("Adds a created note to the list once, even if its window closes") func creating() async {
            #expect(await Explorer.creating(in: .test()).check().isComplete)
        }
    }
}
