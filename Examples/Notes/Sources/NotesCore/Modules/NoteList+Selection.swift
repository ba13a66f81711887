import MillraceKit

extension NoteList {
    /// Selects notes, and deletes the selected ones.
    func select(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .select(let isOn): state.selected = isOn ? [] : nil
        case .toggle(let id):
            guard state.shown.notes[id] != nil else { break }
            if state.selected?.remove(id) == nil { state.selected?.insert(id) }
        case .selectAll: if state.selected != nil { state.selected = Set(state.matching) }
        case .deleteSelected: return .send(.delete(state.selection ?? []))
        case .delete(let notes): return delete(notes, &state)
        default: break
        }
        return .none
    }

    /// Deletes notes. If there are several, presents the sheet from which each can be restored.
    private func delete(_ notes: [NoteID], _ state: inout State) -> Flow<Self> {
        guard !notes.isEmpty else { return .none }
        state.selected = nil
        let ordered = notes.sorted { $0.number < $1.number }
        let deleting = Flow<Self>.post(LibraryRequest.delete(ordered, in: window))
        let closing: Flow<Self> = state.open.map(notes.contains) == true ? .transition(.list) : .none
        return deleting.and(closing).and(notes.count > 1 ? presentSheet(.deleted, &state) : .none)
    }
}
