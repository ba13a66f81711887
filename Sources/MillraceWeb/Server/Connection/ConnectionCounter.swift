#if Web
    import Millrace

    /// Counts the open connections, in total and by client address.
    ///
    /// At a limit, a new connection takes the place of the one that has been idle for the longest time. Connections that
    /// send nothing therefore do not delay newcomers.
    final class ConnectionCounter: Sendable {
        typealias ID = Int

        /// The number of connections over the limit that still get an error response.
        private static let maxRejected = 50

        private struct State {
            var lastID = 0
            /// The addresses of the open connections that count towards the limits.
            var addresses: [ID: String] = [:]
            /// The number of open connections, including those that are being closed in favor of others.
            var openCount = 0
            /// The connections that wait for their clients, in the order of the waits.
            var idle: [ID: (order: Int, close: @Sendable () -> Void)] = [:]
            var lastIdle = 0
            var waiting: [CheckedContinuation<Void, Never>] = []

            /// Closes the connection that has been idle for the longest time. Returns `false` if none is idle.
            mutating func closeIdle(of address: String? = nil) -> Bool {
                let candidates = address.map { address in idle.filter { addresses[$0.key] == address } } ?? idle
                guard let oldest = candidates.min(by: { $0.value.order < $1.value.order }) else { return false }
                (idle[oldest.key], addresses[oldest.key]) = (nil, nil)
                oldest.value.close()
                return true
            }
        }
        private let state = Lock(State())

        var count: Int { state.withLock { $0.openCount } }

        /// Counts a new connection, which is idle at first.
        ///
        /// - Parameters:
        ///   - address: The address of the client. `nil` for a proxy, whose connections have no limit of their own.
        ///   - close: Closes the connection, as in ``beginIdle(_:_:)``.
        /// - Returns: The number of the connection, and whether it is within the limits. `nil` if it must be closed without
        ///   a response; it is not counted then.
        func begin(
            from address: String?, _ limits: WebServer.Limits, close: @escaping @Sendable () -> Void
        ) -> (id: ID, isAllowed: Bool)? {
            state.withLock { state in
                guard state.openCount < 2 * limits.connections + Self.maxRejected else { return nil }
                var isAllowed = true
                if let address,
                    state.addresses.values.count(where: { $0 == address }) >= limits.connectionsPerAddress
                {
                    isAllowed = state.closeIdle(of: address)
                } else if state.addresses.count >= limits.connections {
                    isAllowed = state.closeIdle()
                }
                guard isAllowed || state.addresses.count < limits.connections + Self.maxRejected else { return nil }
                state.lastID += 1
                state.openCount += 1
                state.addresses[state.lastID] = address ?? ""
                state.lastIdle += 1
                state.idle[state.lastID] = (state.lastIdle, close)
                return (state.lastID, isAllowed)
            }
        }

        /// Notes that a connection waits for its client. Until ``endIdle(_:)``, `close` may be called once, under a lock.
        func beginIdle(_ id: ID, _ close: @escaping @Sendable () -> Void) {
            state.withLock { state in
                state.lastIdle += 1
                state.idle[id] = (state.lastIdle, close)
            }
        }

        /// Closes all connections that wait for their clients.
        func closeIdle() { state.withLock { state in while state.closeIdle() {} } }

        func endIdle(_ id: ID) { state.withLock { $0.idle[id] = nil } }

        func end(_ id: ID) {
            let waiting = state.withLock { state in
                state.openCount -= 1
                state.addresses[id] = nil
                defer { if state.openCount == 0 { state.waiting = [] } }
                return state.openCount == 0 ? state.waiting : []
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Waits until no connection is open.
        func waitUntilEmpty() async {
            await withCheckedContinuation { continuation in
                let isEmpty = state.withLock { state in
                    if state.openCount > 0 { state.waiting.append(continuation) }
                    return state.openCount == 0
                }
                if isEmpty { continuation.resume() }
            }
        }
    }
#endif
