import MillraceJournal
package import MillraceKit

/// Signs a person in, and outputs the account.
package struct SignIn: Module {
    /// The state. It does not contain the passphrase.
    package struct State: Hashable, Codable, Sendable {
        /// Why the person must sign in, as a sentence. Empty if the person opened the page.
        package let reason: String
        /// The name that was typed last.
        package internal(set) var name = ""
        /// Whether the storage has an account; `nil` until this is known. If it has none, signing in creates it.
        package internal(set) var hasAccount: Bool?
        /// Whether the storage is checking the passphrase.
        package internal(set) var isChecking = false
        /// Why the sign-in failed.
        package internal(set) var problem: String?
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case found(Event<FindAccount>)
        case enter(name: String, Passphrase)
        case entered(Event<EnterAccount>)
        case cancel
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        case signedIn(Account)
        case cancelled
    }

    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for reason: String) -> State { State(reason: reason) }

    package func start(_ state: State) -> Flow<Self> { .execute(FindAccount(), as: Action.found) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .found(.data(let hasAccount)): state.hasAccount = hasAccount
        // After a failure the person can still try to sign in, and sees the problem then.
        case .found: break
        case .enter(let name, let passphrase): return enter(name, passphrase, &state)
        case .entered(.progress): break
        case .entered(.data(let account)):
            state.isChecking = false
            return .post(SignedIn(account: account)).and(.output(.signedIn(account)))
        case .entered(.failure(let failure)): (state.isChecking, state.problem) = (false, failure.sentence)
        case .cancel: return .cancel(EnterAccount.self).and(.output(.cancelled))
        }
        return .none
    }

    private func enter(_ name: String, _ passphrase: Passphrase, _ state: inout State) -> Flow<Self> {
        guard !state.isChecking else { return .none }
        guard max(name.utf8.count, passphrase.text.utf8.count) <= Passphrase.longest else {
            state.problem = SignInFailure.tooLong.sentence
            return .none
        }
        let name = String(name.trimmed)
        state.name = name
        if name.isEmpty {
            state.problem = SignInFailure.noName.sentence
        } else if state.hasAccount == false, passphrase.text.count < Passphrase.shortest {
            state.problem = SignInFailure.tooShort.sentence
        } else {
            (state.isChecking, state.problem) = (true, nil)
            return .execute(
                EnterAccount(name: name, passphrase: passphrase, in: window), as: Action.entered, policy: .first)
        }
        return .none
    }
}
