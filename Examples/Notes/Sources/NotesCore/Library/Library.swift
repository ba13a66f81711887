package import MillraceKit

/// All notes, as every window sees them: the list, the open notes, what was deleted and what is published, the import,
/// and what was chosen for all windows.
///
/// What is done to one note is done in order: its commands form a queue under the note's name. A change is shown at
/// once and taken back when the storage refuses it. Until the list is there nothing is opened or changed but new notes,
/// so that what was read for the list is not older than what is known.
package struct Library: Reducer {
    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case launched
        case loaded(Event<LoadLibrary>)
        /// A request of a window.
        case requested(LibraryRequest)
        /// The result of a request for a new note.
        case created(WindowID, Event<CreateNote>)
        /// A window shows a note.
        case opened(NoteID)
        /// A window shows a note no longer.
        case left(NoteID)
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
        case published(NoteID, Event<PublishNote>)
        case unpublished(NoteID, Event<UnpublishNote>)
        case preferred(Event<SavePreferences>)
        case importFolder(String)
        case imported(Event<ImportNotes>)
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
        /// The making of a note for a window.
        case creating(WindowID)
    }

    /// How long it waits before it asks again for what could not be read.
    static let again = Duration.seconds(5)

    let editor = Editor()

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .launched: state.isLoaded ? .none : .execute(LoadLibrary(), as: Action.loaded, policy: .first)
        case .loaded(let event): load(event, &state)
        case .requested(let request): handle(request, &state)
        case .created(let window, let event): create(for: window, event, &state)
        case .opened, .left, .read, .readDue, .editor, .asked, .flush: edit(&state, action)
        case .pin, .delete, .undo: change(&state, action)
        case .pinned, .deleted, .restored: conclude(&state, action)
        case .undoEnded, .purged: purge(&state, action)
        case .published, .unpublished: publish(&state, action)
        case .preferred(let event): prefer(event, &state)
        case .importFolder, .imported: bringIn(&state, action)
        }
    }

    private func handle(_ request: LibraryRequest, _ state: inout State) -> Flow<Self> {
        switch request {
        case .create(let window):
            return .execute(
                CreateNote(), as: { .created(window, $0) }, id: Work.creating(window), policy: .first)
        case .type(let id, let text):
            guard let base = state.editors[id]?.version else { return .none }
            return edit(&state, .editor(id, .typed(text, base: base)))
        case .pin(let id, let isPinned): return change(&state, .pin(id, isPinned))
        case .delete(let ids): return .merge(ids.map { change(&state, .delete($0)) })
        case .undo(let ids): return .merge(ids.map { change(&state, .undo($0)) })
        case .publish(let command): return publish(command, &state)
        case .unpublish(let id): return unpublish(id, &state)
        case .prefer(let preferences): return prefer(preferences, &state)
        case .dismissImport: if state.importing?.stage != .running { state.importing = nil }
        case .dismissProblem(let id): state.problems.removeAll { $0.id == id }
        }
        return .none
    }

    private func load(_ event: Event<LoadLibrary>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let stored):
            state.isLoaded = true
            state.take(stored.preferences)
            state.add(stored.notes)
            state.deletions += stored.deleted
            for publication in stored.publications { state.publications[publication.note] = publication }
            return .merge(stored.deleted.map { undoTime(for: $0.id, state) }).and(readAll(&state))
        case .failure(let failure):
            state.report("The notes could not be read, because \(failure.reason).")
            return .debounce(Self.again, id: Work.loading, .send(.launched))
        }
    }

    private func create(for window: WindowID, _ event: Event<CreateNote>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let note):
            state.add([note])
            return .post(NoteMade(window: window, result: .success(note.id)))
        case .failure(let failure): return .post(NoteMade(window: window, result: .failure(failure)))
        }
    }
}
