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
            return state.ended.count == 1 ? .after(Self.changePause, .send(.purgeDue)) : .none
        case .purgeDue: return purgeStep(&state)
        case .purged(let id, .data): (state.editors[id], state.publications[id]) = (nil, nil)
        default: break
        }
        return .none
    }

    /// Purges notes whose undo time has ended.
    private func purgeStep(_ state: inout State) -> Flow<Self> {
        let step = state.ended.prefix(Self.changeStep).filter {
            state.deletions[id: $0] != nil && state.unsettled[$0] == nil
        }
        state.ended.removeFirst(min(Self.changeStep, state.ended.count))
        let purged = Set(step)
        state.deletions.removeAll { purged.contains($0.id) }
        state.purgedNotes.formUnion(purged)
        // A note that could not be purged can be restored again after the next start.
        let purges: [Flow<Self>] = step.map { id in
            .execute(PurgeNote(id), as: { .purged(id, $0) }, id: EffectName.note(id), policy: .queue)
        }
        return .merge(purges).and(state.ended.isEmpty ? .none : .after(Self.changePause, .send(.purgeDue)))
    }

    /// Starts the time in which the deletion of a note can be undone.
    func undoTime(for id: NoteID, _ state: State) -> Flow<Self> {
        .debounce(.seconds(state.preferences.undoSeconds), id: EffectName.undo(id), .send(.undoEnded(id)))
    }
}
