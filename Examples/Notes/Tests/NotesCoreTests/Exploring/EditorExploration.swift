import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<NotesModel> {
    /// Explores a window that opens, edits, deletes, restores and closes a note, while one command can fail. The list can also
    /// delete and restore the note.
    static func editing(in window: Window) -> Explorer {
        var state = NotesModel.State.loaded(DiskModel("a", refusals: 1))
        state.lists[1] = NoteList.State()
        state.lists[1]?.shown = state.library.listContent
        return Explorer(state, in: window, called: "Explorer.editing")
            .actions { state in
                guard let editor = state.editors[1] else { return [.list(1, .pane(.open(id))), .list(1, .undo(id))] }
                let isUnchanged = editor.shown.editor?.version == 1
                let typing: [NotesModel.Action] = isUnchanged ? [state.typing("b")] : []
                return typing + [.editor(1, .delete), .editor(1, .undo), .editor(1, .close), .list(1, .delete([id]))]
            }
            .checkingTexts()
            .checkingViewers()
            .always("the editor shows the state of the library") {
                $0.state.editors[1] == nil || $0.state.editors[1]?.shown == $0.state.library[shown: id]
            }
            .never("an unsaved note is shown as saved") {
                guard let editor = $0.state.editors[1]?.shown.editor, let stored = $0.state.disk.notes[id] else {
                    return false
                }
                return editor.isSaved && stored.text != editor.text
            }
    }
}

extension Explorations {
    @Suite("The editor of a note") struct EditorExplorations {
        @Test("Shows the state of the library, and loses no text") func editing() async {
            #expect(await Explorer.editing(in: .test()).check().isComplete)
        }
    }
}
