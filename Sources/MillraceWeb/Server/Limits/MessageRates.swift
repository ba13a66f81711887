#if Web || Hummingbird || App
    import Millrace

    /// Limits the rate of messages of each client. A client that connects again gets no new burst.
    final class MessageRates: Sendable {
        private struct State {
            var limiters: [ClientIdentity: RateLimiter] = [:]
            /// The number of limiters at which those that equal a new one are removed.
            var nextCleanup = minCleanup
        }

        private static let minCleanup = 64
        private let limits: LivePages.Limits
        private let state = Lock(State())

        init(_ limits: LivePages.Limits) { self.limits = limits }

        /// The number of clients that are remembered.
        var count: Int { state.withLock { $0.limiters.count } }

        /// Counts a message. Returns `false` if the client sends too many.
        func allowsMessage(from client: ClientIdentity, now: Duration) -> Bool {
            state.withLock { state in
                if state.limiters.count >= state.nextCleanup {
                    state.limiters = state.limiters.filter { !$0.value.isFull(now: now) }
                    state.nextCleanup = max(Self.minCleanup, 2 * state.limiters.count)
                }
                return state.limiters[client, default: RateLimiter(limits, now: now)].allowsMessage(now: now)
            }
        }
    }

    /// Limits the rate of messages with a token bucket.
    struct RateLimiter {
        private let capacity: Double
        private let perSecond: Double
        private var remaining: Double
        private var time: Duration

        init(_ limits: LivePages.Limits, now: Duration) {
            (capacity, perSecond) = (Double(limits.messageBurst), limits.messagesPerSecond)
            (remaining, time) = (capacity, now)
        }

        private func available(_ now: Duration) -> Double {
            min(capacity, remaining + (now - time) / .seconds(1) * perSecond)
        }

        /// Whether the limiter allows as many messages as a new one.
        func isFull(now: Duration) -> Bool { available(now) >= capacity }

        /// Takes a token for one message. Returns `false` if no token is left.
        mutating func allowsMessage(now: Duration) -> Bool {
            remaining = available(now)
            time = now
            guard remaining >= 1 else { return false }
            remaining -= 1
            return true
        }
    }
#endif
