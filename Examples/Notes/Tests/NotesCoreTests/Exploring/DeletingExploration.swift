import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// One note that is pinned, deleted, brought back and purged, in any order, by a disk that may refuse each.
    static var deleting: Explorer {
        Explorer(.loaded(Disk("a")), called: "Explorer.deleting")
            .actions { state in
                let changes: [Library.Action] = [.delete(id), .undo(id), .pin(id, true), .pin(id, false)]
                return changes.map(Desk.Action.library)
            }
            .always("what is shown is on the disk when nothing is under way") {
                !$0.pending.isEmpty || $0.state.isShownAsStored
            }
            .always("what is shown is on the disk when it says that it is saved") {
                !$0.state.library.isSaved || $0.state.isShownAsStored
            }
            .never("a note twice") { $0.state.hasNoteTwice }
            .never("a note that is shown and purged") { $0.state.showsPurged }
            .always("a deletion ends") { $0.state.library.deletions.isEmpty || $0.isWaiting || !$0.pending.isEmpty }
            .sometimes("a note that is purged") { $0.state.disk.notes.isEmpty }
    }
}

extension Explorations {
    @Suite("To a note that is deleted") struct DeletingExplorations {
        @Test("A note is where it is shown, whatever is refused") func deleting() {
            let found = Explorer.deleting.check()
            #expect(found.isComplete)
        }
    }
}
