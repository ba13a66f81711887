package import Millrace

/// Who is signed in in which window.
package struct Visitors: Reducer {
    /// Who is where.
    package struct State: Hashable, Sendable {
        var accounts: [WindowID: Account] = [:]

        /// Nobody is signed in anywhere.
        package init() {}

        /// Who is signed in in a window.
        package subscript(window window: WindowID) -> Account? { accounts[window] }
    }

    /// What can happen.
    package enum Action: Equatable, Sendable {
        case signedIn(SignedIn)
        case signedOut(SignedOut)
    }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .signedIn(let fact): state.accounts[fact.window] = fact.account
        case .signedOut(let fact): state.accounts[fact.window] = nil
        }
        return .none
    }
}
