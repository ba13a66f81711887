package import MillraceDurable
package import MillraceKit

/// The accounts of all people.
package struct Accounts: Reducer, Sendable {
    /// The accounts.
    package struct State: Hashable, DurableState, Sendable {
        /// The people with an account, by their names.
        package internal(set) var members: [String: Member] = [:]

        package static var rows: [DurableRows<State>] { [.values("members", \.members)] }

        /// Creates the state of a program without accounts.
        package init() {}
    }

    /// The actions of the accounts.
    package enum Action: Hashable, Codable, Sendable { case join(Member) }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .join(let member): if state.members[member.name] == nil { state.members[member.name] = member }
        }
        return .none
    }
}
