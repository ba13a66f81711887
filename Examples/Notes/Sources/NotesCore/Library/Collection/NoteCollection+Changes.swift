import MillraceCollections
import MillraceKit

// The list shows the requested state at once. `unsettled` contains the notes whose stored state differs. A note has one pending
// change at a time. When it ends, the requested state at that time determines the next change. So a result always belongs to
// the pending change.
extension NoteCollection {
    /// Deletes or restores a note.
    func change(_ id: NoteID, isDeletion: Bool, in window: WindowID?, _ state: inout State) -> Flow<Self> {
        if isDeletion {
            // Saves the newest text too, so that undo restores it.
            let saving: Flow<Self> = siblings.openNotes.editors[id] == nil ? .none : .output(.save(id))
            return saving.and(apply(.deletion(true), to: id, in: window, &state))
        }
        return cancelUndoTime(of: [id], &state).and(apply(.deletion(false), to: id, in: window, &state))
    }

    /// Shows the requested change of a note at once, and stores it.
    func apply(_ change: NoteChange, to id: NoteID, in window: WindowID?, _ state: inout State) -> Flow<Self> {
        request(change, of: id, in: window, &state) ? executeNextChange(id, &state) : .none
    }

    /// Shows a change. Returns `false` if the note does not exist, or shows it already.
    private func request(_ change: NoteChange, of id: NoteID, in window: WindowID?, _ state: inout State) -> Bool {
        guard state.isLoaded, let note = state[id], !state.shows(change, of: id) else { return false }
        if state.unsettled[id] == nil {
            let isDeleted = state.deletedNotes.notes[id: id] != nil
            state.unsettled[id] = UnsettledNote(isPinned: note.isPinned, isDeleted: isDeleted)
        }
        state.unsettled[id]?.window = window
        state.show(change, of: id)
        return true
    }

    /// Deletes or restores notes with one command. Each is shown at once, and has no pending command.
    func changeTogether(_ ids: [NoteID], isDeletion: Bool, in window: WindowID?, _ state: inout State) -> Flow<Self> {
        let change = NoteChange.deletion(isDeletion)
        let ids = ids.filter { request(change, of: $0, in: window, &state) }
        if ids.isEmpty { return .none }
        for id in ids { state.unsettled[id]?.pendingChange = change }
        return isDeletion
            ? .execute(DeleteNotes(ids, in: window), as: { .deletedMany(ids, $0) })
            : cancelUndoTime(of: ids, &state)
                .and(.execute(RestoreNotes(ids, in: window), as: { .restoredMany(ids, $0) }))
    }

    /// Executes the next change of a note, until the stored state is the requested one.
    func executeNextChange(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let stored = state.unsettled[id], stored.pendingChange == nil else { return .none }
        let isDeleted = state.deletedNotes.notes[id: id] != nil
        let requested: [NoteChange] = [.deletion(isDeleted), .pin(state[id]?.isPinned ?? false)]
        let missing = requested.first { !stored.contains($0) }
        state.unsettled[id]?.pendingChange = missing
        if let missing { return execute(missing, of: id, in: stored.window) }
        state.unsettled[id] = nil
        return .none
    }

    private func execute(_ change: NoteChange, of id: NoteID, in window: WindowID?) -> Flow<Self> {
        let queue = NoteQueue(id)
        return switch change {
        case .pin(let isPinned):
            .execute(
                PinNote(id, isPinned: isPinned, in: window), as: { .pinned(id, isPinned, $0) }, id: queue,
                policy: .queue)
        case .deletion(true):
            .execute(DeleteNote(id, in: window), as: { .deleted(id, $0) }, id: queue, policy: .queue)
        case .deletion(false):
            .execute(RestoreNote(id, in: window), as: { .restored(id, $0) }, id: queue, policy: .queue)
        }
    }
}
