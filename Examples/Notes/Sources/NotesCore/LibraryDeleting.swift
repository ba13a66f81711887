import Millrace

extension Library {
    /// Deletes at once, brings back for a while, and puts back what the storage would not delete.
    func delete(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .delete(let id): return delete(id, &state)
        case .deleted(let id, .data): return state.deletions[id: id] == nil ? .none : undoTime(for: id)
        case .deleted(let id, .failure(let failure)):
            state.report("\(state.name(of: id)) was not deleted, because \(failure.reason).")
            putBack(id, &state)
        case .undo(let id): return undo(id, &state)
        case .restored(let id, let note, .failure(let failure)):
            state.report("\(state.name(of: id)) was not brought back, because \(failure.reason).")
            state.notes[id] = nil
            state.deletions.append(note)
            return undoTime(for: id)
        case .undoEnded(let id):
            guard state.deletions[id: id] != nil else { return .none }
            state.deletions[id: id] = nil
            // What could not be purged is offered for undo again at the next start.
            return .execute(PurgeNote(id), as: { .purged(id, $0) }, id: Work.note(id), policy: .queue)
        case .purged(let id, .data): state.editors[id] = nil
        default: break
        }
        return .none
    }

    /// The time in which the deletion of a note can be undone.
    func undoTime(for id: NoteID) -> Flow<Self> {
        .debounce(undoWindow, id: Work.undo(id), .send(.undoEnded(id)))
    }

    private func delete(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let note = state.notes[id] else { return .none }
        state.notes[id] = nil
        state.deletions.append(note)
        // What was typed last is saved all the same, so that undo brings it back too.
        let saving: Flow<Self> = state.editors[id] == nil ? .none : .send(.editor(id, .saveDue))
        return saving.and(.execute(DeleteNote(id), as: { .deleted(id, $0) }, id: Work.note(id), policy: .queue))
    }

    private func undo(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let note = state.deletions[id: id] else { return .none }
        putBack(id, &state)
        return .cancel(Work.undo(id)).and(
            .execute(RestoreNote(id), as: { .restored(id, note, $0) }, id: Work.note(id), policy: .queue))
    }

    private func putBack(_ id: NoteID, _ state: inout State) {
        guard let note = state.deletions[id: id] else { return }
        state.deletions[id: id] = nil
        state.notes[id] = note
    }
}
