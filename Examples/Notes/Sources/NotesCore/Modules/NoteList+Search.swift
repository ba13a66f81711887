import MillraceKit

extension NoteList {
    /// Searches when the filter changes, and among the changed notes when notes change.
    func search(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .filtered(.changed(let filter)): return search(filter, &state)
        case .searchDue: return executeSearch(&state)
        case .found(let event, let changed): return fold(event, among: changed, &state)
        case .notesChanged(let notes):
            if state.search == .running || state.search == .done { state.changed.formUnion(notes) }
        default: break
        }
        return .none
    }

    /// Starts a new search. Cancels the previous one, whether it is waiting or running.
    private func search(_ filter: Filter.Value, _ state: inout State) -> Flow<Self> {
        (state.filter, state.rowLimit, state.changed) = (filter, Self.rowStep, [])
        state.isSearching = filter.needsSearch
        guard state.isSearching else {
            (state.found, state.search) = (nil, .none)
            return .cancel(Timer.search).and(.cancel(SearchNotes.self))
        }
        return .cancel(SearchNotes.self).and(wait(for: Self.searchPause, &state))
    }

    private func executeSearch(_ state: inout State) -> Flow<Self> {
        let (filter, changed) = (state.filter, state.isRepeating ? state.changed : nil)
        (state.search, state.changed) = (.running, [])
        let command = SearchNotes(
            String(filter.query.trimmed), isRecent: filter.isRecentOnly, changed: changed, in: window)
        return .execute(command, as: { .found($0, among: changed) }, policy: .latest)
    }

    private func wait(for pause: Duration, _ state: inout State) -> Flow<Self> {
        state.search = .waiting
        return .debounce(pause, id: Timer.search, .send(.searchDue))
    }

    private func fold(
        _ event: Event<SearchNotes>, among changed: Set<NoteID>?, _ state: inout State
    ) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let notes):
            if let changed {
                state.found?.subtract(changed)
                state.found?.formUnion(notes)
            } else {
                state.found = Set(notes)
            }
            (state.isSearching, state.search) = (false, .done)
            return .none
        case .failure(let failure):
            state.problem = "The search failed because \(failure.reason)."
            return wait(for: Self.searchRetryDelay, &state)
        }
    }
}
