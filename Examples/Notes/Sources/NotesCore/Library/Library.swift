import MillraceCollections
package import MillraceKit

/// The state that all windows share: the list, the open and the deleted notes, the publications, the import, and the
/// preferences.
///
/// The changes of one note run in order: they share a queue. Its saves and its publishing do not wait for them. A change is shown at
/// once, and reverted if the storage fails.
///
/// Until the library is loaded, only new notes are added. So the loaded list is never older than the known state.
package struct Library: Reducer {
    /// The actions of the library.
    package enum Action: Equatable, Sendable {
        case launched
        case loaded(Event<LoadLibrary>)
        /// A request of a window.
        case requested(LibraryRequest)
        /// The result of creating a note.
        case created(WindowID, Event<CreateNote>)
        /// A window shows a note.
        case opened(NoteID)
        /// A window no longer shows a note.
        case closed(NoteID)
        case read(NoteID, Event<ReadNote>)
        /// It is time to retry reading a note.
        case readDue(NoteID)
        case editor(NoteID, Editor.Action)
        case editorOutput(NoteID, Editor.Output)
        /// It is time to try to save the next text of a client again.
        case retryDue(client: Int?)
        case pin(NoteID, Bool)
        case pinned(NoteID, Bool, Event<PinNote>)
        case delete(NoteID)
        case deleted(NoteID, Event<DeleteNote>)
        case undo(NoteID)
        case restored(NoteID, Event<RestoreNote>)
        /// The results of a step of the changes of many notes.
        case deletedMany([NoteID], Event<DeleteNotes>)
        case restoredMany([NoteID], Event<RestoreNotes>)
        /// It is time for the next step of the changes of many notes.
        case stepDue
        /// The time with this number is over, in which deletions can be undone.
        case undoEnded(Int)
        /// It is time to purge the notes whose undo time has ended.
        case purgeDue
        case purged(NoteID, Event<PurgeNote>)
        case purgedMany([NoteID], Event<PurgeNotes>)
        case published(NoteID, Event<PublishNote>)
        case unpublished(NoteID, Event<UnpublishNote>)
        case preferencesSaved(Event<SavePreferences>)
        case importFolder(String)
        case imported(Event<ImportNotes>)
        /// Saves all texts now.
        case flush
    }

    /// The names of the library's effects.
    enum EffectName: Hashable {
        /// The queue of the commands of a note, except its saves and its publishing.
        case note(NoteID)
        /// The publishing or unpublishing of a note.
        case publishing(NoteID)
        /// The queue of the saves of a note for a client.
        case saving(NoteID, client: Int?)
        /// The delay before the next text of a client is tried to be saved again.
        case retrying(client: Int?)
        /// A time in which deletions can be undone, by its number.
        case undo(Int)
        /// The delay before loading or reading is retried.
        case loading, reading(NoteID)
        /// The creation of a note for a window.
        case creating(WindowID)
    }

    /// The delay before a failed read or save is retried.
    static let retryDelay = Duration.seconds(5)
    /// The maximum length of the texts of a network address that wait to be saved, in bytes of UTF-8. Unsaved texts stay in memory,
    /// also after their windows are closed.
    static let longestUnsavedText = 32_000_000
    /// The bytes that an unsaved note counts besides its text. So there are not too many unsaved short notes.
    static let editorBytes = 4_000

    let editor = Editor()

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .launched: state.isLoaded ? .none : .execute(LoadLibrary(), as: Action.loaded, policy: .first)
        case .loaded(let event): load(event, &state)
        case .requested(let request): handle(request, &state)
        case .created(let window, let event): create(for: window, event, &state)
        case .opened, .closed, .read, .readDue, .editor, .editorOutput, .retryDue, .flush: edit(&state, action)
        case .pin, .delete, .undo: change(&state, action)
        case .pinned, .deleted, .restored, .deletedMany, .restoredMany: conclude(&state, action)
        case .stepDue: startStep(&state)
        case .undoEnded, .purgeDue, .purged, .purgedMany: purge(&state, action)
        case .published, .unpublished: publish(&state, action)
        case .preferencesSaved(let event): preferencesSaved(event, &state)
        case .importFolder, .imported: importNotes(&state, action)
        }
    }

    private func handle(_ request: LibraryRequest, _ state: inout State) -> Flow<Self> {
        switch request {
        case .create(let window):
            state.creating.insert(window)
            return .execute(
                CreateNote(in: window), as: { .created(window, $0) }, id: EffectName.creating(window), policy: .first)
        case .type(let id, let text, let window):
            return type(text, in: id, window, &state)
        case .pin(let id, let isPinned, let window): return change(&state, .pin(id, isPinned), in: window)
        case .delete(let ids, let window): return change(ids, isDeletion: true, in: window, &state)
        case .undo(let ids, let window): return change(ids, isDeletion: false, in: window, &state)
        case .publish(let command): return publish(command, &state)
        case .unpublish(let command): return unpublish(command, &state)
        case .setPreferences(let preferences): return setPreferences(preferences, &state)
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
            (state.earlyCreations, state.isImportEarly) = (state.creating, state.importing?.stage == .running)
            state.apply(stored.preferences)
            state.add(stored.notes)
            for note in stored.deleted { state.deletions.updateOrAppend(note) }
            for publication in stored.publications { state.publications[publication.note] = publication }
            return startUndoTime(for: stored.deleted.map(\.id), &state).and(readAll(&state))
        case .failure(let failure):
            state.report("The notes could not be loaded because \(failure.reason).")
            return .debounce(Self.retryDelay, id: EffectName.loading, .send(.launched))
        }
    }

    private func create(for window: WindowID, _ event: Event<CreateNote>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        state.creating.remove(window)
        state.earlyCreations.remove(window)
        defer { state.forgetPurgedNotes() }
        switch event {
        case .progress: return .none
        case .data(let note):
            state.add([note])
            return .post(NoteCreated(window: window, result: .success(note.id)))
        case .failure(let failure): return .post(NoteCreated(window: window, result: .failure(failure)))
        }
    }
}
