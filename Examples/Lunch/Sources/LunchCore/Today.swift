import MillraceJournal
package import MillraceKit
package import MillraceWeb

/// The first page: the list of today, and the sign-in.
package struct Today: Module {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The name of the person who has signed in.
        package internal(set) var account: String?
        /// The shared list.
        package internal(set) var board = Board()
        /// Why the sign-in failed.
        package internal(set) var problem: String?
        /// Whether a password is being checked.
        package internal(set) var isEntering = false

        /// The order of the person.
        package var ownOrder: Order? { board.orders.first { $0.name == account } }
    }

    /// The actions of the page.
    package enum Action: Equatable, Codable, Sendable {
        case observed(Event<RemoteObservation<Lunch, Board>>)
        case enter(name: String, password: Password, isNew: Bool)
        case entered(Event<Enter>)
        case signOut
        case order(String)
        case withdraw
        case admin
    }

    /// The page that it can open.
    package enum Transition: Hashable, Codable, Sendable { case admin }

    let lunch: RemoteStore<Lunch>
    let visitor: Visitor
    let admins: Set<String>

    /// Creates the module for a visitor.
    package init(lunch: RemoteStore<Lunch>, visitor: Visitor, admins: Set<String>) {
        (self.lunch, self.visitor, self.admins) = (lunch, visitor, admins)
    }

    package func state(for nothing: Void) -> State {
        var state = State()
        state.account = visitor.identity?.account
        return state
    }

    /// Whether the person may close, open and clear the list. It is not part of the state: a stored page may be older than the admins.
    package func isAdmin(_ state: State) -> Bool { state.account.map(admins.contains) ?? false }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(lunch, \.board, as: Action.observed, id: "board")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let board)): state.board = board
        // The program ends.
        case .observed(.failure): break
        case .enter(let name, let password, let isNew):
            guard !state.isEntering else { break }
            (state.isEntering, state.problem) = (true, nil)
            return .execute(
                Enter(name: name, password: password, isNew: isNew, visitor: visitor), as: Action.entered,
                onCancel: .entered(.failure(.closed)))
        case .entered(.data(let name)): (state.account, state.isEntering) = (name, false)
        case .entered(.failure(let failure)): (state.isEntering, state.problem) = (false, failure.sentence)
        case .signOut: return .execute(SignOut(visitor: visitor))
        case .order(let dish):
            guard let name = state.account, dish.contains(where: { !$0.isWhitespace }) else { break }
            return .send(.order(Order(name: name, dish: dish)), to: lunch)
        case .withdraw:
            guard let name = state.account else { break }
            return .send(.withdraw(name: name), to: lunch)
        case .admin: return .transition(.admin)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .admin: .show(Admin(lunch: lunch, visitor: visitor, admins: admins), with: ())
        }
    }
}
