import MillraceCollections
import MillraceKit

extension Library {
    /// The number of deleted notes up to which each one is purged by itself.
    static let fewDeletions = 100

    /// Deletes a note permanently after its undo time.
    func purge(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .undoEnded(let number):
            let isIdle = state.ended.isEmpty && state.pendingPurges == 0
            state.ended += state.undoTimes.end(number)
            // Of many deleted notes, the undo times of others end soon. Each purge changes all windows.
            if state.deletions.count <= Self.fewDeletions { return purgeStep(&state) }
            return isIdle && !state.ended.isEmpty ? schedulePurges() : .none
        case .purgeDue: return purgeStep(&state)
        case .purged(let id, .data): return endPurge(of: [id], &state)
        case .purged(_, .failure): return endPurge(of: [], &state)
        case .purgedMany(let ids, .data(let failures)): return endPurge(of: ids.filter { failures[$0] == nil }, &state)
        default: return .none
        }
    }

    /// Ends a pending purge, which has deleted these notes.
    private func endPurge(of ids: [NoteID], _ state: inout State) -> Flow<Self> {
        state.pendingPurges -= 1
        for id in ids { (state.editors[id], state.publications[id]) = (nil, nil) }
        return state.pendingPurges == 0 && !state.ended.isEmpty ? schedulePurges() : .none
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
        if state.canAddKnownNotes { state.purgedNotes.formUnion(purged) }
        // A note that could not be purged can be restored again after the next start.
        let together = step.count > 1 ? step.filter { !state.mayHaveCommands($0) } : []
        var purges: [Flow<Self>] = step.filter { !together.contains($0) }.map { id in
            .execute(PurgeNote(id), as: { .purged(id, $0) }, id: EffectName.note(id), policy: .queue)
        }
        if !together.isEmpty { purges.append(.execute(PurgeNotes(together), as: { .purgedMany(together, $0) })) }
        state.pendingPurges += purges.count
        return .merge(purges).and(state.pendingPurges == 0 && !state.ended.isEmpty ? schedulePurges() : .none)
    }

    /// Starts the time in which the deletions of these notes can be undone. A note that has a time gets a new one.
    func startUndoTime(for ids: [NoteID], _ state: inout State) -> Flow<Self> {
        if ids.isEmpty { return .none }
        let cancellation = cancelUndoTime(of: ids, &state)
        let number = state.undoTimes.start(for: ids)
        return cancellation.and(
            .after(.seconds(state.preferences.undoSeconds), .send(.undoEnded(number)), id: EffectName.undo(number)))
    }

    /// Removes these notes from their undo times, and cancels those that have no other notes.
    func cancelUndoTime(of ids: [NoteID], _ state: inout State) -> Flow<Self> {
        .merge(ids.compactMap { state.undoTimes.remove($0) }.map { .cancel(EffectName.undo($0)) })
    }
}
