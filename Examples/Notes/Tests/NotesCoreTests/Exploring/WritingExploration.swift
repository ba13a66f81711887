import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<NotesModel> {
    /// Explores a note that a window opens, edits and closes. Two commands can fail.
    static func writing(in window: Window) -> Explorer {
        Explorer(.loaded(DiskModel("a", refusals: 2)), in: window, called: "Explorer.writing")
            .actions { state in
                let isShown = state.library.openNotes.viewers[id] != nil
                let viewing: OpenNotes.Action = isShown ? .closed(id) : .opened(id)
                return ([viewing] + state.typing).map(NotesModel.Action.openNotes)
            }
            .checkingTexts()
            .never("an editor is open that no window shows") {
                $0.isQuiet && $0.state.library.openNotes.viewers[id] == nil
                    && !$0.state.library.openNotes.editors.isEmpty
            }
            .never("a text is saved twice") { systemState in
                systemState.pending(SaveNote.self).contains { $0.revision <= systemState.state.disk.note(id).revision }
            }
            .eventually("the note is open", from: { $0.state.isOpening }) { !$0.state.isOpening }
            .eventually("the text is saved", from: { !$0.state.library.isSaved }) { $0.state.library.isSaved }
    }

    /// Explores an open note that is edited, deleted and restored. One command can fail.
    static func deletingWritten(in window: Window) -> Explorer {
        var state = NotesModel.State.loaded(DiskModel("a", refusals: 1))
        state.library = state.library.showing(state.disk.note(id))
        return Explorer(state, in: window, called: "Explorer.deletingWritten")
            .actions { state in
                [.collection(.delete([id])), .collection(.undo([id]))] + state.typing.map(NotesModel.Action.openNotes)
            }
            .checkingTexts()
            .never("a purged note is shown") { $0.state.showsPurged }
    }

    /// Explores an open note that two clients edit. One command can fail.
    static func sharedWriting(in window: Window) -> Explorer {
        var state = NotesModel.State.loaded(DiskModel("a", refusals: 1))
        state.library = state.library.showing(state.disk.note(id))
        return Explorer(state, in: window, called: "Explorer.sharedWriting")
            .actions { state in
                let closing: [OpenNotes.Action] = state.library.openNotes.viewers[id] == nil ? [] : [.closed(id)]
                return closing.map(NotesModel.Action.openNotes) + state.typingOfClients.map(NotesModel.Action.library)
            }
            .checkingTexts()
            .never("an editor is open that no window shows") {
                $0.isQuiet && $0.state.library.openNotes.viewers[id] == nil
                    && !$0.state.library.openNotes.editors.isEmpty
            }
            .never("a text that is being saved is not counted") { systemState in
                let counted = systemState.state.library.openNotes.editors[id]?.pendingSaves.map(\.version) ?? []
                return systemState.pending(SaveNote.self).contains { !counted.contains($0.revision) }
            }
            .never("a saved text has a failure") { systemState in
                systemState.state.library.openNotes.editors.values.contains { $0.isSaved && $0.failure != nil }
            }
            .eventually("the text is saved", from: { !$0.state.library.isSaved }) { $0.state.library.isSaved }
    }

    func checkingTexts() -> Explorer {
        always("what is shown is on the disk when no command is pending") {
            !$0.pending.isEmpty || $0.state.isShownAsStored
        }
        .always("what is shown is on the disk when the library says that it is saved") {
            !$0.state.library.isSaved || $0.state.isShownAsStored
        }
        .never("an accepted text is lost") { $0.state.hasLostText }
    }
}

extension NotesModel.State {
    /// The texts that can be typed into the note: one over each of its first two revisions.
    fileprivate var typing: [OpenNotes.Action] {
        guard let editor = library.openNotes.editors[id], editor.version < 3 else { return [] }
        return [.editor(id, .typed(editor.version == 1 ? "b" : "c", base: editor.version))]
    }

    /// The texts that two clients can type into the note, one over each of its first three revisions.
    fileprivate var typingOfClients: [Library.Action] {
        guard let editor = library.openNotes.editors[id], editor.version < 4 else { return [] }
        let text = ["b", "c", "d"][editor.version - 1]
        return [1, 2].map { .requested(.type(id, text, in: WindowID($0, client: $0))) }
    }

    /// Whether a window shows an existing note that is not open yet.
    fileprivate var isOpening: Bool {
        library.openNotes.viewers[id] != nil && disk.notes[id] != nil && library.openNotes.editors[id] == nil
    }
}

extension Explorations {
    @Suite("A note that is edited") struct WritingExplorations {
        @Test("Is eventually opened, and each text is eventually saved once") func writing() async {
            #expect(await Explorer.writing(in: .test()).check().isComplete)
        }

        @Test("Saves each newest text of two clients") func sharedWriting() async {
            #expect(await Explorer.sharedWriting(in: .test()).check().isComplete)
        }

        @Test("Loses no accepted text when it is deleted and restored, and commands fail") func deletingWritten() async
        {
            #expect(await Explorer.deletingWritten(in: .test()).check().isComplete)
        }
    }
}
