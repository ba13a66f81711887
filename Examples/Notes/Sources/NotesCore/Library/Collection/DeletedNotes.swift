package import MillraceCollections
import MillraceJournal
package import MillraceKit

/// The deleted notes. Each can be restored for some time. Then it is purged: deleted permanently.
package struct DeletedNotes: Reducer {
    /// The deleted notes, and their times.
    package struct State: Hashable, Codable, Sendable {
        /// The deleted notes that can be restored, the oldest first.
        package internal(set) var notes: IdentifiedArray<NoteSummary> = []
        /// The times in which deletions can be undone.
        var undoTimes = UndoTimes()
        /// The deleted notes whose undo time is over, and that are not purged yet.
        var ended: [NoteID] = []
        /// The number of pending commands that purge notes.
        var pendingPurges = 0
        /// The notes that were purged while a command could still return them.
        var purged: Set<NoteID> = []

        /// The state without any deleted note.
        package init() {}
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        /// The time with this number is over, in which deletions can be undone.
        case undoEnded(Int)
        /// It is time to purge the notes whose undo time has ended.
        case purgeDue
        case purged(NoteID, Event<PurgeNote>)
        case purgedMany([NoteID], Event<PurgeNotes>)
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Notes were deleted permanently that are open or published.
        case purged([NoteID])
    }

    private enum EffectName: Hashable {
        /// A time in which deletions can be undone, by its number.
        case undo(Int)
    }

    /// The number of deleted notes up to which each one is purged by itself.
    static let fewDeletions = 100

    let siblings: NoteCollection.Siblings
    /// The notes that are being changed.
    let unsettled: [NoteID: UnsettledNote]

    /// Creates the module beside the siblings of its parent, and the changes of its parent.
    init(beside siblings: NoteCollection.Siblings, unsettled: [NoteID: UnsettledNote]) {
        (self.siblings, self.unsettled) = (siblings, unsettled)
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .undoEnded(let number):
            let isIdle = state.ended.isEmpty && state.pendingPurges == 0
            state.ended += state.undoTimes.end(number)
            // Of many deleted notes, the undo times of others end soon. Each purge changes all windows.
            if state.notes.count <= Self.fewDeletions { return purgeStep(&state) }
            return isIdle && !state.ended.isEmpty ? schedulePurges() : .none
        case .purgeDue: return purgeStep(&state)
        case .purged(let id, .data): return endPurge(of: [id], &state)
        case .purged(_, .failure): return endPurge(of: [], &state)
        case .purgedMany(let ids, .data(let failures)): return endPurge(of: ids.filter { failures[$0] == nil }, &state)
        case .purged(_, .progress), .purgedMany: return .none
        }
    }

    /// Ends a pending purge, which has deleted these notes.
    private func endPurge(of ids: [NoteID], _ state: inout State) -> Flow<Self> {
        state.pendingPurges -= 1
        let shown = ids.filter { siblings.openNotes.editors[$0] != nil || siblings.publications.contains($0) }
        let report: Flow<Self> = shown.isEmpty ? .none : .output(.purged(shown))
        return report.and(state.pendingPurges == 0 && !state.ended.isEmpty ? schedulePurges() : .none)
    }

    private func schedulePurges() -> Flow<Self> { .after(ChangeSteps.pause, .send(.purgeDue)) }

    /// Purges notes whose undo time has ended.
    private func purgeStep(_ state: inout State) -> Flow<Self> {
        let step = state.ended.prefix(ChangeSteps.size).filter {
            state.notes[id: $0] != nil && unsettled[$0] == nil
        }
        state.ended.removeFirst(min(ChangeSteps.size, state.ended.count))
        let purged = Set(step)
        state.notes.removeAll { purged.contains($0.id) }
        if siblings.canAddKnownNotes { state.purged.formUnion(purged) }
        // A note that could not be purged can be restored again after the next start.
        let together = step.count > 1 ? step.filter { !siblings.mayHaveCommands($0) } : []
        var purges: [Flow<Self>] = step.filter { !together.contains($0) }.map { id in
            .execute(PurgeNote(id), as: { .purged(id, $0) }, id: NoteQueue(id), policy: .queue)
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
            .after(.seconds(siblings.undoSeconds), .send(.undoEnded(number)), id: EffectName.undo(number)))
    }

    /// Removes these notes from their undo times, and cancels those that have no other notes.
    func cancelUndoTime(of ids: [NoteID], _ state: inout State) -> Flow<Self> {
        .merge(ids.compactMap { state.undoTimes.remove($0) }.map { .cancel(EffectName.undo($0)) })
    }
}
