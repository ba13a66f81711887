package import Millrace

/// All notes, as every tab sees them: the list, the open notes, what was deleted, and the import.
///
/// What is done to one note is done in order: its commands form a queue under the note's name. A change is shown at
/// once and taken back when the storage refuses it.
package struct Library: Reducer {
    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case launched
        case loaded(Event<LoadLibrary>)
        case created(Event<CreateNote>)
        case opened(NoteOpened)
        case left(NoteLeft)
        case read(NoteID, Event<ReadNote>)
        case editor(NoteID, Editor.Action)
        case asked(NoteID, Editor.Output)
        case pin(NoteID, Bool)
        case pinned(NoteID, Bool, Event<PinNote>)
        case delete(NoteID)
        case deleted(NoteID, Event<DeleteNote>)
        case undo(NoteID)
        case restored(NoteID, NoteSummary, Event<RestoreNote>)
        case undoEnded(NoteID)
        case purged(NoteID, Event<PurgeNote>)
        case importFolder(String)
        case imported(Event<ImportNotes>)
        case dismissImport
        case dismissProblem(Int)
        /// Everything that was typed should be saved now.
        case flush
    }

    /// The names of its work.
    enum Work: Hashable {
        /// What is done to a note, in order.
        case note(NoteID)
        /// The time in which a deletion can be undone.
        case undo(NoteID)
    }

    let editor = Editor()
    /// How long a deletion can be undone.
    let undoWindow: Duration

    /// A library in which a deletion can be undone for `undoWindow`.
    package init(undoWindow: Duration = .seconds(10)) { self.undoWindow = undoWindow }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .launched: .execute(LoadLibrary(), as: Action.loaded, policy: .first)
        case .loaded(let event): load(event, &state)
        case .created(let event): create(event, &state)
        case .opened, .left, .read, .editor, .asked, .flush: edit(&state, action)
        case .pin, .pinned: pin(&state, action)
        case .delete, .deleted, .undo, .restored, .undoEnded, .purged: delete(&state, action)
        case .importFolder, .imported, .dismissImport: bringIn(&state, action)
        case .dismissProblem(let id): dismiss(id, &state)
        }
    }

    private func load(_ event: Event<LoadLibrary>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let stored):
            state.notes.add(stored.notes)
            state.isLoaded = true
            state.deletions += stored.deleted
            return .merge(stored.deleted.map { undoTime(for: $0.id) })
        case .failure(let failure):
            state.report("The notes could not be read, because \(failure.reason).")
            return .none
        }
    }

    private func create(_ event: Event<CreateNote>, _ state: inout State) -> Flow<Self> {
        if case .data(let note) = event { state.notes[note.id] = note }
        return .none
    }

    private func dismiss(_ id: Int, _ state: inout State) -> Flow<Self> {
        state.problems.removeAll { $0.id == id }
        return .none
    }

    private func pin(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .pin(let id, let isPinned):
            guard let note = state.notes[id], note.isPinned != isPinned else { return .none }
            state.notes[id]?.isPinned = isPinned
            return .execute(
                PinNote(id, isPinned: isPinned), as: { .pinned(id, isPinned, $0) }, id: Work.note(id), policy: .queue)
        case .pinned(let id, let isPinned, .failure(let failure)):
            state.notes[id]?.isPinned = !isPinned
            state.report(
                "\(state.name(of: id)) was not \(isPinned ? "pinned" : "unpinned"), because \(failure.reason).")
            return .none
        default: return .none
        }
    }
}
