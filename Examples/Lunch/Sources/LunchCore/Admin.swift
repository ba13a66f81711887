import MillraceJournal
package import MillraceKit
package import MillraceWeb

/// The page of those who may close, open and clear the list. It shows nothing to others, and its actions have no effect for them.
package struct Admin: Module {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The name of the visitor.
        package let name: String?
        /// The shared list.
        package internal(set) var board = Board()
    }

    /// The actions of the page.
    package enum Action: Equatable, Codable, Sendable {
        case observed(Event<RemoteObservation<Lunch, Board>>)
        case close(inMinutes: Int)
        case open
        case clear
    }

    let lunch: RemoteStore<Lunch>
    let visitor: Visitor
    let admins: Set<String>

    /// Creates the module for a visitor.
    package init(lunch: RemoteStore<Lunch>, visitor: Visitor, admins: Set<String>) {
        (self.lunch, self.visitor, self.admins) = (lunch, visitor, admins)
    }

    package func state(for nothing: Void) -> State { State(name: visitor.identity?.account) }

    /// Whether the visitor may close, open and clear the list.
    package func isAdmin(_ state: State) -> Bool { state.name.map(admins.contains) ?? false }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(lunch, \.board, as: Action.observed, id: "board")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        if case .observed(.data(let board)) = action { state.board = board }
        guard let name = state.name, isAdmin(state) else { return .none }
        switch action {
        case .observed: return .none
        case .close(let minutes): return .send(.close(inMinutes: minutes, by: name), to: lunch)
        case .open: return .send(.open(by: name), to: lunch)
        case .clear: return .send(.clear(by: name), to: lunch)
        }
    }
}
