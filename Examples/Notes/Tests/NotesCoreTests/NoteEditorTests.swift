import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The editor of a note") struct NoteEditorTests {
    private let one = NoteID(1)

    private func shown(_ text: String, isSaved: Bool = true) -> ShownNote {
        var state = Library.State(holding: [summary(1, text)]).showing(note(1, text))
        if !isSaved { state.editors[one]?.version += 1 }
        return state.shown(one)
    }

    private func editor() -> TestStore<NoteEditor> {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.complete(WatchNote(id: one), with: shown("Old")) { $0.shown = shown("Old") }
        return store
    }

    @Test("The note is looked at as long as the editor stands") func looking() {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.expect(WatchNote(id: one))
        store.complete(WatchNote.self, with: shown("Old")) { $0.shown = shown("Old") }
        store.finish()
    }

    @Test("What is typed, pinned and undone is requested from the library") func requests() {
        let store = editor()
        store.send(.typed("New"))
        store.fact(LibraryRequest.type(one, "New"))
        store.send(.pin(true))
        store.fact(LibraryRequest.pin(one, true))
        store.send(.undo)
        store.fact(LibraryRequest.undo([one]))
    }

    @Test("It says when what was typed has been saved, and not before") func saved() {
        let store = editor()
        store.send(.shown(.data(shown("New", isSaved: false)))) { $0.shown = shown("New", isSaved: false) }
        store.send(.shown(.data(shown("New")))) { $0.shown = shown("New") }
        store.output(.saved(one))
        store.send(.shown(.data(shown("New"))))
    }

    @Test("A note that is deleted here is told to be, and its editor goes") func deleting() {
        let store = editor()
        store.send(.delete)
        store.fact(LibraryRequest.delete([one]))
        store.output(.deleted(one))
        store.transition(.close)
        #expect(NoteEditor().operations(for: .close) == [.close])
    }

    @Test("Nothing is published but by an account, and then what is shown") func publishing() {
        let account = Account(name: "Emma")
        let store = editor()
        store.send(.publish(nil))
        store.send(.unpublish(nil))
        store.send(.unsigned) {
            $0.problem = "Nothing was published or taken back, because nobody has signed in."
        }
        store.send(.publish(account)) { $0.problem = nil }
        store.fact(LibraryRequest.publish(PublishNote(one, text: "Old", by: account)))
        store.send(.unpublish(account))
        store.fact(LibraryRequest.unpublish(one))
        store.send(.unsigned) {
            $0.problem = "Nothing was published or taken back, because nobody has signed in."
        }
        store.send(.dismissProblem) { $0.problem = nil }
    }

    @Test("What has not been read is not published") func unread() {
        let store = TestStore(NoteEditor(), with: one)
        store.output(.opened(one))
        store.complete(WatchNote(id: one), with: ShownNote())
        store.send(.publish(Account(name: "Emma")))
        #expect(!store.state.shown.isGone, "nobody knows yet")
    }
}
