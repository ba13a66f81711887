#if Web || Hummingbird || App
    import Millrace

    /// Limits the rate of messages of each client with a token bucket. A client that connects again gets no new burst.
    final class MessageRates: Sendable {
        private struct State {
            /// The tokens of each client, and the time at which they were counted.
            var buckets: [ClientIdentity: (tokens: Double, time: Duration)] = [:]
            /// The number of buckets at which those that equal a new one are removed.
            var nextCleanup = minCleanup
        }

        private static let minCleanup = 64
        private let limits: LivePages.Limits
        private let state = Lock(State())

        init(_ limits: LivePages.Limits) { self.limits = limits }

        /// The number of clients that are remembered.
        var count: Int { state.withLock { $0.buckets.count } }

        /// Takes a token for a message. Returns `false` if no token is left.
        func allowsMessage(from client: ClientIdentity, now: Duration) -> Bool {
            let (burst, rate) = (Double(limits.messageBurst), limits.messagesPerSecond)
            func tokens(_ bucket: (tokens: Double, time: Duration)) -> Double {
                min(burst, bucket.tokens + (now - bucket.time) / .seconds(1) * rate)
            }
            return state.withLock { state in
                if state.buckets.count >= state.nextCleanup {
                    state.buckets = state.buckets.filter { tokens($0.value) < burst }
                    state.nextCleanup = max(Self.minCleanup, 2 * state.buckets.count)
                }
                let available = state.buckets[client].map(tokens) ?? burst
                state.buckets[client] = (available >= 1 ? available - 1 : available, now)
                return available >= 1
            }
        }
    }
#endif
