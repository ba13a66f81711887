import MillraceKit

extension NoteList {
    /// What is searched for: as the filter says, and again when notes change.
    func search(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .filtered(.changed(let filter)): search(filter, &state)
        case .searchDue: ask(&state)
        case .found(let event): fold(event, &state)
        case .notesChanged: searchAnew(&state)
        default: .none
        }
    }

    /// A newer question cancels the older one, the one that waits as well as the one that runs.
    private func search(_ filter: Filter.Value, _ state: inout State) -> Flow<Self> {
        (state.filter, state.rowLimit) = (filter, Self.rowStep)
        state.isSearching = filter.needsSearch
        guard state.isSearching else {
            (state.found, state.search) = (nil, .none)
            return .cancel(Timer.search).and(.cancel(SearchNotes.self))
        }
        return .cancel(SearchNotes.self).and(wait(for: Self.searchPause, &state))
    }

    private func ask(_ state: inout State) -> Flow<Self> {
        state.search = .running
        let question = SearchNotes(String(state.filter.query.trimmed), isRecent: state.filter.isRecentOnly)
        return .execute(question, as: Action.found, policy: .latest)
    }

    private func wait(for pause: Duration, _ state: inout State) -> Flow<Self> {
        state.search = .waiting
        return .debounce(pause, id: Timer.search, .send(.searchDue))
    }

    /// What is found, or being found, may no longer be what is there.
    private func searchAnew(_ state: inout State) -> Flow<Self> {
        switch state.search {
        case .none, .waiting, .outdated: return .none
        case .running: state.search = .outdated
        case .done: return wait(for: Self.searchPause, &state)
        }
        return .none
    }

    private func fold(_ event: Event<SearchNotes>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let notes):
            (state.found, state.isSearching) = (Set(notes), false)
            if state.search == .outdated { return wait(for: Self.searchPause, &state) }
            state.search = .done
            return .none
        case .failure(let failure):
            state.problem = "The search did not work, because \(failure.reason)."
            return wait(for: Self.searchAgain, &state)
        }
    }
}
