import MillraceJournal
package import MillraceKit

/// The progress or the result of an import, until it is dismissed.
package struct Importing: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The import; `nil` until it is known.
        package internal(set) var shown: NoteImport?
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case shown(Event<ObserveImport>)
        case dismiss
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case close }

    package init() {}

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(ObserveImport(), as: Action.shown, id: "import")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let shown)):
            state.shown = shown
            return shown == nil ? .transition(.close) : .none
        case .shown: return .none
        case .dismiss: return .post(LibraryRequest.dismissImport)
        }
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}
