import MillraceKit

extension NoteList {
    /// Searches when the filter changes, and again when notes change.
    func search(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .filtered(.changed(let filter)): return search(filter, &state)
        case .searchDue: return executeSearch(&state)
        case .found(let event): return fold(event, &state)
        case .notesChanged: searchAgain(&state)
        default: break
        }
        return .none
    }

    /// Starts a new search. Cancels the previous one, whether it is waiting or running.
    private func search(_ filter: Filter.Value, _ state: inout State) -> Flow<Self> {
        (state.filter, state.rowLimit) = (filter, Self.rowStep)
        state.isSearching = filter.needsSearch
        guard state.isSearching else {
            (state.found, state.search) = (nil, .none)
            return .cancel(Timer.search).and(.cancel(SearchNotes.self))
        }
        return .cancel(SearchNotes.self).and(wait(for: Self.searchPause, &state))
    }

    private func executeSearch(_ state: inout State) -> Flow<Self> {
        let (filter, isRepetition) = (state.filter, state.search == .repeating)
        state.search = .running
        let command = SearchNotes(
            String(filter.query.trimmed), isRecent: filter.isRecentOnly, isRepetition: isRepetition, in: window)
        return .execute(command, as: Action.found, policy: .latest)
    }

    private func wait(for pause: Duration, _ state: inout State) -> Flow<Self> {
        state.search = .waiting
        return .debounce(pause, id: Timer.search, .send(.searchDue))
    }

    /// Repeats the search, because notes have changed.
    private func searchAgain(_ state: inout State) {
        switch state.search {
        case .none, .waiting, .outdated, .repeating: break
        case .running: state.search = .outdated
        case .done: state.search = .repeating
        }
    }

    private func fold(_ event: Event<SearchNotes>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let notes):
            (state.found, state.isSearching) = (Set(notes), false)
            state.search = state.search == .outdated ? .repeating : .done
            return .none
        case .failure(let failure):
            state.problem = "The search failed because \(failure.reason)."
            return wait(for: Self.searchRetryDelay, &state)
        }
    }
}
