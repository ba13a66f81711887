import MillraceKit

extension Library {
    /// Opens, edits, saves and closes notes.
    func edit(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .opened(let id): open(id, &state)
        case .closed(let id): close(id, &state)
        case .read(let id, let event): read(id, event, &state)
        case .readDue(let id): read(id, &state)
        case .editor(let id, let action): reduceEditor(of: id, action, &state)
        case .editorOutput(let id, .save(let command)):
            .execute(
                command, as: { .editor(id, .saved(revision: command.revision, $0)) },
                id: EffectName.saving(id, client: command.window?.client), policy: .queue)
        case .retryDue(let client): retry(for: client, &state)
        case .flush:
            .merge(state.editors.keys.sorted { $0.number < $1.number }.map { .send(.editor($0, .saveDue)) })
        default: .none
        }
    }

    /// Types a text, unless it is too long or too much text of the client waits to be saved.
    func type(_ text: String, in id: NoteID, _ window: WindowID?, _ state: inout State) -> Flow<Self> {
        guard let base = state.editors[id]?.version else { return .none }
        if let reason = state.reasonToReject(text, in: id, of: window?.client) {
            let rejection = RejectedText(text: text, reason: reason)
            return .post(TextRejected(note: id, window: window, rejection: rejection))
        }
        let saving = saveText(ofAnother: window, in: id, &state)
        let typing = edit(&state, .editor(id, .typed(text, base: base)))
        // An equal text changes nothing.
        if state.editors[id]?.version != base { state.editors[id]?.window = window }
        return saving.and(typing)
    }

    /// Saves the text of another client, if it waits for a pause. Each text begins the pause again, so a client could delay the save of
    /// another one.
    private func saveText(ofAnother window: WindowID?, in id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let editor = state.editors[id], editor.window?.client != window?.client else { return .none }
        return edit(&state, .editor(id, .replaced))
    }

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        state.viewers[id, default: 0] += 1
        return read(id, &state)
    }

    /// Reads a note that a window shows, if it is not open and not being read.
    private func read(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard state.isLoaded, state.viewers[id] != nil, state.editors[id] == nil, state.reading.insert(id).inserted
        else { return .none }
        return .execute(ReadNote(id), as: { .read(id, $0) }, id: EffectName.note(id), policy: .queue)
    }

    /// Reads the notes that windows opened before the library was loaded.
    func readAll(_ state: inout State) -> Flow<Self> {
        .merge(state.viewers.keys.sorted { $0.number < $1.number }.map { read($0, &state) })
    }

    private func close(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let viewers = state.viewers[id] else { return .none }
        state.viewers[id] = viewers > 1 ? viewers - 1 : nil
        guard let editor = state.editors[id], !editor.isSaved, state.viewers[id] == nil else {
            closeIfDone(id, &state)
            return .none
        }
        return .send(.editor(id, .saveDue))
    }

    private func read(_ id: NoteID, _ event: Event<ReadNote>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        state.reading.remove(id)
        switch event {
        case .progress: break
        case .data(let note):
            if state.editors[id] == nil { state.editors[id] = Editor.State(note) }
            closeIfDone(id, &state)
        case .failure(.notFound): state.notes[id] = nil
        case .failure(let failure):
            state.report("\(state.name(of: id)) could not be opened because \(failure.reason).")
            return .debounce(Self.retryDelay, id: EffectName.reading(id), .send(.readDue(id)))
        }
        return .none
    }

    private func reduceEditor(of id: NoteID, _ action: Editor.Action, _ state: inout State) -> Flow<Self> {
        if state.editors[id] == nil, !action.isTyping {
            // The note was purged while its text was being saved.
            return .none
        }
        let flow: Flow<Self> = editor.reduce(&state.editors, id: id, action)
            .map(Action.editor, output: Action.editorOutput, at: \.editors, id: id)
        switch action {
        case .typed: state.show(state.editors[id])
        case .saved(let revision, .data(let summary)):
            // The title and the pin of the note may already be newer, and the time too.
            if state.editors[id]?.savedVersion == revision { state[id]?.modified = summary.modified }
            let client = state.editors[id]?.window?.client
            closeIfDone(id, &state)
            return flow.and(retryAtOnce(for: client, state))
        case .saved(_, .failure):
            closeIfDone(id, &state)
            return flow.and(retrySaving(id, &state))
        default: break
        }
        return flow
    }

    /// Closes a note if no window shows it, its text is saved and no older one is being saved.
    private func closeIfDone(_ id: NoteID, _ state: inout State) {
        guard let editor = state.editors[id], state.viewers[id] == nil, editor.isSaved else { return }
        if editor.pendingSaves.isEmpty { state.editors[id] = nil }
    }
}

extension Library.State {
    /// Returns why a typed text cannot be accepted; `nil` if it can.
    fileprivate func reasonToReject(_ text: String, in id: NoteID, of client: Int?) -> StorageFailure? {
        if text.utf8.count > Note.longestText { return .tooLong }
        let bytes = text.utf8.count + unsavedBytes(of: client, except: id)
        return bytes > Library.longestUnsavedText ? .tooMuchUnsaved : nil
    }

    /// The memory of the texts of a client that wait to be saved, except that of a note.
    private func unsavedBytes(of client: Int?, except id: NoteID) -> Int {
        editors.values.reduce(0) { bytes, editor in
            guard editor.id != id else { return bytes }
            // A text that is being saved stays in memory, although another client may have replaced it.
            let replaced = editor.pendingSaves.filter { $0.client == client && $0.version != editor.version }
            let newest = !editor.isSaved && editor.window?.client == client ? [editor.text.utf8.count] : []
            return (replaced.map(\.bytes) + newest).reduce(bytes) { $0 + $1 + Library.editorBytes }
        }
    }

    /// Shows the typed text in the list before it is saved.
    fileprivate mutating func show(_ editor: Editor.State?) {
        if let editor { self[editor.id]?.headline = Headline(of: editor.text) }
    }
}

extension Editor.Action {
    fileprivate var isTyping: Bool { if case .typed = self { true } else { false } }
}
