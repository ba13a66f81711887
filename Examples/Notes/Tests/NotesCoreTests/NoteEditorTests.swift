import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("The editor of a note") struct NoteEditorTests {
    private let one = NoteID(1)
    private let window = Window.test()

    private func shown(_ text: String, isSaved: Bool = true) -> ShownNote {
        var state = Library.State(holding: [summary(1, text)]).showing(note(1, text))
        if !isSaved { state.openNotes.editors[one]?.version += 1 }
        return state[shown: one]
    }

    private func editor() -> TestStore<NoteEditor> {
        let store = opened(with: shown("Old"))
        store.answer(OpenNote.self, with: .end)
        return store
    }

    /// Returns an editor that observes this note.
    private func opened(with shown: ShownNote) -> TestStore<NoteEditor> {
        let store = TestStore(NoteEditor(in: window), with: one)
        store.output(.opened(one))
        store.complete(WaitForLibrary(notes: [one], isOpen: true), with: ())
        store.complete(RemoteObservation(\.[shown: one], of: window.library), with: shown) { $0.shown = shown }
        return store
    }

    @Test("Observes the note as long as the editor is open") func observing() {
        let store = opened(with: shown("Old"))
        store.expect(OpenNote(id: one))
        store.answer(OpenNote.self, with: .end)
        store.finish()
    }

    @Test("Sends requests to the library") func requests() {
        let store = editor()
        store.send(store.state.typing("New")) { $0.typed = .init(number: 1, text: "New") }
        store.fact(LibraryRequest.type(one, "New", over: "Old", number: 1, in: window.id))
        store.send(.pin(true))
        store.fact(LibraryRequest.pin(one, true, in: window.id))
        store.send(.undo)
        store.fact(LibraryRequest.undo([one], in: window.id))
    }

    /// Returns the content after the library has answered a text of the window.
    private func answered(_ text: String, number: Int, rejection: StorageFailure? = nil) -> ShownNote {
        var shown = shown(text)
        let version = rejection == nil ? 1 + number : 1
        shown.editor?.version = version
        shown.editor?.answers[window.id] = .init(number: number, version: version, rejection: rejection)
        return shown
    }

    @Test("Notes · shows the typed text until the library has answered, and sends each text at once") func typing()
        throws
    {
        let store = editor()
        store.send(store.state.typing("Old"))
        let shown = try #require(store.state.shownText)
        store.send(.typed("Old 1", over: shown)) { $0.typed = .init(number: 1, text: "Old 1") }
        store.fact(LibraryRequest.type(one, "Old 1", over: "Old", number: 1, in: window.id))
        // The window has not shown the first text.
        store.send(.typed("Old 12", over: shown)) { $0.typed = .init(number: 2, text: "Old 12") }
        store.fact(LibraryRequest.type(one, "Old 12", over: "Old 1", number: 2, in: window.id))
        let first = answered("Old 1", number: 1)
        store.send(.shown(.data(first))) { $0.shown = first }
        #expect(store.state.text == "Old 12" && !store.state.isSaved)
        let last = answered("An Old 12", number: 2)
        store.send(.shown(.data(last))) {
            ($0.shown, $0.typedVersion) = (last, 3)
            $0.typed?.isAnswered = true
        }
        #expect(store.state.text == "An Old 12", "the library has merged it with the text of another window")
        store.send(.typed("Old 123", over: .init(text: "Old 12", number: 2))) {
            $0.typed = .init(number: 3, text: "Old 123")
        }
        // The window has not shown the merged text.
        store.fact(LibraryRequest.type(one, "Old 123", over: "Old 12", number: 3, in: window.id))
    }

    @Test("Notes · shows a rejected text until the person types again") func rejected() {
        let store = editor()
        store.send(store.state.typing("Long")) { $0.typed = .init(number: 1, text: "Long") }
        store.fact(LibraryRequest.type(one, "Long", over: "Old", number: 1, in: window.id))
        let rejected = answered("Old", number: 1, rejection: .tooMuchUnsaved)
        store.send(.shown(.data(rejected))) {
            ($0.shown, $0.typedVersion) = (rejected, 1)
            $0.typed?.isAnswered = true
            $0.rejected = RejectedText(text: "Long", reason: .tooMuchUnsaved)
        }
        #expect(store.state.text == "Long")
        store.send(store.state.typing("Old")) { ($0.typed, $0.rejected) = (.init(number: 2, text: "Old"), nil) }
        store.fact(LibraryRequest.type(one, "Old", over: "Long", number: 2, in: window.id))
    }

    @Test("Outputs that the note is saved after its text is saved") func saved() {
        let store = editor()
        store.send(.shown(.data(shown("New", isSaved: false)))) { $0.shown = shown("New", isSaved: false) }
        store.send(.shown(.data(shown("New")))) { $0.shown = shown("New") }
        store.output(.saved(one))
        store.send(.shown(.data(shown("New"))))
    }

    @Test("Notes · a window shows that its own text is saved, although another one types") func ownText() {
        let editor = NoteEditor(in: window)
        var state = NoteEditor.State(id: one)
        func isSaved(_ version: Int, own: Int?, saved: Int) -> Bool {
            var shown = shown("Old")
            shown.editor?.version = version
            shown.editor?.savedVersion = saved
            if let own {
                _ = editor.reduce(&state, state.typing("\(version)"))
                let number = state.typed?.number ?? 0
                shown.editor?.answers[window.id] = .init(number: number, version: own, rejection: nil)
            } else {
                shown.editor?.answers = state.shown.editor?.answers ?? [:]
            }
            _ = editor.reduce(&state, .shown(.data(shown)))
            return state.isSaved
        }
        #expect(isSaved(1, own: nil, saved: 1))
        #expect(!isSaved(2, own: nil, saved: 1))
        #expect(!isSaved(3, own: 3, saved: 2))
        #expect(!isSaved(4, own: nil, saved: 2))
        #expect(isSaved(4, own: nil, saved: 3))
        #expect(!isSaved(6, own: 5, saved: 4))
    }

    @Test("Deletes the note, outputs this, and closes") func deleting() {
        let store = editor()
        store.send(.delete)
        store.fact(LibraryRequest.delete([one], in: window.id))
        store.output(.deleted(one))
        store.transition(.close)
        #expect(NoteEditor(in: window).operations(for: .close) == [.close])
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
        store.fact(LibraryRequest.publish(PublishNote(one, text: "Old", by: account, in: window.id)))
        store.send(.unpublish(account))
        store.fact(LibraryRequest.unpublish(UnpublishNote(one, in: window.id)))
        store.send(.signInCancelled) {
            $0.problem = "Sign in to publish or unpublish the note, or to delete a published one."
        }
        store.send(.dismissProblem) { $0.problem = nil }
    }

    @Test("Does not publish a note that is not loaded") func unread() {
        let store = TestStore(NoteEditor(in: window), with: one)
        store.output(.opened(one))
        store.complete(RemoteObservation(\.[shown: one], of: window.library), with: ShownNote())
        store.answer(OpenNote.self, with: .end)
        store.answer(WaitForLibrary.self, with: .end)
        store.send(.publish(Account(name: "Emma")))
        #expect(!store.state.shown.isMissing, "the library is not loaded yet")
    }
}
