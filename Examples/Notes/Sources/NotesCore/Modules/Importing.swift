import MillraceJournal
package import MillraceKit

/// The progress or the result of an import, until it is dismissed.
package struct Importing: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The import; `nil` until it is known.
        package internal(set) var shown: NoteImport?
        /// Whether the library has answered.
        var isKnown = false
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case shown(Observed<NoteImport?>)
        case dismiss
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case close }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { .execute(WaitForLibrary()) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.newNotes.importing, as: Action.shown, id: "import")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)):
            (state.shown, state.isKnown) = (shown, true)
            return shown == nil ? .transition(.close) : .none
        case .shown: return .none
        case .dismiss: return .post(LibraryRequest.dismissImport)
        }
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}
