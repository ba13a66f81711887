#if Web || Hummingbird || App
    import Millrace

    /// The limits of what one live connection may send. Its transport asks for them before it reads much.
    public final class LiveInput: Sendable {
        private let context: ServerContext
        package let client: ClientIdentity
        private let state: Lock<(isFirst: Bool, hasPlace: Bool, request: PageRequest?)>
        /// Whether each message comes in a request of its own, which another node can receive.
        package let usesRequests: Bool

        /// - Parameters:
        ///   - request: The request that opened the connection. It is released when the page is known.
        ///   - usesRequests: Whether each message comes in a request of its own. Defaults to `false`.
        init(
            _ context: ServerContext, _ client: ClientIdentity, _ request: PageRequest? = nil,
            usesRequests: Bool = false
        ) {
            (self.context, self.client, self.usesRequests) = (context, client, usesRequests)
            state = Lock((true, false, request))
        }

        /// Returns the request, the first time.
        func takeRequest() -> PageRequest? { state.withLock { $0.request.take() } }

        private var limits: LivePages.Limits { context.configuration.limits }

        /// Whether the first message has not been received. It names the page, and few control frames may precede it.
        public var isFirst: Bool { state.withLock { $0.isFirst } }

        func endFirst() { state.withLock { $0.isFirst = false } }

        /// The maximum number of bytes in a message that a transport receives or sends. A longer text comes in several,
        /// of which each but the last begins with `+`.
        public static var maxPart: Int { TextParts.maxBytes }

        /// The maximum number of bytes in the next message of the client.
        public var maxBytes: Int { min(isFirst ? Hello.maxBytes : Self.maxPart, limits.inputBytes) }

        /// The time limit for the first message, or the time in which a client must send a message or a ping.
        public var timeout: Duration { isFirst ? limits.transferTimeout : limits.idleTimeout }

        /// The error after ``timeout``.
        public var timeoutError: LiveClose {
            isFirst ? LiveClose(1002, "The browser did not send its first message in time.") : LiveClose(1001)
        }

        /// Counts a message, a part of one, or a ping.
        ///
        /// - Throws: ``LiveClose`` with 1008, if the client sends too many.
        public func countMessage() throws(LiveClose) {
            guard context.rates.allowsMessage(from: client, now: context.timers.now()) else {
                throw LiveClose(1008, "Too many messages were sent. Try again in a moment.")
            }
        }

        /// Waits until a long text of this client may be received. After it was handled, call ``endLarge()``.
        ///
        /// - Throws: ``LiveClose`` with 1013, if too many wait.
        func beginLarge() async throws(LiveClose) {
            if state.withLock({ $0.hasPlace }) { return }
            guard await context.largeInputs.enter(WebClient(client)) else {
                throw LiveClose(1013, RequestError.tooManyRequests.message)
            }
            state.withLock { $0.hasPlace = true }
        }

        /// Ends the place of a long text.
        func endLarge() {
            let hadPlace = state.withLock { state in
                defer { state.hasPlace = false }
                return state.hasPlace
            }
            if hadPlace { context.largeInputs.release(WebClient(client)) }
        }
    }
#endif
