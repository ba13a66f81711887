import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// Races in which notes or texts were lost or shown incorrectly. An explorer found each of them as a shortest counterexample.
@MainActor @Suite("Races that were bugs") struct RaceTests {
    private let id = NoteID(1)

    private func library(isOpen: Bool = false) -> TestStore<Library> {
        let state = Library.State(holding: [summary(1, "One")])
        let store = TestStore(isOpen ? state.showing(note(1, "One")) : state, Library())
        store.exhaustivity = .off
        return store
    }

    @Test("If a deletion fails after its undo, nothing is pending and the note is in the list")
    func undoneAndRefused() {
        let store = library()
        store.send(.collection(.delete([id])))
        store.send(.collection(.undo([id])))
        store.fail(DeleteNote.self, with: .full)
        #expect(store.pending.isEmpty && store.clock.waiting == 0)
        #expect(store.state.collection.notes.order == [id] && store.state.collection.deletedNotes.notes.isEmpty)
        #expect(store.store.state.problems.all.isEmpty, "the requested state matches the stored state")
    }

    @Test("If a note is deleted, undone and deleted again, the list matches the disk") func deletedTwice() {
        let store = library()
        for _ in 1...2 {
            store.send(.collection(.delete([id])))
            store.send(.collection(.undo([id])))
            store.send(.collection(.delete([id])))
            store.fail(DeleteNote.self, with: .full)
            #expect(store.pending.isEmpty && store.state.isSaved)
            #expect(store.state.collection.notes.order == [id] && store.state.collection.deletedNotes.notes.isEmpty)
        }
    }

