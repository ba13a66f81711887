import MillraceJournal
package import MillraceKit

/// The search of the list: finds the notes that match the filter, and again those that change.
package struct NoteSearch: Reducer {
    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case filtered(Filter.Output)
        /// Shows all notes again.
        case resetFilter
        /// It is time to search.
        case searchDue
        /// The result of a search among the changed notes, or among all.
        case found(Event<SearchNotes>, among: Set<NoteID>?)
        /// Texts of notes were stored.
        case notesChanged([NoteID])
        case showMore
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// A search failed. It is tried again.
        case failed(StorageFailure)
    }

    static let pause = Duration.milliseconds(120)
    static let retryDelay = Duration.seconds(5)
    /// The time after which all notes are searched again for those that are no longer recent.
    static let recentCheck = Duration.seconds(3_600)
    enum Timer { case search }

    static let filter = Navigator.Port<Filter>("filter")
    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.filter.isRecentOnly { commands.every(Self.recentCheck, as: .searchDue, id: "recent") }
        // Not a flow of the search: otherwise, the effects of a form that searches would have no end while notes change.
        if state.isRepeating { commands.every(Self.pause, as: .searchDue, id: "repetition") }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .filtered(.changed(let filter)): return search(filter, &state)
        case .resetFilter: return .send(.reset, to: Self.filter)
        case .searchDue: return executeSearch(&state)
        case .found(let event, let changed): return fold(event, among: changed, &state)
        case .notesChanged(let notes):
            if state.stage == .running || state.stage == .done { state.changed.formUnion(notes) }
        case .showMore: state.rowLimit = min(state.rowLimit + NoteList.rowStep, NoteList.longestList)
        }
        return .none
    }

    /// Starts a new search. Cancels the previous one, whether it is waiting or running.
    private func search(_ filter: Filter.Value, _ state: inout State) -> Flow<Self> {
        (state.filter, state.rowLimit, state.changed) = (filter, NoteList.rowStep, [])
        state.isSearching = filter.needsSearch
        guard state.isSearching else {
            (state.found, state.stage) = (nil, .none)
            return .cancel(Timer.search).and(.cancel(SearchNotes.self))
        }
        return .cancel(SearchNotes.self).and(wait(for: Self.pause, &state))
    }

    private func executeSearch(_ state: inout State) -> Flow<Self> {
        let (filter, changed) = (state.filter, state.isRepeating ? state.changed : nil)
        (state.stage, state.changed) = (.running, [])
        let command = SearchNotes(
            String(filter.query.trimmed), isRecent: filter.isRecentOnly, changed: changed, in: window)
        return .execute(command, as: { .found($0, among: changed) }, policy: .latest)
    }

    private func wait(for pause: Duration, _ state: inout State) -> Flow<Self> {
        state.stage = .waiting
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
            (state.isSearching, state.stage) = (false, .done)
            return .none
        case .failure(let failure): return Flow.output(.failed(failure)).and(wait(for: Self.retryDelay, &state))
        }
    }
}
