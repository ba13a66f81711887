package import MillraceKit

/// The first page of a window: the list of notes, its search and selection, and the transitions to all other modules.
package struct NoteList: Module {
    /// How many rows are added at a time.
    package static let rowStep = 100
    /// The maximum number of rows. To draw more would keep the actor of all windows busy for long. A search finds the others.
    package static let longestList = 300
    /// The region of the filter.
    package static let filterPlace = "filter"
    /// The region of the import panel.
    package static let importPlace = "import"

    static let searchPause = Duration.milliseconds(120)
    static let searchRetryDelay = Duration.seconds(5)
    /// The time after which all notes are searched again for those that are no longer recent.
    static let recentCheck = Duration.seconds(3_600)
    enum Timer { case search }

    static let filter = Navigator.Port<Filter>("filter")
    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func start(_ state: State) -> Flow<Self> { .transition(.filter) }

    /// Repeats the search.
    package func resume(_ state: State) -> Flow<Self> {
        state.filter.needsSearch ? .send(.filtered(.changed(state.filter))) : .none
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(ObserveNotes(), as: Action.shown, id: "notes")
        commands.execute(ObserveSession(window: window), as: Action.session, id: "session")
        if state.search != .none {
            commands.execute(
                ObserveChanges(),
                as: { if case .data(let notes) = $0 { .notesChanged(notes) } else { .notesChanged([]) } },
                id: "changes")
        }
        if state.filter.isRecentOnly { commands.every(Self.recentCheck, as: .searchDue, id: "recent") }
        // Not a flow of the search: otherwise, the effects of a form that searches would have no end while notes change.
        if state.isRepeating { commands.every(Self.searchPause, as: .searchDue, id: "repetition") }
    }

    package func listen(_ store: Store<Self>) { store.listen(to: NoteCreated.self, as: Action.noteCreated) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown, .session: return receive(action, &state)
        case .filtered, .searchDue, .found, .notesChanged: return search(action, &state)
        case .select, .toggle, .selectAll, .deleteSelected, .delete: return select(action, &state)
        case .resetFilter: return .send(.reset, to: Self.filter)
        case .showMore: state.rowLimit = min(state.rowLimit + Self.rowStep, Self.longestList)
        case .open(let id): return open(id, &state)
        // An address can open an editor without the list.
        case .edited(.opened(let id)): state.open = id
        case .edited(.saved(let id)): state.saved = id
        case .edited(.deleted): break
        case .closed(let id): if state.open == id { state.open = nil }
        case .create: return .post(LibraryRequest.create(window))
        case .noteCreated(let fact): return receive(fact, &state)
        case .pin(let id, let isPinned): return .post(LibraryRequest.pin(id, isPinned, in: window))
        case .undo(let id): return .post(LibraryRequest.undo([id], in: window))
        case .showDeleted: return presentSheet(.deleted, &state)
        case .settings: return presentSheet(.settings, &state)
        case .about: return .transition(.about)
        case .following: return .transition(.following)
        case .read(let token): return .transition(.published(token))
        case .importClosed: state.hasImportPanel = false
        case .sheetClosed: state.hasSheet = false
        case .dismissProblem: state.problem = nil
        case .dismiss(let id): return .post(LibraryRequest.dismissProblem(id))
        }
        return .none
    }

    private func receive(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)):
            state.shown = shown
            guard shown.hasImport, !state.hasImportPanel else { break }
            state.hasImportPanel = true
            return .transition(.importing)
        case .session(.data(let account)): state.account = account
        default: break
        }
        return .none
    }

    /// Presents a sheet, if there is none.
    func presentSheet(_ sheet: Transition, _ state: inout State) -> Flow<Self> {
        guard !state.hasSheet else { return .none }
        state.hasSheet = true
        return .transition(sheet)
    }

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard id != state.open else { return .none }
        state.open = id
        return .transition(.note(id))
    }

    private func receive(_ fact: NoteCreated, _ state: inout State) -> Flow<Self> {
        guard fact.window == window else { return .none }
        switch fact.result {
        case .success(let id): return Flow.send(.reset, to: Self.filter).and(open(id, &state))
        case .failure(let failure): state.problem = "The note could not be created because \(failure.reason)."
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .filter:
            .embed(
                Filter(), at: Self.filterPlace, with: Filter.Value(), port: Self.filter, as: Action.filtered)
        case .importing: .embed(Importing(), at: Self.importPlace, with: (), onRemoval: .importClosed)
        case .list: .popToRoot
        case .note(let id):
            .popToRoot.and(.show(NoteEditor(in: window), with: id, as: Action.edited, onRemoval: .closed(id)))
        case .deleted: .present(UndoSheet(in: window), with: (), onRemoval: .sheetClosed)
        case .settings: .present(Settings(in: window), with: (), onRemoval: .sheetClosed)
        case .about: .replace(About(in: window), with: ())
        case .following: .replace(Following(in: window), with: ())
        case .publishedList(let token): .replace(PublishedList(in: window), with: token)
        case .published(let token): .replace(Reader(in: window), with: token)
        }
    }
}
