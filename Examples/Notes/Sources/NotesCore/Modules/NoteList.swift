package import MillraceKit

/// The first page of a window: the list of all notes, what is searched for and selected in it, and the ways to everything
/// else.
package struct NoteList: Module {
    /// How many rows are added at a time.
    package static let rowStep = 100
    /// Where the filter stands.
    package static let filterPlace = "filter"
    /// Where the panel of an import stands.
    package static let importPlace = "import"

    static let searchPause = Duration.milliseconds(120)
    static let searchAgain = Duration.seconds(5)
    enum Timer { case search }

    static let filter = Navigator.Port<Filter>("filter")
    let window: WindowID

    /// The list of a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func start(_ state: State) -> Flow<Self> { .transition(.filter) }

    /// What was searched for is searched for again.
    package func resume(_ state: State) -> Flow<Self> {
        state.filter.needsSearch ? .send(.filtered(.changed(state.filter))) : .none
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchNotes(), as: Action.shown, id: "notes")
        commands.execute(WatchSession(window: window), as: Action.session, id: "session")
    }

    /// What it has found changes when any window changes a note.
    package func listen(_ store: Store<Self>) {
        store.listen(to: NoteMade.self, as: Action.made)
        store.listen(to: CreateNote.self) { _ in .notesChanged }
        store.listen(to: SaveNote.self) { _ in .notesChanged }
        store.listen(to: RestoreNote.self) { _ in .notesChanged }
        store.listen(to: ImportNotes.self) { _ in .notesChanged }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown, .session: return take(action, &state)
        case .filtered, .searchDue, .found, .notesChanged: return search(action, &state)
        case .select, .toggle, .selectAll, .delete: return select(action, &state)
        case .resetFilter: return .tell(Self.filter, .reset)
        case .showMore: state.rowLimit += Self.rowStep
        case .open(let id): return open(id, &state)
        // An address may have led there.
        case .edited(.opened(let id)): state.open = id
        case .edited(.saved(let id)): state.saved = id
        case .edited(.deleted): break
        case .closed(let id): if state.open == id { state.open = nil }
        case .create: return .post(LibraryRequest.create(window))
        case .made(let made): return take(made, &state)
        case .pin(let id, let isPinned): return .post(LibraryRequest.pin(id, isPinned))
        case .undo(let id): return .post(LibraryRequest.undo([id]))
        case .showDeleted: return bring(.deleted, &state)
        case .settings: return bring(.settings, &state)
        case .about: return .transition(.about)
        case .read(let token): return .transition(.published(token))
        case .importClosed: state.hasImportPanel = false
        case .sheetClosed: state.hasSheet = false
        case .dismissProblem: state.problem = nil
        case .dismiss(let id): return .post(LibraryRequest.dismissProblem(id))
        }
        return .none
    }

    private func take(_ action: Action, _ state: inout State) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)):
            state.shown = shown
            state.selected?.formIntersection(shown.notes.order)
            guard shown.hasImport, !state.hasImportPanel else { break }
            state.hasImportPanel = true
            return .transition(.importing)
        case .session(.data(let account)): state.account = account
        default: break
        }
        return .none
    }

    /// Brings a sheet, where there is none.
    func bring(_ sheet: Transition, _ state: inout State) -> Flow<Self> {
        guard !state.hasSheet else { return .none }
        state.hasSheet = true
        return .transition(sheet)
    }

    private func open(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard id != state.open else { return .none }
        state.open = id
        return .transition(.note(id))
    }

    private func take(_ made: NoteMade, _ state: inout State) -> Flow<Self> {
        guard made.window == window else { return .none }
        switch made.result {
        case .success(let id): return Flow.tell(Self.filter, .reset).and(open(id, &state))
        case .failure(let failure): state.problem = "No note was made, because \(failure.reason)."
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .filter:
            .embed(
                Filter(), at: Self.filterPlace, with: Filter.Value(), port: Self.filter, as: Action.filtered)
        case .importing: .embed(Importing(), at: Self.importPlace, ended: .importClosed)
        case .list: .popToRoot
        case .note(let id):
            .popToRoot.and(.show(NoteEditor(), with: id, as: Action.edited, ended: .closed(id)))
        case .deleted: .present(UndoSheet(), ended: .sheetClosed)
        case .settings: .present(Settings(in: window), ended: .sheetClosed)
        case .about: .replace(About(in: window))
        case .published(let token): .replace(Reader(in: window), with: token)
        }
    }
}
