import MillraceKit

// The texts of open notes. Each note has an editor, which decides when to save.
extension OpenNotes {
    /// Types a text, unless it is too long or too much text of the client waits to be saved. Answers the window.
    func type(
        _ text: String, over base: String?, number: Int, in id: NoteID, _ window: WindowID?, _ state: inout State
    ) -> Flow<Self> {
        guard let editor = state.editors[id] else { return .none }
        // Over a rejected text, a person replaces the newest one, which does not contain it.
        let lastAnswer = window.flatMap { editor.answers[$0] }
        let merged = lastAnswer?.rejection == nil ? base?.merging(text, editor.text) ?? text : text
        let rejection = state.reasonToReject(merged, in: id, of: window?.client)
        let flow: Flow<Self> = rejection == nil ? accept(merged, in: id, window, &state) : .none
        if let window, let version = state.editors[id]?.version {
            state.editors[id]?.answers[window] = .init(number: number, version: version, rejection: rejection)
        }
        return flow
    }

    private func accept(_ text: String, in id: NoteID, _ window: WindowID?, _ state: inout State) -> Flow<Self> {
        guard let base = state.editors[id]?.version else { return .none }
        let saving = saveText(ofAnother: window, in: id, &state)
        let typing = reduceEditor(of: id, .typed(text, base: base), &state)
        // An equal text changes nothing.
        if state.editors[id]?.version != base { state.editors[id]?.window = window }
        return saving.and(typing)
    }

    /// Saves the text of another client, if it waits for a pause. Each text begins the pause again, so a client could delay the save of
    /// another one.
    private func saveText(ofAnother window: WindowID?, in id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let editor = state.editors[id], editor.window?.client != window?.client else { return .none }
        return reduceEditor(of: id, .replaced, &state)
    }

    /// Reduces an action of an editor.
    func reduceEditor(of id: NoteID, _ action: Editor.Action, _ state: inout State) -> Flow<Self> {
        if state.editors[id] == nil, !action.isTyping {
            // The note was purged while its text was being saved.
            return .none
        }
        let version = state.editors[id]?.version
        let flow: Flow<Self> = editor.reduce(&state.editors, id: id, action)
            .map(Action.editor, output: Action.editorOutput, at: \.editors, id: id)
        switch action {
        case .typed: return state.editors[id]?.version == version ? flow : flow.and(.output(.typed(id)))
        case .saved(let revision, .data(let summary)): return flow.and(conclude(id, revision, summary, &state))
        case .saved(_, .failure):
            state.closeIfDone(id)
            return flow.and(retrySaving(id, &state))
        default: return flow
        }
    }

    /// Handles a save that succeeded.
    private func conclude(_ id: NoteID, _ revision: Int, _ summary: NoteSummary, _ state: inout State) -> Flow<Self> {
        let isNewest = state.editors[id]?.savedVersion == revision
        let client = state.editors[id]?.window?.client
        state.closeIfDone(id)
        let report: Flow<Self> = isNewest ? .output(.saved(summary)) : .none
        return report.and(retryAtOnce(for: client, state))
    }
}

extension OpenNotes.State {
    /// Returns why a typed text cannot be accepted; `nil` if it can.
    fileprivate func reasonToReject(_ text: String, in id: NoteID, of client: Int?) -> StorageFailure? {
        if text.utf8.count > Note.longestText { return .tooLong }
        let bytes = text.utf8.count + unsavedBytes(of: client, except: id)
        return bytes > OpenNotes.longestUnsavedText ? .tooMuchUnsaved : nil
    }

    /// The memory of the texts of a client that wait to be saved, except that of a note.
    private func unsavedBytes(of client: Int?, except id: NoteID) -> Int {
        editors.values.reduce(0) { bytes, editor in
            guard editor.id != id else { return bytes }
            // A text that is being saved stays in memory, although another client may have replaced it.
            let replaced = editor.pendingSaves.filter { $0.client == client && $0.version != editor.version }
            let newest = !editor.isSaved && editor.window?.client == client ? [editor.text.utf8.count] : []
            return (replaced.map(\.bytes) + newest).reduce(bytes) { $0 + $1 + OpenNotes.editorBytes }
        }
    }
}

extension Editor.Action {
    fileprivate var isTyping: Bool { if case .typed = self { true } else { false } }
}
