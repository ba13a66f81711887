package import MillraceKit

/// The accounts that are signed in, by window.
package struct Sessions: Reducer {
    /// The account of each window.
    package struct State: Hashable, Sendable {
        var accounts: [WindowID: Account] = [:]

        /// Nobody is signed in anywhere.
        package init() {}

        /// The account that is signed in in a window.
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

/// Somebody has signed in in a window.
package struct SignedIn: Fact, Hashable {
    package let window: WindowID
    package let account: Account
}

/// Nobody is signed in in a window any more.
package struct SignedOut: Fact, Hashable {
    package let window: WindowID
}
