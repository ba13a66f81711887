package import MillraceKit

/// The account that is signed in in each window.
package struct Sessions: Reducer {
    /// The account of each window.
    package struct State: Hashable, Codable, Sendable {
        var accounts: [WindowID: Account] = [:]

        /// Creates the state without any account.
        package init() {}

        /// The account that is signed in in a window.
        package subscript(window window: WindowID) -> Account? { accounts[window] }
    }

    /// The actions of the store.
    package enum Action: Equatable, Codable, Sendable {
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

/// A person signed in in a window.
package struct SignedIn: Fact, Hashable, Codable {
    package let window: WindowID
    package let account: Account
}

/// A person signed out in a window, or the window closed.
package struct SignedOut: Fact, Hashable, Codable {
    package let window: WindowID
}
