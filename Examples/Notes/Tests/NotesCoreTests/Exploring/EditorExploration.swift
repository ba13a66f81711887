import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// A window that opens a note, writes, deletes, brings back and closes it, by a disk that refuses once; meanwhile the list
    /// deletes it and brings it back as well.
    static var editing: Explorer {
        var state = Desk.State.loaded(Disk("a", refusals: 1))
        state.lists[1] = NoteList.State()
        state.lists[1]?.shown = state.library.listed
        return Explorer(state, called: "Explorer.editing")
            .actions { state in
                guard let editor = state.editors[1] else { return [.list(1, .open(id)), .list(1, .undo(id))] }
                let isUnchanged = editor.shown.editor?.version == 1
                let typing: [Desk.Action] = isUnchanged ? [.editor(1, .typed("b"))] : []
                return typing + [.editor(1, .delete), .editor(1, .undo), .editor(1, .close), .list(1, .delete([id]))]
            }
            .keepingTexts()
            .lookingAsManyAsCounted()
            .always("the editor shows what the library holds") {
                $0.state.editors[1] == nil || $0.state.editors[1]?.shown == $0.state.library.shown(id)
            }
            .never("a note that is said to be saved and is not") {
                guard let editor = $0.state.editors[1]?.shown.editor, let stored = $0.state.disk.notes[id] else {
                    return false
                }
                return editor.isSaved && stored.text != editor.text
            }
    }
}

extension Explorations {
    @Suite("To the editor of a note") struct EditorExplorations {
        @Test("It shows what the library holds, and nothing that was typed in it is lost") func editing() {
            #expect(Explorer.editing.check().isComplete)
        }
    }
}