    @Test("If an undo fails after another deletion, one deletion remains, which ends") func restoringRefused() {
        let store = library()
        store.send(.collection(.delete([id])))
        store.complete(DeleteNote.self, with: ())
        store.send(.collection(.undo([id])))
        store.send(.collection(.delete([id])))
        store.fail(RestoreNote.self, with: .full)
        #expect(store.pending.isEmpty, "the stored state is the requested one")
        #expect(
            store.state.collection.notes.order.isEmpty && store.state.collection.deletedNotes.notes.map(\.id) == [id])
        store.clock.advance(by: .seconds(10))
        store.complete(PurgeNote(id), with: ())
        #expect(store.state.collection.deletedNotes.notes.isEmpty && store.clock.waiting == 0)
    }

    @Test("A restored note is not purged, and keeps its new text") func noPurge() {
        let store = library(isOpen: true)
        store.send(.collection(.delete([id])))
        store.complete(DeleteNote.self, with: ())
        store.send(.collection(.undo([id])))
        store.send(.collection(.delete([id])))
        store.fail(RestoreNote.self, with: .full)
        store.send(.collection(.undo([id])))
        store.complete(RestoreNote.self, with: ())
        store.clock.advance(by: .milliseconds(9_900))
        store.send(.openNotes(.editor(id, .typed("Two", base: 1))))
        store.clock.advance(by: .milliseconds(400))
        #expect(store.pending as? [SaveNote] == [SaveNote(id, text: "Two", revision: 2)])
        #expect(store.state.openNotes.editors[id]?.text == "Two")
    }

    @Test("Is not saved while a deletion, a restoration or a pin is pending") func ending() {
        let store = library()
        let actions: [NoteCollection.Action] = [.delete([id]), .undo([id]), .pin(id, true)]
        let answers: [() -> Void] = [
            { store.complete(DeleteNote.self, with: ()) }, { store.complete(RestoreNote.self, with: ()) },
            { store.complete(PinNote.self, with: ()) },
        ]
        for (action, answer) in zip(actions, answers) {
            store.send(.collection(action))
            #expect(!store.state.isSaved)
            answer()
            #expect(store.state.isSaved)
        }
    }

    @Test("After a second undo, shows the text that was typed while the note was deleted")
    func typedWhileDeleted() {
        let store = library(isOpen: true)
        store.send(.collection(.delete([id])))
        store.complete(DeleteNote.self, with: ())
        store.send(.collection(.undo([id])))
        store.send(.openNotes(.editor(id, .typed("Two", base: 1))))
        store.fail(RestoreNote.self, with: .full)
        #expect(store.state.collection.deletedNotes.notes.map(\.headline.title) == ["Two"])
        store.send(.collection(.undo([id])))
        store.complete(RestoreNote.self, with: ())
        #expect(store.state.collection.notes[id]?.headline.title == "Two")
    }

    @Test("After a pin fails, the note has the stored pin, in the list and among the deleted notes")
    func pins() {
        let store = library()
        store.send(.collection(.pin(id, true)))
        store.send(.collection(.pin(id, false)))
        store.fail(PinNote(id, isPinned: true), with: .full)
        #expect(store.pending.isEmpty && store.state.collection.notes[id]?.isPinned == false)
        store.send(.collection(.pin(id, true)))
        store.send(.collection(.delete([id])))
        store.fail(PinNote(id, isPinned: true), with: .full)
        store.complete(DeleteNote.self, with: ())
        #expect(store.state.collection.deletedNotes.notes.map(\.isPinned) == [false])
    }

    @Test("Reads and deletes no note before the library is loaded")
    func beforeTheList() {
        let store = TestStore(Library.State(), Library())
        store.exhaustivity = .off
        store.send(.launched)
        store.send(.openNotes(.opened(id)))
        store.send(.newNotes(.created(WindowID(1), .data(summary(2, "New")))))
        store.send(.collection(.delete([NoteID(2)])))
        #expect(store.pending.count == 1 && store.state.collection.notes.order == [NoteID(2)])
        store.complete(LoadLibrary(), with: .init(notes: [summary(1, "One"), summary(2, "")]))
        #expect(store.state.collection.notes[NoteID(2)]?.headline.title == "New")
        #expect(store.pending as? [ReadNote] == [ReadNote(id)])
    }

    @Test("Remembers purged notes only while a command from before the loading can return them")
    func rememberingPurges() {
        let store = TestStore(Library.State(), Library())
        store.exhaustivity = .off
        let window = WindowID(1)
        store.send(.launched)
        store.send(.requested(.create(window)))
        store.complete(LoadLibrary(), with: .init(notes: [summary(1, "One")]))
        store.send(.collection(.delete([id])))
        store.complete(DeleteNote.self, with: ())
        store.clock.advance(by: .seconds(10))
        store.complete(PurgeNote.self, with: ())
        #expect(store.state.collection.deletedNotes.purged == [id])
        store.send(.newNotes(.imported(.progress(.init(done: 1, total: 1, added: [summary(1, "One")])))))
        store.receive(.newNotesOutput(.added([summary(1, "One")], by: .import(isEnded: false))))
        #expect(store.state.collection.notes.order.isEmpty)
        store.complete(CreateNote(in: window), with: summary(2, "Two"))
        store.receive(.newNotesOutput(.added([summary(2, "Two")], by: .creation(window))))
        #expect(store.state.collection.deletedNotes.purged.isEmpty && store.state.newNotes.creating.isEmpty)
        store.send(.requested(.create(window)))
        store.send(.collection(.delete([NoteID(2)])))
        store.complete(DeleteNote.self, with: ())
        store.clock.advance(by: .seconds(10))
        store.complete(PurgeNote.self, with: ())
        #expect(store.state.collection.deletedNotes.purged.isEmpty)
    }

    @Test("Ignores a save that ends after its note was purged") func savedBehindPurge() {
        let store = library(isOpen: true)
        store.send(.collection(.delete([id])))
        store.complete(DeleteNote.self, with: ())
        store.clock.advance(by: .milliseconds(9_700))
        store.send(.openNotes(.editor(id, .typed("Two", base: 1))))
        store.clock.advance(by: .milliseconds(400))
        store.complete(PurgeNote.self, with: ())
        store.fail(SaveNote.self, with: .notFound)
        #expect(store.state.openNotes.editors.isEmpty && store.state.isSaved)
    }
}
