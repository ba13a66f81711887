import MillraceCollections
import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Deleting, restoring and purging notes") struct LibraryDeletingTests {
    private let one = summary(1, "One")
    private let two = summary(2, "Two")

    private func library() -> TestStore<Library> { TestStore(Library.State(holding: [one, two]), Library()) }

    @Test("Removes a note from the list at once, and purges it after the undo time")
    func purging() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.send(.collection(.delete([one.id])))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .milliseconds(9_999))
        store.clock.advance(by: .milliseconds(1))
        store.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one.id) }
        store.send(.collection(.undo([one.id])))
        store.complete(PurgeNote(one.id), with: ()) { $0.collection.deletedNotes.pendingPurges = 0 }
    }

    @Test("Undo restores the note, which is not purged later") func undoing() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .seconds(9))
        store.send(.collection(.undo([one.id]))) { $0.isRestoring(one) }
        store.send(.collection(.undo([one.id])))
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
        store.clock.run()
    }

    @Test("Shows an undo before the deletion ends; the storage runs both in order") func undoingEarly() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.send(.collection(.undo([one.id]))) {
            ($0.collection.notes, $0.collection.deletedNotes.notes) = (NoteIndex([one, two]), [])
        }
        #expect(store.pending as? [DeleteNote] == [DeleteNote(one.id)])
        store.complete(DeleteNote(one.id), with: ()) { $0.isRestoring(one) }
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
    }

    @Test("Reverts and reports a deletion that fails") func failedDeletion() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.fail(DeleteNote(one.id), with: .readOnly) {
            ($0.collection.notes, $0.collection.deletedNotes.notes) = (NoteIndex([one, two]), [])
            $0.settles()
        }
        store.receive(.failed([FailedChange(one.id, "deleted", because: .readOnly)])) {
            $0.add(problem: "“One” could not be deleted because the database is read-only.")
        }
    }

    @Test("After an undo fails, the note remains deleted and the undo time restarts") func failedUndo() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        for attempt in 1...2 {
            store.clock.advance(by: .milliseconds(9_999))
            store.send(.collection(.undo([one.id]))) { $0.isRestoring(one) }
            store.fail(RestoreNote(one.id), with: .full) {
                ($0.collection.notes, $0.collection.deletedNotes.notes) = (NoteIndex([two]), [one])
                $0.settles()
            }
            let failed = Library.Action.failed([FailedChange(one.id, "restored", because: .full)])
            if attempt == 1 {
                store.receive(failed) { $0.add(problem: "“One” could not be restored because the disk is full.") }
            } else {
                // Reported once until it is dismissed.
                store.receive(failed)
            }
        }
        store.clock.advance(by: .seconds(10))
        store.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id), with: ()) { $0.collection.deletedNotes.pendingPurges = 0 }
    }

    @Test("After a purge fails, the note can be restored after the next start")
    func failedPurge() {
        let store = library()
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .seconds(10))
        store.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one.id) }
        store.fail(PurgeNote(one.id), with: .locked) { $0.collection.deletedNotes.pendingPurges = 0 }
        store.finish()

        let next = TestStore(Library.State(), Library())
        next.send(.launched)
        next.complete(LoadLibrary(), with: .init(notes: [two], deleted: [one])) {
            ($0.collection.notes, $0.collection.deletedNotes.notes, $0.collection.isLoaded) = (
                NoteIndex([two]), [one], true
            )
            _ = $0.collection.deletedNotes.undoTimes.start(for: [one.id])
        }
        next.clock.advance(by: .seconds(10))
        next.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one.id) }
        next.complete(PurgeNote(one.id), with: ()) { $0.collection.deletedNotes.pendingPurges = 0 }
    }

    @Test("Saves the newest text before the deletion, so that undo restores it") func typed() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        let save = SaveNote(one.id, text: "One more", revision: 2)
        store.type("One more")
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(summary(1, "One more"), of: [two]) }
        store.receive(.openNotes(.editor(one.id, .saveDue))) { $0.asks(2) }
        store.receive(.openNotes(.editorOutput(one.id, .save(save))))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        let saved = summary(1, "One more", at: 9)
        store.complete(save, with: saved) { $0.saves(2) }
        store.receive(.openNotesOutput(.saved(saved))) {
            $0.textChanges.add([saved.id]); $0.collection.deletedNotes.notes[0].modified = 9
        }
        store.send(.collection(.undo([one.id]))) { $0.isRestoring(summary(1, "One more", at: 9)) }
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
    }

    @Test("Closes an open note when it is purged") func openNote() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        store.send(.collection(.delete([one.id]))) { $0.isDeleting(one, of: [two]) }
        store.receive(.openNotes(.editor(one.id, .saveDue)))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.run()
        store.receive(.collection(.deletedNotes(.undoEnded(0)))) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id), with: ()) { $0.collection.deletedNotes.pendingPurges = 0 }
        store.receive(.collection(.purged([one.id])))
        store.receive(.openNotes(.purged([one.id]))) { $0.openNotes.editors = [:] }
    }
}

extension Library.State {
    /// Applies a pending deletion of a note. `others` remain in the list.
    mutating func isDeleting(_ note: NoteSummary, of others: [NoteSummary]) {
        (collection.notes, collection.deletedNotes.notes) = (NoteIndex(others), [note])
        asks(for: .deletion(true), of: note.id.number)
    }

    /// Applies a pending restoration of the only deleted note.
    mutating func isRestoring(_ note: NoteSummary) {
        (collection.notes[note.id], collection.deletedNotes.notes) = (note, [])
        _ = collection.deletedNotes.undoTimes.remove(note.id)
        asks(for: .deletion(false), of: note.id.number, isDeleted: true)
    }

    /// Applies the end of the undo time of the only deleted note.
    mutating func ends(_ id: NoteID) {
        (collection.deletedNotes.notes, collection.deletedNotes.pendingPurges) = ([], 1)
        _ = collection.deletedNotes.undoTimes.remove(id)
    }
}
