import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// One note that is pinned, deleted, brought back and purged, in any order, by a disk that may refuse each.
    static var deleting: Explorer {
        Explorer(.loaded(Disk("a")), called: "Explorer.deleting")
            .actions { _ in
                let changes: [Library.Action] = [.delete(id), .undo(id), .pin(id, true), .pin(id, false)]
                return changes.map(Desk.Action.library)
            }
            .beingWhereItIsShown()
            .sometimes("a note that is purged") { $0.state.disk.notes.isEmpty }
    }

    /// The same without pins, in a program that is killed anywhere and starts anew with what is on its disk.
    static var restarting: Explorer {
        Explorer(Desk.State(disk: Disk("a")), launch: [.library(.launched)], called: "Explorer.restarting")
            .actions { _ in [.library(.delete(id)), .library(.undo(id))] }
            .restart { Desk.State(disk: $0.disk.reopened) }
            .beingWhereItIsShown()
            .sometimes("a note that was deleted before the program was killed") {
                !$0.state.library.isLoaded && $0.state.disk.notes[id]?.isDeleted == true
            }
    }

    private func beingWhereItIsShown() -> Explorer {
        always("what is shown is on the disk when nothing is under way") {
            !$0.pending.isEmpty || $0.state.isShownAsStored
        }
        .always("what is shown is on the disk when it says that it is saved") {
            !$0.state.library.isSaved || $0.state.isShownAsStored
        }
        .never("a note twice") { $0.state.hasNoteTwice }
        .never("a note that is shown and purged") { $0.state.showsPurged }
        .always("a deletion ends") { $0.state.library.deletions.isEmpty || $0.isWaiting || !$0.pending.isEmpty }
    }
}

extension Explorations {
    @Suite("To a note that is deleted") struct DeletingExplorations {
        @Test("A note is where it is shown, whatever is refused") func deleting() {
            #expect(Explorer.deleting.check().isComplete)
        }

        @Test("So it is when the program ends anywhere and starts anew") func restarting() {
            #expect(Explorer.restarting.check().isComplete)
        }
    }
}
