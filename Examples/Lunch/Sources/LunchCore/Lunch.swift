package import MillraceAccounts
import MillraceJournal
package import MillraceKit

/// A person with an account.
package struct Member: Hashable, Codable, Sendable {
    /// The name, which is unique.
    package let name: String
    /// The password's hash.
    package let password: PasswordHash

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

/// The content of the file.
package struct LunchFile: Hashable, Codable, Sendable {
    /// The people with an account.
    package var members: [Member] = []
    /// The list.
    package var board = Board()

    /// Creates the content of a new file.
    package init() {}
}

/// The accounts and the list that all pages share.
package struct Lunch: Reducer {
    /// The content of the file, and whether it is there.
    package struct State: Hashable, Codable, Sendable {
        /// The content of the file.
        package internal(set) var file = LunchFile()
        /// Whether the file was read. Until then, nothing can be changed.
        package internal(set) var isLoaded = false
        /// Whether all changes are in the file.
        package internal(set) var isSaved = true
        /// Why the last load or save failed.
        package internal(set) var problem: String?

        /// Creates a state that was not loaded.
        package init() {}

        /// Whether no load or save is needed, or the last one failed.
        package var isSettled: Bool { isLoaded && isSaved || problem != nil }
        /// The list, as the pages show it.
        package var shown: ShownBoard { ShownBoard(board: file.board, isLoaded: isLoaded, problem: problem) }

        /// Returns the member with a name.
        package func member(named name: String) -> Member? { file.members.first { $0.name == name } }
    }

    /// The actions of the store.
    package enum Action: Equatable, Codable, Sendable {
        case load
        case loaded(Event<LoadFile>)
        case joined(Member)
        case order(Order)
        case withdraw(name: String)
        case close(inMinutes: Int, by: String)
        case open(by: String)
        case clear(by: String)
        /// Load or save again after a failure.
        case retry
        case tick(Interval.Tick)
        case saved(Event<SaveFile>)
    }

    /// The accounts that may close, open and clear the list.
    let admins: Set<String>

    /// Creates the reducer.
    ///
    /// - Parameter admins: The accounts that may close, open and clear the list.
    package init(admins: Set<String>) { self.admins = admins }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        let before = state.file
        switch action {
        case .load:
            state.problem = nil
            return .execute(LoadFile(), as: Action.loaded)
        case .loaded(.data(let file)):
            (state.file, state.isLoaded) = (file, true)
            return .none
        case .loaded(.failure(let failure)), .saved(.failure(let failure)): state.problem = failure.reason
        case .saved(.data): state.isSaved = true
        case .joined(let member):
            guard state.isLoaded, state.member(named: member.name) == nil else { return .none }
            state.file.members.append(member)
        case .retry: return state.isLoaded ? save(&state) : .send(.load)
        case .order, .withdraw, .close, .open, .clear:
            guard state.isLoaded else { return .none }
            change(&state.file.board, action)
        case .tick(let tick):
            let seconds = max(0, (state.file.board.secondsLeft ?? 0) - tick.periods)
            state.file.board.secondsLeft = seconds
            // The file has the time with a minute's precision.
            if seconds > 0, seconds % 60 != 0 { return .none }
        }
        return state.file == before ? .none : save(&state)
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if let seconds = state.file.board.secondsLeft, seconds > 0 {
            commands.every(.seconds(1), as: Action.tick, id: "countdown")
        }
    }

    private func save(_ state: inout State) -> Flow<Self> {
        (state.isSaved, state.problem) = (false, nil)
        return .execute(SaveFile(file: state.file), as: Action.saved, policy: .latest)
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
