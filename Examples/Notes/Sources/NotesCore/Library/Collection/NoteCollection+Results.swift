import MillraceCollections
import MillraceKit

// The results of changes.
extension NoteCollection {
    /// Handles the result of a change.
    func conclude<C: Command>(
        _ change: NoteChange, of id: NoteID, _ event: Event<C>, _ state: inout State
    ) -> Flow<Self> where C.Failure == StorageFailure {
        switch event {
        case .progress: .none
        case .data: conclude(change, of: [id], [:], &state)
        case .failure(let failure): conclude(change, of: [id], [id: failure], &state)
        }
    }

    /// Handles the results of the same change of notes. Reports all failures together, because each report notifies all windows.
    func conclude(
        _ change: NoteChange, of ids: [NoteID], _ failures: BulkFailures, _ state: inout State
    ) -> Flow<Self> {
        var flows: [Flow<Self>] = []
        var failed: [FailedChange] = []
        for id in ids {
            if let failure = conclude(change, of: id, failures[id], &state) {
                failed.append(FailedChange(id, change.pastParticiple, because: failure))
            }
            flows += [executeNextChange(id, &state), announceChanges(&state)]
        }
        if !failed.isEmpty { flows.append(.output(.failed(failed))) }
        let deleted = ids.filter { state.unsettled[$0] == nil && state.deletedNotes.notes[id: $0] != nil }
        flows.append(startUndoTime(for: deleted, &state))
        return .merge(flows).and(.merge(ids.map { endStep(of: $0, &state) }))
    }

    /// Handles the result of a change of a note. Returns the failure to report.
    private func conclude(
        _ change: NoteChange, of id: NoteID, _ failure: StorageFailure?, _ state: inout State
    ) -> StorageFailure? {
        state.unsettled[id]?.pendingChange = nil
        if let failure {
            // If a newer request matches the stored state, nothing is wrong.
            guard state.shows(change, of: id) else { return nil }
            state.show(change.opposite, of: id)
            return failure
        }
        state.unsettled[id]?.apply(change)
        // A deleted note is not published until it is restored.
        if case .deletion = change, let publication = siblings.publications.all[id] {
            state.changedPublications.insert(publication.token)
        }
        return nil
    }

    /// Announces the deletions and restorations of published notes. Many of them are announced together, because each open reader reads
    /// again: the announcement waits for the pending changes, at most for those of one step.
    private func announceChanges(_ state: inout State) -> Flow<Self> {
        guard !state.changedPublications.isEmpty else { return .none }
        state.changesSinceAnnouncement += 1
        guard state.unsettled.isEmpty || state.changesSinceAnnouncement == ChangeSteps.size else { return .none }
        let tokens = state.changedPublications
        (state.changedPublications, state.changesSinceAnnouncement) = ([], 0)
        return .output(.changedPublications(tokens))
    }
}
