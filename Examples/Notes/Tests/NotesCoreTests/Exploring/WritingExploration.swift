import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// One note that a window opens, writes and leaves, by a disk that refuses a few times.
    static var writing: Explorer {
        Explorer(.loaded(Disk("a", refusals: 2)), called: "Explorer.writing")
            .actions { state in
                let isShown = state.library.viewers[id] != nil
                let looking: Library.Action = isShown ? .left(id) : .opened(id)
                return ([looking] + state.typing).map(Desk.Action.library)
            }
            .keepingTexts()
            .never("an editor that nobody needs") {
                $0.isQuiet && $0.state.library.viewers[id] == nil && !$0.state.library.editors.isEmpty
            }
            .never("a text that is saved again") { situation in
                situation.pending(SaveNote.self).contains { $0.revision <= situation.state.disk.note(id).revision }
            }
            .eventually("an open note", from: { $0.state.isOpening }) { !$0.state.isOpening }
            .eventually("a saved text", from: { !$0.state.library.isSaved }) { $0.state.library.isSaved }
    }

    /// One note that is open in a window, and is written, deleted and brought back, by a disk that refuses once.
    static var deletingWritten: Explorer {
        var state = Desk.State.loaded(Disk("a", refusals: 1))
        state.library = state.library.showing(state.disk.note(id))
        return Explorer(state, called: "Explorer.deletingWritten")
            .actions { state in ([.delete(id), .undo(id)] + state.typing).map(Desk.Action.library) }
            .keepingTexts()
            .never("a note that is shown and purged") { $0.state.showsPurged }
    }

    func keepingTexts() -> Explorer {
        always("what is shown is on the disk when nothing is under way") {
            !$0.pending.isEmpty || $0.state.isShownAsStored
        }
        .always("what is shown is on the disk when it says that it is saved") {
            !$0.state.library.isSaved || $0.state.isShownAsStored
        }
        .never("a text that was taken and is lost") { $0.state.hasLostText }
    }
}

extension Desk.State {
    /// What may be typed into the note: a text over each of the first.
    fileprivate var typing: [Library.Action] {
        guard let editor = library.editors[id], editor.version < 3 else { return [] }
        return [.editor(id, .typed(editor.version == 1 ? "b" : "c", base: editor.version))]
    }

    /// Whether somebody looks at a note that is there, and does not see it.
    fileprivate var isOpening: Bool {
        library.viewers[id] != nil && disk.notes[id] != nil && library.editors[id] == nil
    }
}

extension Explorations {
    @Suite("To a note that is written") struct WritingExplorations {
        @Test("It is opened in the end, and saved in the end, once") func writing() {
            #expect(Explorer.writing.check().isComplete)
        }

        @Test("Nothing that was taken is lost, whatever is deleted, brought back and refused") func deletingWritten() {
            #expect(Explorer.deletingWritten.check().isComplete)
        }
    }
}
