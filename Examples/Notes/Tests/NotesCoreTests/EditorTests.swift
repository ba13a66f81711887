import Millrace
import Testing

@testable import NotesCore

@Suite("An open note, as a pure function") struct EditorTests {
    private let editor = Editor()
    private let fresh = Editor.State(
        Note(summary: NoteSummary(id: NoteID(1), headline: Headline(of: "a"), modified: 0), text: "a", revision: 3))

    @Test("Typing is saved after a pause, and in any case after a while") func typing() {
        var state = fresh
        let pause = Flow<Editor>.debounce(.milliseconds(400), id: Editor.Timer.pause, .send(.saveDue))
        let limit = Flow<Editor>.debounce(.seconds(2), id: Editor.Timer.limit, .send(.saveDue))
        #expect(editor.reduce(&state, .typed("ab", base: 3)) == pause.and(limit))
        #expect(state.text == "ab" && state.version == 4 && !state.isSaved)
        #expect(editor.reduce(&state, .typed("abc", base: 4)) == pause, "the limit runs already")
    }

    @Test("What was typed over an older text is not taken") func stale() {
        var state = fresh
        #expect(editor.reduce(&state, .typed("other", base: 2)).isNone)
        #expect(state == fresh)
    }

    @Test("The newest text is saved, and once") func saveDue() {
        var state = fresh
        #expect(editor.reduce(&state, .saveDue).isNone)
        _ = editor.reduce(&state, .typed("ab", base: 3))
        let flow = editor.reduce(&state, .saveDue)
        #expect(
            flow
                == Flow.cancel(Editor.Timer.pause).and(.cancel(Editor.Timer.limit)).and(.cancel(Editor.Timer.again))
                .and(.output(.save(SaveNote(NoteID(1), text: "ab", revision: 4)))))
        #expect(editor.reduce(&state, .saveDue).isNone)
    }

    @Test("It is saved only when the storage says so of the newest text") func saved() {
        var state = fresh
        _ = editor.reduce(&state, .typed("ab", base: 3))
        _ = editor.reduce(&state, .saveDue)
        #expect(!state.isSaved)
        _ = editor.reduce(&state, .typed("abc", base: 4))
        let summary = NoteSummary(id: NoteID(1), headline: Headline(of: "ab"), modified: 9)
        _ = editor.reduce(&state, .saved(revision: 4, .data(summary)))
        #expect(!state.isSaved, "there is a newer text")
        _ = editor.reduce(&state, .saveDue)
        _ = editor.reduce(&state, .saved(revision: 5, .data(summary)))
        #expect(state.isSaved)
    }

    @Test("A saving that failed is tried again, unless the note has gone") func failure() {
        var state = fresh
        _ = editor.reduce(&state, .typed("ab", base: 3))
        _ = editor.reduce(&state, .saveDue)
        let flow = editor.reduce(&state, .saved(revision: 4, .failure(.full)))
        #expect(state.failure == .full && !state.isSaved)
        #expect(flow == .debounce(.seconds(5), id: Editor.Timer.again, .send(.saveDue)))
        #expect(!editor.reduce(&state, .saveDue).isNone)
        #expect(editor.reduce(&state, .saved(revision: 4, .failure(.gone))).isNone)
    }

    @Test("A text that is too long is refused and said to be") func tooLong() {
        var state = fresh
        let text = String(repeating: "x", count: Note.longestText + 1)
        #expect(editor.reduce(&state, .typed(text, base: 3)).isNone)
        #expect(state.text == "a" && state.failure == .tooLong)
    }
}
