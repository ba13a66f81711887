package import MillraceAccounts
package import MillraceDurable
import MillraceJournal
package import MillraceKit

/// A person with an account.
package struct Member: Hashable, Codable, Sendable, Identifiable {
    /// The name, which is unique.
    package let name: String
    /// The password's hash.
    package let password: PasswordHash

    package var id: String { name }

    /// Creates a member.
    package init(name: String, password: PasswordHash) { (self.name, self.password) = (name, password) }
}

/// The dish that a person wants to eat today.
package struct Order: Hashable, Codable, Sendable, Identifiable {
    /// The name of the person, who has one order.
    package let name: String
    /// The dish.
    package let dish: String

    package var id: String { name }

    /// Creates an order.
    package init(name: String, dish: String) { (self.name, self.dish) = (name, dish) }
}

/// The list that all pages show.
package struct Board: Hashable, Codable, Sendable {
    /// The orders, in the order of the last change.
    package internal(set) var orders: [Order] = []
    /// The seconds until no more orders are accepted. `nil` if they have no end.
    package internal(set) var secondsLeft: Int?

    /// Creates an empty board.
    package init() {}

    /// Whether orders are accepted.
    package var isOpen: Bool { secondsLeft != 0 }

    /// The number of orders for each dish, the most popular one first.
    package var dishes: [(name: String, count: Int)] {
        Dictionary(grouping: orders, by: \.dish).map { (name: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

/// The accounts and the list that all pages share. They survive the end of the process, also with the seconds that are left.
package struct Lunch: Reducer {
    /// The accounts and the list.
    package struct State: Hashable, DurableState, Sendable {
        /// The people with an account.
        package internal(set) var members: [Member] = []
        /// The list.
        package internal(set) var board = Board()

        package static var rows: [DurableRows<State>] { [.elements("members", \.members)] }

        /// Creates the state of a program without accounts.
        package init() {}

        /// Returns the member with a name.
        package func member(named name: String) -> Member? { members.first { $0.name == name } }
    }

    /// The actions of the store.
    package enum Action: Equatable, Codable, Sendable {
        case joined(Member)
        case order(Order)
        case withdraw(name: String)
        case close(inMinutes: Int, by: String)
        case open(by: String)
        case clear(by: String)
        case tick(Interval.Tick)
    }

    /// The accounts that may close, open and clear the list.
    let admins: Set<String>

    /// Creates the reducer.
    ///
    /// - Parameter admins: The accounts that may close, open and clear the list.
    package init(admins: Set<String>) { self.admins = admins }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .joined(let member):
            if state.member(named: member.name) == nil { state.members.append(member) }
        case .order, .withdraw, .close, .open, .clear: change(&state.board, action)
        case .tick(let tick):
            state.board.secondsLeft = max(0, (state.board.secondsLeft ?? 0) - tick.periods)
        }
        return .none
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if let seconds = state.board.secondsLeft, seconds > 0 {
            commands.every(.seconds(1), as: Action.tick, id: "countdown")
        }
    }

    private func change(_ board: inout Board, _ action: Action) {
        switch action {
        case .order(let order):
            guard board.isOpen else { return }
            board.orders.removeAll { $0.name == order.name }
            board.orders.append(order)
        case .withdraw(let name):
            guard board.isOpen else { return }
            board.orders.removeAll { $0.name == name }
        case .close(let minutes, let name):
            if admins.contains(name) { board.secondsLeft = minutes * 60 }
        case .open(let name):
            if admins.contains(name) { board.secondsLeft = nil }
        case .clear(let name):
            if admins.contains(name) { board.orders = [] }
        default: break
        }
    }
}
