#if Web
    import Millrace

    /// Counts the open connections.
    final class ConnectionCounter: Sendable {
        /// The number of connections over the limit that still get an error response.
        private static let maxRejected = 50

        private struct State {
            var count = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }
        private let state = Lock(State())

        var count: Int { state.withLock { $0.count } }

        /// Counts a new connection.
        ///
        /// - Returns: Whether it is within `limit`. `nil` if it must be closed without a response; it is not counted
        ///   then.
        func begin(atMost limit: Int) -> Bool? {
            state.withLock { state in
                guard state.count < limit + Self.maxRejected else { return nil }
                state.count += 1
                return state.count <= limit
            }
        }

        func end() {
            let waiting = state.withLock { state in
                state.count -= 1
                defer { if state.count == 0 { state.waiting = [] } }
                return state.count == 0 ? state.waiting : []
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Waits until no connection is open.
        func waitUntilEmpty() async {
            await withCheckedContinuation { continuation in
                let isEmpty = state.withLock { state in
                    if state.count > 0 { state.waiting.append(continuation) }
                    return state.count == 0
                }
                if isEmpty { continuation.resume() }
            }
        }
    }
#endif
