import MillraceKit

extension Library {
    /// Ends what is deleted and was not brought back in its time.
    func purge(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .undoEnded(let id):
            guard state.deletions[id: id] != nil, state.unsettled[id] == nil else { return .none }
            state.deletions[id: id] = nil
            state.ended.insert(id)
            // What could not be purged is offered for undo again at the next start.
            return .execute(PurgeNote(id), as: { .purged(id, $0) }, id: Work.note(id), policy: .queue)
        case .purged(let id, .data): (state.editors[id], state.publications[id]) = (nil, nil)
        default: break
        }
        return .none
    }

    /// The time in which the deletion of a note can be undone.
    func undoTime(for id: NoteID, _ state: State) -> Flow<Self> {
        .debounce(.seconds(state.preferences.undoSeconds), id: Work.undo(id), .send(.undoEnded(id)))
    }
}
