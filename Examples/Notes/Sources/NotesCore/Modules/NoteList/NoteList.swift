import MillraceJournal
package import MillraceKit

/// The first page of a window: the list of notes. It composes the search, the selection, the note beside the list and the links to
/// other modules.
package struct NoteList: Module {
    /// How many rows are added at a time.
    package static let rowStep = 100
    /// The maximum number of rows. To draw more would keep a core busy for long. A search finds the others.
    package static let longestList = 300
    /// The region of the filter.
    package static let filterPlace = "filter"
    /// The region of the import panel.
    package static let importPlace = "import"

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case shown(Observed<Library.ListContent>)
        case session(Event<ObserveSession>)
        case search(NoteSearch.Action)
        case selection(NoteSelection.Action)
        case pane(NotePane.Action)
        case menu(ListMenu.Action)
        /// Deletes notes. Several notes must be confirmed.
        case delete([NoteID])
        case pin(NoteID, Bool)
        case undo(NoteID)
        /// An action failed.
        case failed(String)
        case dismissProblem
        /// Dismisses a problem of the library, which all windows show.
        case dismiss(Int)
    }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func start(_ state: State) -> Flow<Self> { Flow.transition(.filter).and(.execute(WaitForLibrary())) }

    /// Repeats the search.
    package func resume(_ state: State) -> Flow<Self> {
        state.search.filter.needsSearch ? .send(.search(.filtered(.changed(state.search.filter)))) : .none
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.listContent, as: Action.shown, id: "notes")
        commands.execute(ObserveSession(), as: Action.session, id: "session")
        commands.add(NoteSearch(in: window.id), state.search, as: Action.search, at: \.search)
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)): return show(shown, &state)
        case .session(.data(let account)): state.account = account
        case .shown, .session: break
        case .search(let action): return reduce(&state, action)
        case .selection(let action): return reduce(&state, action)
        case .pane(let action): return reduce(&state, action)
        case .menu(let action): return reduce(&state, action)
        case .delete(let notes): return delete(notes, &state)
        case .pin(let id, let isPinned): return .post(LibraryRequest.pin(id, isPinned, in: window.id))
        case .undo(let id): return .post(LibraryRequest.undo([id], in: window.id))
        case .failed(let sentence): state.problem = sentence
        case .dismissProblem: state.problem = nil
        case .dismiss(let id): return .post(LibraryRequest.dismissProblem(id))
        }
        return .none
    }

    /// Shows the content of the library, and searches among the notes that have changed.
    private func show(_ shown: Library.ListContent, _ state: inout State) -> Flow<Self> {
        let changed = shown.textChanges.notes(since: state.shown.textChanges).map(Array.init) ?? shown.notes.order
        state.shown = shown
        let searching = reduce(&state, NoteSearch.Action.notesChanged(changed))
        return shown.hasImport ? searching.and(reduce(&state, ListMenu.Action.showImport)) : searching
    }

    /// Deletes notes. If there are several, presents the sheet from which each can be restored.
    private func delete(_ notes: [NoteID], _ state: inout State) -> Flow<Self> {
        guard !notes.isEmpty else { return .none }
        state.selected.notes = nil
        let ordered = notes.sorted { $0.number < $1.number }
        let deleting = Flow<Self>.post(LibraryRequest.delete(ordered, in: window.id))
        let closing: Flow<Self> = state.pane.open.map(notes.contains) == true ? .transition(.list) : .none
        return deleting.and(closing).and(notes.count > 1 ? reduce(&state, ListMenu.Action.showDeleted) : .none)
    }
}

extension NoteList.Action: Confirmable {
    package var question: Question? {
        guard case .delete(let notes) = self, notes.count > 1 else { return nil }
        return Question(
            title: "Delete \(notes.count) notes?",
            sentence: "You can restore them for a short time. Then they are deleted permanently.",
            verb: "Delete \(notes.count) notes")
    }
}
