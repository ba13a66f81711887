import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<NotesModel> {
    /// Explores a note that is pinned, deleted, restored and purged in any order, while each command can fail.
    static func deleting(in window: Window) -> Explorer {
        Explorer(.loaded(DiskModel("a")), in: window, called: "Explorer.deleting")
            .actions { _ in
                [.delete([id]), .undo([id]), .pin(id, true), .pin(id, false)].map(NotesModel.Action.collection)
            }
            .checkingStorage()
            .sometimes("a note is purged") { $0.state.disk.notes.isEmpty }
    }

    /// Explores the same without pins, while the program can be killed at any time and restarts with the content of its disk.
    static func restarting(in window: Window) -> Explorer {
        let state = NotesModel.State(disk: DiskModel("a"))
        return Explorer(state, in: window, launch: [.library(.launched)], called: "Explorer.restarting")
            .actions { _ in [.collection(.delete([id])), .collection(.undo([id]))] }
            .restart { NotesModel.State(disk: $0.disk.reopened) }
            .checkingStorage()
            .sometimes("a note was deleted before the program was killed") {
                !$0.state.library.isLoaded && $0.state.disk.notes[id]?.isDeleted == true
            }
    }

    private func checkingStorage() -> Explorer {
        always("what is shown is on the disk when no command is pending") {
            !$0.pending.isEmpty || $0.state.isShownAsStored
        }
        .always("what is shown is on the disk when the library says that it is saved") {
            !$0.state.library.isSaved || $0.state.isShownAsStored
        }
        .never("a note appears twice") { $0.state.hasNoteTwice }
        .never("a purged note is shown") { $0.state.showsPurged }
        .always("every deletion ends") {
            $0.state.library.collection.deletedNotes.notes.isEmpty || $0.isWaiting || !$0.pending.isEmpty
        }
    }
}

extension Explorations {
    @Suite("A note that is deleted") struct DeletingExplorations {
        @Test("The list matches the disk, even if commands fail") func deleting() async {
            #expect(await Explorer.deleting(in: .test()).check().isComplete)
        }

        @Test("The list matches the disk after the program was killed") func restarting() async {
            #expect(await Explorer.restarting(in: .test()).check().isComplete)
        }
    }
}
