package import MillraceKit

/// Shows how an import goes, or how it went, until that is dismissed.
package struct Importing: Module {
    /// What it shows.
    package struct State: Hashable, Sendable {
        /// The import, once it is known.
        package internal(set) var shown: Library.Import?
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case shown(Event<WatchImport>)
        case dismiss
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case close }

    package init() {}

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchImport(), as: Action.shown, id: "import")
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
