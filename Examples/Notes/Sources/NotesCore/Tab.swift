package import Millrace

/// What one open tab of the browser is doing: searching, and showing a note.
package struct Tab: Reducer {
    /// What the tab shows.
    package struct State: Hashable, Sendable {
        /// What is in the search field.
        package internal(set) var query = ""
        /// The notes that match it; `nil` where nothing is searched for.
        package internal(set) var found: Set<NoteID>?
        /// Whether the answer to the newest query is still to come.
        package internal(set) var isSearching = false
        /// Where the search for it is.
        var search = Search.none
        /// The note that is shown.
        package internal(set) var selected: NoteID?
        /// How many rows the list shows at most.
        package internal(set) var rowLimit = Tab.rowStep
        /// Why the last thing asked for could not be done.
        package internal(set) var problem: String?
        /// How many notes were made here; the page puts the caret into the text when it grows.
        package internal(set) var newNotes = 0
        /// Whether nobody looks at it any more.
        var isClosed = false

        /// A tab that shows nothing yet.
        package init() {}
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        /// The tab was opened, or came back, with this in it.
        case arrived(query: String, selected: NoteID?)
        case search(String)
        /// Searching should wait no longer.
        case searchDue
        case found(Event<SearchNotes>)
        /// Some note is no longer what it was.
        case notesChanged
        case showMore
        case open(NoteID)
        /// The note is no longer shown: the reader went back to the list, or deleted it.
        case leave
        case create
        case created(Event<CreateNote>)
        case dismissProblem
        /// The tab was closed or its connection was lost.
        case closed
    }

    /// How many rows are added at a time.
    package static let rowStep = 100
    static let searchPause = Duration.milliseconds(120)
    static let searchAgain = Duration.seconds(5)
    enum Timer { case search }

    /// Where a search is. One runs at a time; notes that change meanwhile do not hold it up, but have it done again.
    enum Search { case none, waiting, running, outdated, done }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .arrived(let query, let selected):
            let opening = selected.map { open($0, &state) } ?? .none
            return opening.and(search(query, &state))
        case .search(let query): return search(query, &state)
        case .searchDue:
            state.search = .running
            return .execute(SearchNotes(String(state.query.trimmed)), as: Action.found, policy: .latest)
        case .found(let event): return fold(event, &state)
        case .notesChanged: return searchAnew(&state)
        case .showMore: state.rowLimit += Self.rowStep
        case .open(let id): return open(id, &state)
        case .leave: return leave(&state)
        case .closed:
            state.isClosed = true
            return leave(&state)
        case .create: return .execute(CreateNote(), as: Action.created, policy: .first)
        case .created(.data(let note)):
            if state.isClosed { return .none }
            state.newNotes += 1
            return search("", &state).and(open(note.id, &state))
        case .created(.failure(let failure)): state.problem = "No note was made, because \(failure.reason)."
        case .created(.progress): break
        case .dismissProblem: state.problem = nil
        }
        return .none
    }

    /// A newer query cancels the older one, the one that waits as well as the one that runs.
    private func search(_ query: String, _ state: inout State) -> Flow<Self> {
        guard query != state.query else { return .none }
        (state.query, state.rowLimit) = (query, Self.rowStep)
        state.isSearching = !query.trimmed.isEmpty
        guard state.isSearching else {
            (state.found, state.search) = (nil, .none)
            return .cancel(Timer.search).and(.cancel(SearchNotes.self))
        }
        return .cancel(SearchNotes.self).and(wait(for: Self.searchPause, &state))
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

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard id != state.selected else { return .none }
        let left = leave(&state)
        state.selected = id
        return left.and(.post(NoteOpened(id: id)))
    }

    private func leave(_ state: inout State) -> Flow<Self> {
        guard let id = state.selected else { return .none }
        state.selected = nil
        return .post(NoteLeft(id: id))
    }
}
