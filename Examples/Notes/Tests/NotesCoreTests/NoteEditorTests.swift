import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The editor of a note") struct NoteEditorTests {
    private let one = NoteID(1)

    private func shown(_ text: String, isSaved: Bool = true) -> ShownNote {
        var state = Library.State(holding: [summary(1, text)]).showing(note(1, text))
        if !isSaved { state.openNotes.editors[one]?.version += 1 }
        return state[shown: one]
    }

    private func editor() -> TestStore<NoteEditor> {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.complete(ObserveNote(id: one), with: shown("Old")) { $0.shown = shown("Old") }
        return store
    }

    @Test("Observes the note as long as the editor is open") func observing() {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.expect(ObserveNote(id: one))
        store.complete(ObserveNote.self, with: shown("Old")) { $0.shown = shown("Old") }
        store.finish()
    }

    @Test("Sends requests to the library") func requests() {
        let store = editor()
        store.send(.typed("New"))
        store.fact(LibraryRequest.type(one, "New", in: nil))
        store.send(.pin(true))
        store.fact(LibraryRequest.pin(one, true))
        store.send(.undo)
        store.fact(LibraryRequest.undo([one]))
    }

    @Test("Outputs that the note is saved after its text is saved") func saved() {
        let store = editor()
        store.send(.shown(.data(shown("New", isSaved: false)))) { $0.shown = shown("New", isSaved: false) }
        store.send(.shown(.data(shown("New")))) { $0.shown = shown("New") }
        store.output(.saved(one))
        store.send(.shown(.data(shown("New"))))
    }

    @Test("Notes · a window shows that its own text is saved, although another one types") func ownText() {
        let (mine, other) = (WindowID(1), WindowID(2))
        var state = NoteEditor.State(id: one)
        func isSaved(_ version: Int, by window: WindowID, saved: Int) -> Bool {
            var shown = shown("Old")
            shown.editor?.version = version
            shown.editor?.window = window
            shown.editor?.savedVersion = saved
            _ = NoteEditor(in: mine).reduce(&state, .shown(.data(shown)))
            return state.isSaved
        }
        #expect(!isSaved(2, by: other, saved: 1))
        #expect(!isSaved(3, by: mine, saved: 2))
        #expect(!isSaved(4, by: other, saved: 2))
        #expect(isSaved(4, by: other, saved: 3))
        #expect(!isSaved(5, by: mine, saved: 4))
    }

    @Test("Deletes the note, outputs this, and closes") func deleting() {
        let store = editor()
        store.send(.delete)
        store.fact(LibraryRequest.delete([one]))
        store.output(.deleted(one))
        store.transition(.close)
        #expect(NoteEditor().operations(for: .close) == [.close])
    }

    @Test("Publishes the shown text, only with an account") func publishing() {
        let account = Account(name: "Emma")
        let store = editor()
        store.send(.publish(nil))
        store.send(.unpublish(nil))
        store.send(.signInCancelled) {
            $0.problem = "Sign in to publish or unpublish the note, or to delete a published one."
        }
        store.send(.publish(account)) { $0.problem = nil }
        store.fact(LibraryRequest.publish(PublishNote(one, text: "Old", by: account)))
        store.send(.unpublish(account))
        store.fact(LibraryRequest.unpublish(UnpublishNote(one)))
        store.send(.signInCancelled) {
            $0.problem = "Sign in to publish or unpublish the note, or to delete a published one."
        }
        store.send(.dismissProblem) { $0.problem = nil }
    }

    @Test("Does not publish a note that is not loaded") func unread() {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.complete(ObserveNote(id: one), with: ShownNote())
        store.send(.publish(Account(name: "Emma")))
        #expect(!store.state.shown.isMissing, "the library is not loaded yet")
    }
}
