import MillraceJournal
package import MillraceKit

/// The notes that windows show: reads, edits, saves and closes them.
package struct OpenNotes: Reducer {
    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        /// A window shows a note.
        case opened(NoteID)
        /// A window no longer shows a note.
        case closed(NoteID)
        case read(NoteID, Event<ReadNote>)
        /// It is time to retry reading a note.
        case readDue(NoteID)
        /// A person typed a text over the text `base`, or over the newest one.
        case type(NoteID, String, over: String? = nil, number: Int = 0, in: WindowID?)
        case editor(NoteID, Editor.Action)
        case editorOutput(NoteID, Editor.Output)
        /// It is time to try to save the next text of a client again.
        case retryDue(client: Int?)
        /// Saves all texts now.
        case flush
        /// Notes were deleted permanently.
        case purged([NoteID])
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Read a note, after its pending changes.
        case read(NoteID)
        /// The newest text of a note has changed.
        case typed(NoteID)
        /// The newest text of a note is on the disk.
        case saved(NoteSummary)
        /// A note does not exist.
        case missing(NoteID)
        /// A note could not be read.
        case failed(FailedChange)
    }

    /// The names of the module's effects.
    enum EffectName: Hashable {
        /// The queue of the saves of a note for a client.
        case saving(NoteID, client: Int?)
        /// The delay before the next text of a client is tried to be saved again.
        case retrying(client: Int?)
        /// The delay before reading is retried.
        case reading(NoteID)
    }

    /// The delay before a failed read or save is retried.
    static let retryDelay = Duration.seconds(5)
    /// The maximum length of the texts of a network address that wait to be saved, in bytes of UTF-8. Unsaved texts stay in memory,
    /// also after their windows are closed.
    static let longestUnsavedText = 32_000_000
    /// The bytes that an unsaved note counts besides its text. So there are not too many unsaved short notes.
    static let editorBytes = 4_000

    let editor = Editor()
    /// Whether the library has been loaded. Before, no note is read.
    let isLoaded: Bool

    /// Creates the module for a library.
    package init(isLoaded: Bool = true) { self.isLoaded = isLoaded }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .opened(let id): return open(id, &state)
        case .closed(let id): return close(id, &state)
        case .read(let id, let event): return read(id, event, &state)
        case .readDue(let id): return read(id, &state)
        case .type(let id, let text, let base, let number, let window):
            return type(text, over: base, number: number, in: id, window, &state)
        case .editor(let id, let action): return reduceEditor(of: id, action, &state)
        case .editorOutput(let id, .save(let command)):
            return .execute(
                command, as: { .editor(id, .saved(revision: command.revision, $0)) },
                id: EffectName.saving(id, client: command.window?.client), policy: .queue)
        case .retryDue(let client): return retry(for: client, &state)
        case .flush:
            return .merge(state.editors.keys.sorted { $0.number < $1.number }.map { .send(.editor($0, .saveDue)) })
        case .purged(let notes):
            for id in notes { state.editors[id] = nil }
            return .none
        }
    }

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        state.viewers[id, default: 0] += 1
        return read(id, &state)
    }

    /// Reads a note that a window shows, if it is not open and not being read.
    private func read(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard isLoaded, state.viewers[id] != nil, state.editors[id] == nil, state.reading.insert(id).inserted
        else { return .none }
        return .output(.read(id))
    }

    /// Reads the notes that windows opened before the library was loaded.
    func readAll(_ state: inout State) -> Flow<Self> {
        .merge(state.viewers.keys.sorted { $0.number < $1.number }.map { read($0, &state) })
    }

    private func read(_ id: NoteID, _ event: Event<ReadNote>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        state.reading.remove(id)
        switch event {
        case .progress: return .none
        case .data(let note):
            if state.editors[id] == nil { state.editors[id] = Editor.State(note) }
            state.closeIfDone(id)
            return .none
        case .failure(.notFound): return .output(.missing(id))
        case .failure(let failure):
            return .output(.failed(FailedChange(id, "opened", because: failure)))
                .and(.debounce(Self.retryDelay, id: EffectName.reading(id), .send(.readDue(id))))
        }
    }

    private func close(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let viewers = state.viewers[id] else { return .none }
        state.viewers[id] = viewers > 1 ? viewers - 1 : nil
        guard let editor = state.editors[id], !editor.isSaved, state.viewers[id] == nil else {
            state.closeIfDone(id)
            return .none
        }
        return .send(.editor(id, .saveDue))
    }
}
