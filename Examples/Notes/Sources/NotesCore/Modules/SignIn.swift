package import MillraceKit

/// Asks who is there, and tells it once that is known.
package struct SignIn: Module {
    /// What it shows. The passphrase is not part of it.
    package struct State: Hashable, Codable, Sendable {
        /// Why somebody has to sign in, as a sentence; empty where the person asked for it.
        package let reason: String
        /// The name that was typed last.
        package internal(set) var name = ""
        /// Whether the storage has an account; `nil` until that is known. Where it has none, signing in makes it.
        package internal(set) var hasAccount: Bool?
        /// Whether the storage is being asked.
        package internal(set) var isChecking = false
        /// Why nobody was signed in.
        package internal(set) var problem: String?
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case found(Event<FindAccount>)
        case enter(name: String, Passphrase)
        case entered(Event<EnterAccount>)
        case cancel
    }

    /// What it tells.
    package enum Output: Equatable, Sendable {
        case signedIn(Account)
        case cancelled
    }

    let window: WindowID

    /// Signs somebody in in a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for reason: String) -> State { State(reason: reason) }

    package func start(_ state: State) -> Flow<Self> { .execute(FindAccount(), as: Action.found) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .found(.data(let hasAccount)): state.hasAccount = hasAccount
        // It can be entered all the same, and is said then if it cannot.
        case .found: break
        case .enter(let name, let passphrase): return enter(String(name.trimmed), passphrase, &state)
        case .entered(.progress): break
        case .entered(.data(let account)):
            state.isChecking = false
            return .post(SignedIn(window: window, account: account)).and(.output(.signedIn(account)))
        case .entered(.failure(let failure)): (state.isChecking, state.problem) = (false, failure.sentence)
        case .cancel: return .cancel(EnterAccount.self).and(.output(.cancelled))
        }
        return .none
    }

    private func enter(_ name: String, _ passphrase: Passphrase, _ state: inout State) -> Flow<Self> {
        guard !state.isChecking else { return .none }
        state.name = name
        if name.isEmpty {
            state.problem = SignInFailure.noName.sentence
        } else if state.hasAccount == false, passphrase.text.count < Passphrase.shortest {
            state.problem = SignInFailure.tooShort.sentence
        } else {
            (state.isChecking, state.problem) = (true, nil)
            return .execute(
                EnterAccount(name: name, passphrase: passphrase), as: Action.entered, policy: .first)
        }
        return .none
    }
}
