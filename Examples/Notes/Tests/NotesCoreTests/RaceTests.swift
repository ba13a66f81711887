import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// Ways on which notes and texts were lost, or shown as they were not. An explorer found them, and each is the shortest.
@MainActor @Suite("Races that were lost once") struct RaceTests {
    private let id = NoteID(1)

    private func library(isOpen: Bool = false) -> TestStore<Library> {
        let state = Library.State(holding: [summary(1, "One")])
        let store = TestStore(isOpen ? state.showing(note(1, "One")) : state, Library())
        store.exhaustivity = .off
        return store
    }

    @Test("A refused deletion that was undone meanwhile asks for nothing, and the note stays in the list")
    func undoneAndRefused() {
        let store = library()
        store.send(.delete(id))
        store.send(.undo(id))
        store.fail(DeleteNote.self, with: .full)
        #expect(store.pending.isEmpty && store.clock.waiting == 0)
        #expect(store.state.notes.order == [id] && store.state.deletions.isEmpty)
        #expect(store.state.problems.isEmpty, "nothing is requested that was refused")
    }

    @Test("A note that is deleted, undone and deleted is deleted or not as the disk says last") func deletedTwice() {
        let store = library()
        for _ in 1...2 {
            store.send(.delete(id))
            store.send(.undo(id))
            store.send(.delete(id))
            store.fail(DeleteNote.self, with: .full)
            #expect(store.pending.isEmpty && store.state.isSaved)
            #expect(store.state.notes.order == [id] && store.state.deletions.isEmpty)
        }
    }

    @Test("An undo that is refused after another deletion leaves one deletion, which ends") func restoringRefused() {
        let store = library()
        store.send(.delete(id))
        store.complete(DeleteNote.self)
        store.send(.undo(id))
        store.send(.delete(id))
        store.fail(RestoreNote.self, with: .full)
        #expect(store.pending.isEmpty, "it is deleted on the disk, and that is requested")
        #expect(store.state.notes.order.isEmpty && store.state.deletions.map(\.id) == [id])
        store.clock.advance(by: .seconds(10))
        store.complete(PurgeNote(id))
        #expect(store.state.deletions.isEmpty && store.clock.waiting == 0)
    }

    @Test("A note that was brought back is not purged, and keeps what is typed") func noPurge() {
        let store = library(isOpen: true)
        store.send(.delete(id))
        store.complete(DeleteNote.self)
        store.send(.undo(id))
        store.send(.delete(id))
        store.fail(RestoreNote.self, with: .full)
        store.send(.undo(id))
        store.complete(RestoreNote.self)
        store.clock.advance(by: .milliseconds(9_900))
        store.send(.editor(id, .typed("Two", base: 1)))
        store.clock.advance(by: .milliseconds(400))
        #expect(store.pending as? [SaveNote] == [SaveNote(id, text: "Two", revision: 2)])
        #expect(store.state.editors[id]?.text == "Two")
    }

    @Test("Nothing is said to be saved while the disk is asked to delete, bring back or pin") func ending() {
        let store = library()
        let actions: [Library.Action] = [.delete(id), .undo(id), .pin(id, true)]
        let answers: [() -> Void] = [
            { store.complete(DeleteNote.self) }, { store.complete(RestoreNote.self) }, { store.complete(PinNote.self) },
        ]
        for (action, answer) in zip(actions, answers) {
            store.send(action)
            #expect(!store.state.isSaved)
            answer()
            #expect(store.state.isSaved)
        }
    }

    @Test("What is typed while a note is deleted is shown when it is brought back, even at the second try")
    func typedWhileDeleted() {
        let store = library(isOpen: true)
        store.send(.delete(id))
        store.complete(DeleteNote.self)
        store.send(.undo(id))
        store.send(.editor(id, .typed("Two", base: 1)))
        store.fail(RestoreNote.self, with: .full)
        #expect(store.state.deletions.map(\.headline.title) == ["Two"])
        store.send(.undo(id))
        store.complete(RestoreNote.self)
        #expect(store.state.notes[id]?.headline.title == "Two")
    }

    @Test("A pin that is refused is what it is on the disk, however often it was changed and wherever the note is")
    func pins() {
        let store = library()
        store.send(.pin(id, true))
        store.send(.pin(id, false))
        store.fail(PinNote(id, isPinned: true), with: .full)
        #expect(store.pending.isEmpty && store.state.notes[id]?.isPinned == false)
        store.send(.pin(id, true))
        store.send(.delete(id))
        store.fail(PinNote(id, isPinned: true), with: .full)
        store.complete(DeleteNote.self)
        #expect(store.state.deletions.map(\.isPinned) == [false])
    }

    @Test("Until the list is there no note is read and none deleted, so that the list is not older than what is known")
    func beforeTheList() {
        let store = TestStore(Library.State(), Library())
        store.exhaustivity = .off
        store.send(.launched)
        store.send(.opened(id))
        store.send(.created(WindowID(1), .data(summary(2, "New"))))
        store.send(.delete(NoteID(2)))
        #expect(store.pending.count == 1 && store.state.notes.order == [NoteID(2)])
        store.complete(LoadLibrary(), with: .init(notes: [summary(1, "One"), summary(2, "")]))
        #expect(store.state.notes[NoteID(2)]?.headline.title == "New")
        #expect(store.pending as? [ReadNote] == [ReadNote(id)])
    }

    @Test("A save that waited behind a purge finds no editor, and that is no fault") func savedBehindPurge() {
        let store = library(isOpen: true)
        store.send(.delete(id))
        store.complete(DeleteNote.self)
        store.clock.advance(by: .milliseconds(9_700))
        store.send(.editor(id, .typed("Two", base: 1)))
        store.clock.advance(by: .milliseconds(400))
        store.complete(PurgeNote.self)
        store.fail(SaveNote.self, with: .gone)
        #expect(store.state.editors.isEmpty && store.state.isSaved)
    }
}
