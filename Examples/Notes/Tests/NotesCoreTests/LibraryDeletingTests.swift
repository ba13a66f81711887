import Millrace
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
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.send(.delete(one.id))
        store.complete(DeleteNote(one.id))
        store.clock.advance(by: .milliseconds(9_999))
        store.clock.advance(by: .milliseconds(1))
        store.receive(.undoEnded(one.id)) { $0.deletions = [] }
        store.send(.undo(one.id))
        store.complete(PurgeNote(one.id))
    }

    @Test("Undo brings the note back, and nothing purges it later") func undoing() {
        let store = library()
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.complete(DeleteNote(one.id))
        store.clock.advance(by: .seconds(9))
        store.send(.undo(one.id)) { ($0.notes, $0.deletions) = (NoteList([one, two]), []) }
        store.send(.undo(one.id))
        store.complete(RestoreNote(one.id))
        store.clock.run()
    }

    @Test("Undo does not wait for the deletion; the storage does one after the other") func undoingEarly() {
        let store = library()
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.send(.undo(one.id)) { ($0.notes, $0.deletions) = (NoteList([one, two]), []) }
        #expect(store.pending as? [DeleteNote] == [DeleteNote(one.id)])
        store.complete(DeleteNote(one.id))
        store.complete(RestoreNote(one.id))
    }

    @Test("A deletion that the storage refuses is taken back, and that is said") func refusedDeletion() {
        let store = library()
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.fail(DeleteNote(one.id), with: .readOnly) {
            ($0.notes, $0.deletions) = (NoteList([one, two]), [])
            $0.add(problem: "“One” was not deleted, because the database is read-only.")
        }
    }

    @Test("An undo that the storage refuses leaves the note deleted, for a new try in a new time") func refusedUndo() {
        let store = library()
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.complete(DeleteNote(one.id))
        for _ in 1...2 {
            store.clock.advance(by: .milliseconds(9_999))
            store.send(.undo(one.id)) { ($0.notes, $0.deletions) = (NoteList([one, two]), []) }
            store.fail(RestoreNote(one.id), with: .full) {
                ($0.notes, $0.deletions) = (NoteList([two]), [one])
                $0.add(problem: "“One” was not brought back, because the disk is full.")
            }
        }
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(one.id)) { $0.deletions = [] }
        store.complete(PurgeNote(one.id))
    }

    @Test("A purge that the storage refuses is left to the next start, where the note can be brought back")
    func refusedPurge() {
        let store = library()
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.complete(DeleteNote(one.id))
        store.clock.advance(by: .seconds(10))
        store.receive(.undoEnded(one.id)) { $0.deletions = [] }
        store.fail(PurgeNote(one.id), with: .locked)
        store.finish()

        let next = TestStore(Library.State(), Library())
        next.send(.launched)
        next.complete(LoadLibrary(), with: .init(notes: [two], deleted: [one])) {
            ($0.notes, $0.deletions, $0.isLoaded) = (NoteList([two]), [one], true)
        }
        next.clock.advance(by: .seconds(10))
        next.receive(.undoEnded(one.id)) { $0.deletions = [] }
        next.complete(PurgeNote(one.id))
    }

    @Test("What was typed last is saved all the same, and undo brings it back") func typed() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        let save = SaveNote(one.id, text: "One more", revision: 2)
        let typed = summary(1, "One more")
        store.type("One more")
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [typed]) }
        store.receive(.editor(one.id, .saveDue)) { $0.editors[one.id]?.askedVersion = 2 }
        store.receive(.asked(one.id, .save(save)))
        store.complete(DeleteNote(one.id))
        store.complete(save, with: summary(1, "One more", at: 9)) {
            $0.editors[one.id]?.savedVersion = 2
            $0.deletions[0].modified = 9
        }
        store.send(.undo(one.id)) {
            $0.notes[one.id] = summary(1, "One more", at: 9)
            $0.deletions = []
        }
        store.complete(RestoreNote(one.id))
    }

    @Test("A note that is open somewhere is closed when it is purged") func openNote() {
        let store = TestStore(Library.State(holding: [one, two]).showing(note(1, "One")), Library())
        store.send(.delete(one.id)) { ($0.notes, $0.deletions) = (NoteList([two]), [one]) }
        store.receive(.editor(one.id, .saveDue))
        store.complete(DeleteNote(one.id))
        store.clock.run()
        store.receive(.undoEnded(one.id)) { $0.deletions = [] }
        store.complete(PurgeNote(one.id)) { $0.editors = [:] }
    }
}
