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
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.send(.delete(one.id))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .milliseconds(9_999))
        store.clock.advance(by: .milliseconds(1))
        store.receive(.undoEnded(0)) { $0.ends(one.id) }
        store.send(.undo(one.id))
        store.complete(PurgeNote(one.id), with: ()) { $0.pendingPurges = 0 }
    }

    @Test("Undo restores the note, which is not purged later") func undoing() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .seconds(9))
        store.send(.undo(one.id)) { $0.isRestoring(one) }
        store.send(.undo(one.id))
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
        store.clock.run()
    }

    @Test("Shows an undo before the deletion ends; the storage runs both in order") func undoingEarly() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.send(.undo(one.id)) { ($0.notes, $0.deletions) = (NoteIndex([one, two]), []) }
        #expect(store.pending as? [DeleteNote] == [DeleteNote(one.id)])
        store.complete(DeleteNote(one.id), with: ()) { $0.isRestoring(one) }
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
    }

    @Test("Reverts and reports a deletion that fails") func failedDeletion() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.fail(DeleteNote(one.id), with: .readOnly) {
            ($0.notes, $0.deletions) = (NoteIndex([one, two]), [])
            $0.settles()
            $0.add(problem: "“One” could not be deleted because the database is read-only.")
        }
    }

    @Test("After an undo fails, the note remains deleted and the undo time restarts") func failedUndo() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        for _ in 1...2 {
            store.clock.advance(by: .milliseconds(9_999))
            store.send(.undo(one.id)) { $0.isRestoring(one) }
            store.fail(RestoreNote(one.id), with: .full) {
                ($0.notes, $0.deletions) = (NoteIndex([two]), [one])
                $0.settles()
                // Reported once until it is dismissed.
                $0.problems = [.init(id: 1, sentence: "“One” could not be restored because the disk is full.")]
                $0.problemCount = 1
            }
        }
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(0)) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id), with: ()) { $0.pendingPurges = 0 }
    }

    @Test("After a purge fails, the note can be restored after the next start")
    func failedPurge() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(0)) { $0.ends(one.id) }
        store.fail(PurgeNote(one.id), with: .locked) { $0.pendingPurges = 0 }
        store.finish()

        let next = TestStore(Library.State(), Library())
        next.send(.launched)
        next.complete(LoadLibrary(), with: .init(notes: [two], deleted: [one])) {
            ($0.notes, $0.deletions, $0.isLoaded) = (NoteIndex([two]), [one], true)
            _ = $0.undoTimes.start(for: [one.id])
        }
        next.clock.advance(by: .seconds(10))
        next.receive(.undoEnded(0)) { $0.ends(one.id) }
        next.complete(PurgeNote(one.id), with: ()) { $0.pendingPurges = 0 }
    }

    @Test("Saves the newest text before the deletion, so that undo restores it") func typed() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        let save = SaveNote(one.id, text: "One more", revision: 2)
        store.type("One more")
        store.send(.delete(one.id)) { $0.isDeleting(summary(1, "One more"), of: [two]) }
        store.receive(.editor(one.id, .saveDue)) { $0.asks(2) }
        store.receive(.editorOutput(one.id, .save(save)))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.complete(save, with: summary(1, "One more", at: 9)) {
            $0.saves(2)
            $0.deletions[0].modified = 9
        }
        store.send(.undo(one.id)) { $0.isRestoring(summary(1, "One more", at: 9)) }
        store.complete(RestoreNote(one.id), with: ()) { $0.settles() }
    }

    @Test("Closes an open note when it is purged") func openNote() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.receive(.editor(one.id, .saveDue))
        store.complete(DeleteNote(one.id), with: ()) { $0.settles() }
        store.clock.run()
        store.receive(.undoEnded(0)) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id), with: ()) { ($0.editors, $0.pendingPurges) = ([:], 0) }
    }
}

extension Library.State {
    /// Applies a pending deletion of a note. `others` remain in the list.
    mutating func isDeleting(_ note: NoteSummary, of others: [NoteSummary]) {
        (notes, deletions) = (NoteIndex(others), [note])
        asks(for: .deletion(true), of: note.id.number)
    }

    /// Applies a pending restoration of the only deleted note.
    mutating func isRestoring(_ note: NoteSummary) {
        (notes[note.id], deletions) = (note, [])
        _ = undoTimes.remove(note.id)
        asks(for: .deletion(false), of: note.id.number, isDeleted: true)
    }

    /// Applies the end of the undo time of the only deleted note.
    mutating func ends(_ id: NoteID) {
        (deletions, pendingPurges) = ([], 1)
        _ = undoTimes.remove(id)
    }
}
