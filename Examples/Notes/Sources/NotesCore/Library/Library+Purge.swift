import MillraceCollections
import MillraceKit

extension Library {
    /// Deletes a note permanently after its undo time.
    func purge(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .undoEnded(let id):
            guard state.deletions[id: id] != nil, state.unsettled[id] == nil else { return .none }
            state.deletions[id: id] = nil
            state.purgedNotes.insert(id)
            // A note that could not be purged can be restored again after the next start.
            return .execute(PurgeNote(id), as: { .purged(id, $0) }, id: EffectName.note(id), policy: .queue)
        case .purged(let id, .data): (state.editors[id], state.publications[id]) = (nil, nil)
        default: break
        }
        return .none
    }

    /// Starts the time in which the deletion of a note can be undone.
    func undoTime(for id: NoteID, _ state: State) -> Flow<Self> {
        .debounce(.seconds(state.preferences.undoSeconds), id: EffectName.undo(id), .send(.undoEnded(id)))
    }
}
