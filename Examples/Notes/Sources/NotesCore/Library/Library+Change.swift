import MillraceCollections
import MillraceKit

// The list shows the requested state at once. `unsettled` contains the notes whose stored state differs. A note has one pending
// change at a time. When it ends, the requested state at that time determines the next change. So a result always belongs to
// the pending change.
extension Library {
    /// A change of a note in the storage.
    enum Change: Hashable, Sendable {
        case pin(Bool)
        case deletion(Bool)
    }

    /// The stored state of a note whose requested state differs.
    struct Unsettled: Hashable, Sendable {
        var isPinned: Bool
        var isDeleted: Bool
        /// The pending change.
        var pendingChange: Change?
        /// The window that requested the last change.
        var window: WindowID?
    }

    /// Shows the requested change of a note at once, and stores it.
    func change(_ state: inout State, _ action: Action, in window: WindowID? = nil) -> Flow<Self> {
        switch action {
        case .pin(let id, let isPinned): return apply(.pin(isPinned), to: id, in: window, &state)
        case .delete(let id):
            // Saves the newest text too, so that undo restores it.
            let saving: Flow<Self> = state.editors[id] == nil ? .none : .send(.editor(id, .saveDue))
            return saving.and(apply(.deletion(true), to: id, in: window, &state))
        case .undo(let id):
            return cancelUndoTime(of: [id], &state).and(apply(.deletion(false), to: id, in: window, &state))
        default: return .none
        }
    }

    /// Handles the result of a change.
    func conclude(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .pinned(let id, let isPinned, let event): conclude(.pin(isPinned), of: id, event, &state)
        case .deleted(let id, let event): conclude(.deletion(true), of: id, event, &state)
        case .restored(let id, let event): conclude(.deletion(false), of: id, event, &state)
        case .deletedMany(let ids, .data(let failures)): conclude(.deletion(true), of: ids, failures, &state)
        case .restoredMany(let ids, .data(let failures)): conclude(.deletion(false), of: ids, failures, &state)
        default: .none
        }
    }

    private func apply(
        _ change: Change, to id: NoteID, in window: WindowID?, _ state: inout State
    ) -> Flow<Self> {
        request(change, of: id, in: window, &state) ? executeNextChange(id, &state) : .none
    }

    /// Shows a change. Returns `false` if the note does not exist, or shows it already.
    private func request(_ change: Change, of id: NoteID, in window: WindowID?, _ state: inout State) -> Bool {
        guard state.isLoaded, let note = state[id], !state.shows(change, of: id) else { return false }
        if state.unsettled[id] == nil {
            state.unsettled[id] = Unsettled(isPinned: note.isPinned, isDeleted: state.deletions[id: id] != nil)
        }
        state.unsettled[id]?.window = window
        state.show(change, of: id)
        return true
    }

    /// Deletes or restores notes with one command. Each is shown at once, and has no pending command.
    func changeTogether(
        _ ids: [NoteID], isDeletion: Bool, in window: WindowID?, _ state: inout State
    ) -> Flow<Self> {
        let change = Change.deletion(isDeletion)
        let ids = ids.filter { request(change, of: $0, in: window, &state) }
        if ids.isEmpty { return .none }
        for id in ids { state.unsettled[id]?.pendingChange = change }
        return isDeletion
            ? .execute(DeleteNotes(ids, in: window), as: { .deletedMany(ids, $0) })
            : cancelUndoTime(of: ids, &state)
                .and(.execute(RestoreNotes(ids, in: window), as: { .restoredMany(ids, $0) }))
    }

    private func conclude<C: Command>(
        _ change: Change, of id: NoteID, _ event: Event<C>, _ state: inout State
    ) -> Flow<Self> where C.Failure == StorageFailure {
        switch event {
        case .progress: .none
        case .data: conclude(change, of: [id], [:], &state)
        case .failure(let failure): conclude(change, of: [id], [id: failure], &state)
        }
    }

    private func conclude(
        _ change: Change, of ids: [NoteID], _ failures: BulkFailures, _ state: inout State
    ) -> Flow<Self> {
        var flows: [Flow<Self>] = []
        for id in ids {
            conclude(change, of: id, failures[id], &state)
            flows += [executeNextChange(id, &state), announceChanges(&state)]
        }
        let deleted = ids.filter { state.unsettled[$0] == nil && state.deletions[id: $0] != nil }
        flows.append(startUndoTime(for: deleted, &state))
        return .merge(flows).and(.merge(ids.map { endStep(of: $0, &state) }))
    }

    private func conclude(_ change: Change, of id: NoteID, _ failure: StorageFailure?, _ state: inout State) {
        state.unsettled[id]?.pendingChange = nil
        if let failure {
            // If a newer request matches the stored state, nothing is wrong.
            guard state.shows(change, of: id) else { return }
            state.report("\(state.name(of: id)) could not be \(change.pastParticiple) because \(failure.reason).")
            state.show(change.opposite, of: id)
        } else {
            state.unsettled[id]?.apply(change)
            // A deleted note is not published until it is restored.
            if case .deletion = change, let publication = state.publications[id] {
                state.changedPublications.insert(publication.token)
            }
        }
    }

    /// Executes the next change of a note, until the stored state is the requested one.
    private func executeNextChange(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let stored = state.unsettled[id], stored.pendingChange == nil else { return .none }
        let isDeleted = state.deletions[id: id] != nil
        let missing = [Change.deletion(isDeleted), .pin(state[id]?.isPinned ?? false)].first { !stored.contains($0) }
        state.unsettled[id]?.pendingChange = missing
        if let missing { return execute(missing, of: id, in: stored.window) }
        state.unsettled[id] = nil
        return .none
    }

    private func execute(_ change: Change, of id: NoteID, in window: WindowID?) -> Flow<Self> {
        let name = EffectName.note(id)
        return switch change {
        case .pin(let isPinned):
            .execute(
                PinNote(id, isPinned: isPinned, in: window), as: { .pinned(id, isPinned, $0) }, id: name,
                policy: .queue)
        case .deletion(true):
            .execute(DeleteNote(id, in: window), as: { .deleted(id, $0) }, id: name, policy: .queue)
        case .deletion(false):
            .execute(RestoreNote(id, in: window), as: { .restored(id, $0) }, id: name, policy: .queue)
        }
    }
}

