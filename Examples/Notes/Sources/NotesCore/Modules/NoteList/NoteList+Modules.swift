package import MillraceKit

// The modules of the list. Each method reduces an action of a module, and maps its flow, its outputs and its transitions.
extension NoteList {
    /// Reduces an action of the search.
    func reduce(_ state: inout State, _ action: NoteSearch.Action) -> Flow<Self> {
        NoteSearch(in: window.id).reduce(&state.search, action)
            .map(
                Action.search,
                output: { output in
                    switch output {
                    case .failed(let failure): .failed("The search failed because \(failure.reason).")
                    }
                }, at: \.search)
    }

    /// Reduces an action of the selection.
    func reduce(_ state: inout State, _ action: NoteSelection.Action) -> Flow<Self> {
        NoteSelection(among: state.shown.notes, state.search).reduce(&state.selected, action)
            .map(
                Action.selection,
                output: { output in
                    switch output {
                    case .delete(let notes): .delete(notes)
                    }
                }, at: \.selected)
    }

    /// Reduces an action of the note beside the list.
    func reduce(_ state: inout State, _ action: NotePane.Action) -> Flow<Self> {
        NotePane(in: window.id).reduce(&state.pane, action)
            .map(
                Action.pane,
                output: { output in
                    switch output {
                    case .created: .search(.resetFilter)
                    case .failed(let failure): .failed("The note could not be created because \(failure.reason).")
                    }
                },
                transition: { transition in
                    switch transition {
                    case .note(let id): .note(id)
                    }
                }, at: \.pane)
    }

    /// Reduces an action of the links to other modules.
    func reduce(_ state: inout State, _ action: ListMenu.Action) -> Flow<Self> {
        ListMenu().reduce(&state.menu, action)
            .map(
                Action.menu,
                transition: { transition in
                    switch transition {
                    case .deleted: .deleted
                    case .settings: .settings
                    case .about: .about
                    case .following: .following
                    case .importing: .importing
                    case .published(let token): .published(token)
                    }
                }, at: \.menu)
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .filter:
            .embed(
                Filter(), at: Self.filterPlace, with: Filter.Value(), port: NoteSearch.filter,
                as: { .search(.filtered($0)) })
        case .importing:
            .embed(Importing(in: window), at: Self.importPlace, with: (), onRemoval: .menu(.importClosed))
        case .list: .popToRoot
        case .note(let id):
            .popToRoot.and(
                .show(
                    NoteEditor(in: window), with: id, as: { .pane(.edited($0)) }, onRemoval: .pane(.closed(id))))
        case .deleted: .present(UndoSheet(in: window), with: (), onRemoval: .menu(.sheetClosed))
        case .settings: .present(Settings(in: window), with: (), onRemoval: .menu(.sheetClosed))
        case .about: .replace(About(in: window), with: ())
        case .following: .replace(Following(in: window), with: ())
        case .publishedList(let token): .replace(PublishedList(in: window), with: token)
        case .published(let token): .replace(Reader(in: window), with: token)
        }
    }
}
