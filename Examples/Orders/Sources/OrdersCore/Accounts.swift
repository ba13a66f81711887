package import MillraceAccounts
package import MillraceDurable
package import MillraceKit

/// The accounts of all people.
package struct Accounts: Reducer, Sendable {
    /// The accounts.
    package struct State: Hashable, DurableState, Sendable {
        /// The hash of each person's password, by the name.
        package internal(set) var passwords: [String: PasswordHash] = [:]

        package static var rows: [DurableRows<State>] { [.values("passwords", \.passwords)] }

        /// Creates the state of a program without accounts.
        package init() {}
    }

    /// The actions of the accounts.
    package enum Action: Hashable, Codable, Sendable { case join(String, PasswordHash) }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .join(let name, let hash): if state.passwords[name] == nil { state.passwords[name] = hash }
        }
        return .none
    }
}
