#if Web || Hummingbird || App
    import Millrace

    /// The person for whom a session is created: the request that opened it, and the identity.
    ///
    /// ```swift
    /// .perTab { session in
    ///     let (engine, visitor) = (Engine(), session.visitor)
    ///     engine.handle(SignIn.self) { command in
    ///         try await passwords.verify(command.password, for: command.name, from: visitor, …)
    ///         visitor.signIn(as: command.name)
    ///     }
    ///     return Navigator(root: Feed(account: visitor.identity?.account), stacked: true, on: engine)
    /// }
    /// ```
    /// All members can be used on any thread.
    public final class Visitor: Sendable {
        /// The request that opened the session: that of a document, or of a live connection. `nil` for a shared session, and for a stored
        /// one that was loaded: its own work can load it, too.
        public let request: PageRequest?
        /// The client, as the limits count it, when the session was opened. `nil` for a shared session.
        public let client: WebClient?
        private let state: Lock<State>
        private let service: Service?

        /// The work of a server for its visitors.
        struct Service: Sendable {
            /// Whether the configuration has identities.
            let canSignIn: Bool
            /// The time of the server's clock.
            let now: @Sendable () -> Duration
            /// Ends a sign-in, and all of its sessions.
            let end: @Sendable (Identity) async -> Void
            /// Ends the session of a visitor.
            let endSession: @Sendable (Visitor) async -> Void
        }

        /// An identity that the session has as soon as the browser has accepted it.
        private struct Offer {
            let identity: Identity
            let token = RandomID.make()
            let end: Duration
        }

        private struct State {
            var identity: Identity?
            var offer: Offer?
            var hasSignedOut = false
            /// Called when the visitor signs in, with the token.
            var onSignIn: @Sendable (_ token: String) -> Void = { _ in }
        }

        /// - Parameters:
        ///   - client: The client. Its cookie is new if the request has none.
        ///   - service: The server's work for the visitor. `nil` without sign-ins.
        ///   - identity: The identity of a stored session, which is loaded without a request. Defaults to that of the request.
        init(_ request: PageRequest?, _ client: ClientIdentity?, _ service: Service?, _ identity: Identity? = nil) {
            (self.request, self.client, self.service) = (request, client.map(WebClient.init), service)
            state = Lock(State(identity: identity ?? request?.identity))
        }

        /// Creates a visitor without a server, for a test of what a session shows to whom. Such a visitor cannot sign in.
        ///
        /// - Parameters:
        ///   - identity: The identity. Defaults to none.
        ///   - client: The client. Defaults to none.
        public init(identity: Identity? = nil, client: WebClient? = nil) {
            (self.client, request, service) = (client, nil, nil)
            state = Lock(State(identity: identity))
        }

        /// The identity of the session. It changes only by a sign-in in the page, when the browser has its cookie, and by a sign-out.
        public var identity: Identity? { state.withLock { $0.identity } }

        /// Signs the visitor in, and keeps the page with all that was typed: the browser receives a cookie, and the session a new ID.
        ///
        /// A live page cannot set a cookie. So its script receives a token that is valid once, for 30 seconds and for this session, and
        /// exchanges it for the cookie. Without the script, the response to the form sets the cookie.
        ///
        /// Ignored if the visitor has an identity, because a session never passes from one person to another, and if the name is empty or
        /// has more than 512 bytes. It is a programming error if the
        /// configuration has no ``LivePages/Configuration/identities``, or if all visitors share the session.
        ///
        /// - Parameter account: The name of the account.
        public func signIn(as account: String) {
            guard let service, service.canSignIn else {
                preconditionFailure(
                    "A visitor cannot sign in. The configuration has no identities, or all visitors share the session. "
                        + "Set configuration.identities, and use perTab or perTabOnMain.")
            }
            guard (1...512).contains(account.utf8.count) else { return }
            let end = service.now() + .seconds(30)
            let (token, onSignIn) = state.withLock { state in
                guard state.identity == nil else { return (String?.none, state.onSignIn) }
                let offer = Offer(identity: Identity(account, signIn: RandomID.make()), end: end)
                state.offer = offer
                return (offer.token, state.onSignIn)
            }
            if let token { onSignIn(token) }
        }

        /// Signs the visitor out: ends the sign-in, and all sessions of it in all tabs. Returns when they have ended.
        ///
        /// Their pages connect again and get new sessions, without an identity unless a proxy still names it. A sign-in that the browser has
        /// not accepted yet is cancelled, and this session ends. Does nothing for a visitor without both.
        public func signOut() async {
            let (identity, hadOffer) = state.withLock { state in
                let hadOffer = state.offer.take() != nil
                state.hasSignedOut = hadOffer || state.identity != nil
                return (state.identity.take(), hadOffer)
            }
            if let identity { await service?.end(identity) } else if hadOffer { await service?.endSession(self) }
        }
    }

    extension Visitor {
        /// Whether ``signOut()`` was called.
        var hasSignedOut: Bool { state.withLock { $0.hasSignedOut } }

        /// The token that the browser has not exchanged. `nil` if there is none, or its time is over.
        var pendingToken: String? {
            guard let now = service?.now() else { return nil }
            return state.withLock { state in state.offer.flatMap { now < $0.end ? $0.token : nil } }
        }

        /// Calls this at each sign-in, with its token.
        func onSignIn(_ action: @escaping @Sendable (_ token: String) -> Void) {
            state.withLock { $0.onSignIn = action }
        }

        /// Gives the session the identity that was offered, once.
        ///
        /// - Parameter token: The token; `nil` for the response to a form.
        /// - Returns: The identity; `nil` if none was offered, the token is another one, or the time is over.
        func accept(_ token: String?) -> Identity? {
            guard let service else { return nil }
            let now = service.now()
            return state.withLock { state in
                guard let offer = state.offer, token == nil || token == offer.token else { return nil }
                state.offer = nil
                guard state.identity == nil, now < offer.end else { return nil }
                state.identity = offer.identity
                return offer.identity
            }
        }
    }
#endif