extension Library.Change {
    var opposite: Self {
        switch self {
        case .pin(let isPinned): .pin(!isPinned)
        case .deletion(let isDeleted): .deletion(!isDeleted)
        }
    }

    /// The change as a past participle, for a message.
    var pastParticiple: String {
        switch self {
        case .pin(let isPinned): isPinned ? "pinned" : "unpinned"
        case .deletion(let isDeleted): isDeleted ? "deleted" : "restored"
        }
    }
}

extension Library.Unsettled {
    fileprivate func contains(_ change: Library.Change) -> Bool {
        change == .pin(isPinned) || change == .deletion(isDeleted)
    }

    fileprivate mutating func apply(_ change: Library.Change) {
        switch change {
        case .pin(let isPinned): self.isPinned = isPinned
        case .deletion(let isDeleted): self.isDeleted = isDeleted
        }
    }
}

extension Library.State {
    /// Whether a change is the requested state.
    fileprivate func shows(_ change: Library.Change, of id: NoteID) -> Bool {
        switch change {
        case .pin(let isPinned): self[id]?.isPinned == isPinned
        case .deletion(let isDeleted): (isDeleted ? deletions[id: id] : notes[id]) != nil
        }
    }

    fileprivate mutating func show(_ change: Library.Change, of id: NoteID) {
        guard let note = self[id] else { return }
        switch change {
        case .pin(let isPinned): self[id]?.isPinned = isPinned
        case .deletion(true):
            notes[id] = nil
            deletions.append(note)
        case .deletion(false):
            deletions[id: id] = nil
            notes[id] = note
        }
    }
}
