package import Millrace

/// All notes, as every tab sees them: the list, the open notes, what was deleted, and the import.
///
/// What is done to one note is done in order: its commands form a queue under the note's name. A change is shown at
/// once and taken back when the storage refuses it. Until the list is there nothing is opened or changed but new notes,
/// so that what was read for the list is not older than what is known.
package struct Library: Reducer {
    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case launched
        case loaded(Event<LoadLibrary>)
        case created(Event<CreateNote>)
        case opened(NoteOpened)
        case left(NoteLeft)
        case read(NoteID, Event<ReadNote>)
        /// A note that could not be read should be tried again.
        case readDue(NoteID)
        case editor(NoteID, Editor.Action)
        case asked(NoteID, Editor.Output)
        case pin(NoteID, Bool)
        case pinned(NoteID, Bool, Event<PinNote>)
        case delete(NoteID)
        case deleted(NoteID, Event<DeleteNote>)
        case undo(NoteID)
        case restored(NoteID, Event<RestoreNote>)
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
        /// The time until the storage is asked again for what it could not read.
        case loading, reading(NoteID)
    }

    /// How long it waits before it asks again for what could not be read.
    static let again = Duration.seconds(5)

    let editor = Editor()
    /// How long a deletion can be undone.
    let undoWindow: Duration

    /// A library in which a deletion can be undone for `undoWindow`.
    package init(undoWindow: Duration = .seconds(10)) { self.undoWindow = undoWindow }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .launched: state.isLoaded ? .none : .execute(LoadLibrary(), as: Action.loaded, policy: .first)
        case .loaded(let event): load(event, &state)
        case .created(let event): create(event, &state)
        case .opened, .left, .read, .readDue, .editor, .asked, .flush: edit(&state, action)
        case .pin, .delete, .undo: wish(&state, action)
        case .pinned, .deleted, .restored: conclude(&state, action)
        case .undoEnded, .purged: purge(&state, action)
        case .importFolder, .imported, .dismissImport: bringIn(&state, action)
        case .dismissProblem(let id): dismiss(id, &state)
        }
    }

    private func load(_ event: Event<LoadLibrary>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let stored):
            state.isLoaded = true
            state.add(stored.notes)
            state.deletions += stored.deleted
            return .merge(stored.deleted.map { undoTime(for: $0.id) }).and(readAll(&state))
        case .failure(let failure):
            state.report("The notes could not be read, because \(failure.reason).")
            return .debounce(Self.again, id: Work.loading, .send(.launched))
        }
    }

    private func create(_ event: Event<CreateNote>, _ state: inout State) -> Flow<Self> {
        if case .data(let note) = event { state.add([note]) }
        return .none
    }

    private func dismiss(_ id: Int, _ state: inout State) -> Flow<Self> {
        state.problems.removeAll { $0.id == id }
        return .none
    }
}
