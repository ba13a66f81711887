import MillraceCollections
import MillraceKit

extension Library {
    /// The number of deleted notes up to which each one is purged by itself.
    static let fewDeletions = 100

    /// Deletes a note permanently after its undo time.
    func purge(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .undoEnded(let id):
            state.ended.append(id)
            // Of many deleted notes, the undo times of others end soon. Each purge changes all windows.
            if state.deletions.count <= Self.fewDeletions { return purgeStep(&state) }
            return state.ended.count == 1 && state.pendingPurges == 0 ? schedulePurges() : .none
        case .purgeDue: return purgeStep(&state)
        case .purged(_, .progress): return .none
        case .purged(let id, let event):
            state.pendingPurges -= 1
            if case .data = event { (state.editors[id], state.publications[id]) = (nil, nil) }
            return state.pendingPurges == 0 && !state.ended.isEmpty ? schedulePurges() : .none
        default: return .none
        }
    }

    private func schedulePurges() -> Flow<Self> { .after(Self.changePause, .send(.purgeDue)) }

    /// Purges notes whose undo time has ended.
    private func purgeStep(_ state: inout State) -> Flow<Self> {
        let step = state.ended.prefix(Self.changeStep).filter {
            state.deletions[id: $0] != nil && state.unsettled[$0] == nil
        }
        state.ended.removeFirst(min(Self.changeStep, state.ended.count))
        let purged = Set(step)
        state.deletions.removeAll { purged.contains($0.id) }
        state.pendingPurges += step.count
        if state.isAddingNotes { state.purgedNotes.formUnion(purged) }
        // A note that could not be purged can be restored again after the next start.
        let purges: [Flow<Self>] = step.map { id in
            .execute(PurgeNote(id), as: { .purged(id, $0) }, id: EffectName.note(id), policy: .queue)
        }
        return .merge(purges).and(state.pendingPurges == 0 && !state.ended.isEmpty ? schedulePurges() : .none)
    }

    /// Starts the time in which the deletion of a note can be undone.
    func undoTime(for id: NoteID, _ state: State) -> Flow<Self> {
        .debounce(.seconds(state.preferences.undoSeconds), id: EffectName.undo(id), .send(.undoEnded(id)))
    }
}
