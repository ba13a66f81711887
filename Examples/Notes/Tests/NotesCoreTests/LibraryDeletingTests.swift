import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("Notes that are deleted, brought back and purged") struct LibraryDeletingTests {
    private let one = summary(1, "One")
    private let two = summary(2, "Two")

    private func library() -> TestStore<Library> { TestStore(Library.State(holding: [one, two]), Library()) }

    @Test("A note goes from the list before the storage has answered, and is purged when its time is over")
    func purging() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.send(.delete(one.id))
        store.complete(DeleteNote(one.id)) { $0.settles() }
        store.clock.advance(by: .milliseconds(9_999))
        store.clock.advance(by: .milliseconds(1))
        store.receive(.undoEnded(one.id)) { $0.ends(one.id) }
        store.send(.undo(one.id))
        store.complete(PurgeNote(one.id))
    }

    @Test("Undo brings the note back, and nothing purges it later") func undoing() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id)) { $0.settles() }
        store.clock.advance(by: .seconds(9))
        store.send(.undo(one.id)) { $0.isRestoring(one) }
        store.send(.undo(one.id))
        store.complete(RestoreNote(one.id)) { $0.settles() }
        store.clock.run()
    }

    @Test("Undo is shown before the deletion is done; the storage does one after the other") func undoingEarly() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.send(.undo(one.id)) { ($0.notes, $0.deletions) = (NoteIndex([one, two]), []) }
        #expect(store.pending as? [DeleteNote] == [DeleteNote(one.id)])
        store.complete(DeleteNote(one.id)) { $0.isRestoring(one) }
        store.complete(RestoreNote(one.id)) { $0.settles() }
    }

    @Test("A deletion that the storage refuses is taken back, and that is said") func refusedDeletion() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.fail(DeleteNote(one.id), with: .readOnly) {
            ($0.notes, $0.deletions) = (NoteIndex([one, two]), [])
            $0.settles()
            $0.add(problem: "“One” was not deleted, because the database is read-only.")
        }
    }

    @Test("An undo that the storage refuses leaves the note deleted, for a new try in a new time") func refusedUndo() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id)) { $0.settles() }
        for _ in 1...2 {
            store.clock.advance(by: .milliseconds(9_999))
            store.send(.undo(one.id)) { $0.isRestoring(one) }
            store.fail(RestoreNote(one.id), with: .full) {
                ($0.notes, $0.deletions) = (NoteIndex([two]), [one])
                $0.settles()
                // Said once, until it is dismissed.
                $0.problems = [.init(id: 1, sentence: "“One” was not brought back, because the disk is full.")]
                $0.problemCount = 1
            }
        }
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(one.id)) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id))
    }

    @Test("A purge that the storage refuses is left to the next start, where the note can be brought back")
    func refusedPurge() {
        let store = library()
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.complete(DeleteNote(one.id)) { $0.settles() }
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(one.id)) { $0.ends(one.id) }
        store.fail(PurgeNote(one.id), with: .locked)
        store.finish()

        let next = TestStore(Library.State(), Library())
        next.send(.launched)
        next.complete(LoadLibrary(), with: .init(notes: [two], deleted: [one])) {
            ($0.notes, $0.deletions, $0.isLoaded) = (NoteIndex([two]), [one], true)
        }
        next.clock.advance(by: .seconds(10))
        next.receive(.undoEnded(one.id)) { $0.ends(one.id) }
        next.complete(PurgeNote(one.id))
    }

    @Test("What was typed last is saved all the same, and undo brings it back") func typed() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        let save = SaveNote(one.id, text: "One more", revision: 2)
        store.type("One more")
        store.send(.delete(one.id)) { $0.isDeleting(summary(1, "One more"), of: [two]) }
        store.receive(.editor(one.id, .saveDue)) { $0.asks(2) }
        store.receive(.asked(one.id, .save(save)))
        store.complete(DeleteNote(one.id)) { $0.settles() }
        store.complete(save, with: summary(1, "One more", at: 9)) {
            $0.saves(2)
            $0.deletions[0].modified = 9
        }
        store.send(.undo(one.id)) { $0.isRestoring(summary(1, "One more", at: 9)) }
        store.complete(RestoreNote(one.id)) { $0.settles() }
    }

    @Test("A note that is open somewhere is closed when it is purged") func openNote() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        store.send(.delete(one.id)) { $0.isDeleting(one, of: [two]) }
        store.receive(.editor(one.id, .saveDue))
        store.complete(DeleteNote(one.id)) { $0.settles() }
        store.clock.run()
        store.receive(.undoEnded(one.id)) { $0.ends(one.id) }
        store.complete(PurgeNote(one.id)) { $0.editors = [:] }
    }
}

extension Library.State {
    /// A note is shown as deleted, and the storage is asked for it; `others` are left.
    mutating func isDeleting(_ note: NoteSummary, of others: [NoteSummary]) {
        (notes, deletions) = (NoteIndex(others), [note])
        asks(for: .deletion(true), of: note.id.number)
    }

    /// The only deleted note is shown in the list again, and the storage is asked to bring it back.
    mutating func isRestoring(_ note: NoteSummary) {
        (notes[note.id], deletions) = (note, [])
        asks(for: .deletion(false), of: note.id.number, isDeleted: true)
    }

    /// The only deleted note can be brought back no longer.
    mutating func ends(_ id: NoteID) { (deletions, ended) = ([], [id]) }
}
