package import MillraceKit

/// The account that is signed in in a window. It also sends the requests of the window's modules to the library.
package struct Session: Reducer {
    /// The account.
    package struct State: Hashable, Codable, Sendable {
        /// The account that is signed in; `nil` if none is.
        package internal(set) var account: Account?

        /// Creates the state of a new window.
        package init(_ account: Account? = nil) { self.account = account }
    }

    /// The actions of the store.
    package enum Action: Equatable, Codable, Sendable {
        case signedIn(SignedIn)
        case signedOut(SignedOut)
        /// A module of the window requests something from the library.
        case requested(LibraryRequest)
    }

    let library: RemoteStore<Library>

    /// Creates the reducer for a window of a library.
    package init(in window: Window) { library = window.library }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .signedIn(let fact): state.account = fact.account
        case .signedOut: state.account = nil
        case .requested(let request): return send(request)
        }
        return .none
    }

    /// Sends a request to the library, and waits for it: a page without JavaScript shows the result of a form. A window waits for one
    /// request at a time, and once for all texts that follow one another.
    private func send(_ request: LibraryRequest) -> Flow<Self> {
        let isText = if case .type = request { true } else { false }
        return Flow.send(.requested(request), to: library)
            .and(.execute(WaitForLibrary(notes: request.notes), policy: isText ? .first : .latest))
    }
}

extension Store where R == Session {
    /// Receives sign-ins, sign-outs and the requests of the window's modules, and handles the command that observes the account.
    package func admitModules() {
        listen(to: SignedIn.self, as: Session.Action.signedIn)
        listen(to: SignedOut.self, as: Session.Action.signedOut)
        listen(to: LibraryRequest.self, as: Session.Action.requested)
        engine.handle(ObserveSession.self) { [weak self] (_, reply) in
            guard let self else { return reply.cancel() }
            // The subscription ends with its owner, which the reply releases when the command is cancelled.
            let owner = Owner()
            subscribe(to: \.account, owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
    }
}

/// Owns a subscription.
final class Owner: Sendable {}

/// A person signed in in the window.
package struct SignedIn: Fact, Hashable, Codable {
    package let account: Account
}

/// A person signed out in the window.
package struct SignedOut: Fact, Hashable, Codable {}
