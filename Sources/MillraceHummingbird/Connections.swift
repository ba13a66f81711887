#if Hummingbird || App
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore

    /// The open connections of a server, in total and by client address.
    ///
    /// At a limit, a new connection takes the place of one that waits: of the address with the most waiting connections, the one that has
    /// waited the longest. So connections that send nothing do not delay newcomers, and a client that opens many replaces its own.
    final class Connections: Sendable {
        /// The reason of a wait: for what the client sends, for the client to read, or for the turn of the client.
        enum Wait { case input, output, turn }

        private struct Entry {
            let connection: Connection
            /// The address of the client; `nil` for a proxy that has not named it.
            var address: String?
            /// The waits that have not ended, with the numbers of their beginnings.
            var waits: [Wait: Int] = [:]
        }

        private struct State {
            var entries: [ObjectIdentifier: Entry] = [:]
            var counts: [String: Int] = [:]
            /// The connections over the limit, which receive the status 503.
            var rejected: [ObjectIdentifier: Connection] = [:]
            var lastWait = 0
            var hasStopped = false
            var isEmpty: Bool { entries.isEmpty && rejected.isEmpty }
            var waitingForEnd: [CheckedContinuation<Void, Never>] = []

            mutating func remove(_ id: ObjectIdentifier) {
                rejected[id] = nil
                guard let entry = entries.removeValue(forKey: id), let address = entry.address else { return }
                let own = counts[address] ?? 1
                counts[address] = own > 1 ? own - 1 : nil
            }

            /// The connection that gives its place to a new one.
            func displaced(of address: String?) -> Connection? {
                let waiting = entries.values.filter { entry in
                    !entry.waits.isEmpty && (address == nil || entry.address == address)
                }
                let counts = Dictionary(waiting.map { ($0.address, 1) }) { $0 + $1 }
                let ranks = waiting.map { (counts[$0.address] ?? 0, -($0.waits.values.min() ?? 0), $0.connection) }
                return ranks.max { ($0.0, $0.1) < ($1.0, $1.1) }?.2
            }
        }

        /// The number of connections over the limit that still get a response.
        private static let maxRejected = 50

        let limits: LivePages.Limits
        let timers: TimerQueue
        let proxies: LivePages.TrustedProxies?
        private let state = NIOLockedValueBox(State())

        init(_ configuration: LivePages.Configuration) {
            (limits, proxies) = (configuration.limits, configuration.trustedProxies)
            timers = TimerQueue(configuration.clock)
        }

        subscript(channel: any Channel) -> Connection? {
            state.withLockedValue { $0.entries[ObjectIdentifier(channel)]?.connection }
        }

        var count: Int { state.withLockedValue { $0.entries.count + $0.rejected.count } }

        /// Counts a new connection. At a limit, closes one that waits; if none waits, the new one is rejected.
        ///
        /// - Returns: The connection; `nil` if too many were rejected, and this one must be closed.
        func begin(_ channel: any Channel) -> Connection? {
            let connection = Connection(channel, self)
            let isProxy = proxies?.contains(connection.address) ?? false
            let address = isProxy ? nil : ClientAddress.normalized(connection.address)
            let (isOpen, displaced) = state.withLockedValue { state -> (Bool, Connection?) in
                if state.hasStopped { return (false, nil) }
                let isFull = address.map { (state.counts[$0] ?? 0) >= limits.connectionsPerAddress } ?? false
                var displaced: Connection?
                if isFull || state.entries.count >= limits.connections {
                    displaced = state.displaced(of: isFull ? address : nil)
                    guard let displaced else {
                        guard state.rejected.count < Self.maxRejected else { return (false, nil) }
                        state.rejected[ObjectIdentifier(channel)] = connection
                        return (true, nil)
                    }
                    state.remove(ObjectIdentifier(displaced.channel))
                }
                state.entries[ObjectIdentifier(channel)] = Entry(connection: connection, address: address)
                if let address { state.counts[address, default: 0] += 1 }
                return (true, displaced)
            }
            displaced?.abort()
            return isOpen ? connection : nil
        }

        /// Whether the connection is over the limit, and receives the status 503.
        func isRejected(_ connection: Connection) -> Bool {
            state.withLockedValue { $0.rejected[ObjectIdentifier(connection.channel)] != nil }
        }

        /// Counts a connection of a proxy under the address of its client from now on.
        func assign(_ connection: Connection, to address: String) {
            let (id, address) = (ObjectIdentifier(connection.channel), ClientAddress.normalized(address))
            guard proxies?.contains(connection.address) == true else { return }
            state.withLockedValue { state in
                guard var entry = state.entries[id], entry.address != address else { return }
                state.remove(id)
                entry.address = address
                state.entries[id] = entry
                state.counts[address, default: 0] += 1
            }
        }

        func beginWait(_ connection: Connection, _ wait: Wait) {
            state.withLockedValue { state in
                state.lastWait += 1
                state.entries[ObjectIdentifier(connection.channel)]?.waits[wait] = state.lastWait
            }
        }

        /// Returns `false` if the connection was closed.
        @discardableResult func endWait(_ connection: Connection, _ wait: Wait) -> Bool {
            state.withLockedValue { state in
                state.entries[ObjectIdentifier(connection.channel)]?.waits.removeValue(forKey: wait) != nil
            }
        }

        /// Whether all connections were closed.
        var hasStopped: Bool { state.withLockedValue { $0.hasStopped } }

        /// Closes all connections, and those that are opened later.
        func stop() {
            let all = state.withLockedValue { state in
                state.hasStopped = true
                return state.entries.values.map(\.connection) + state.rejected.values
            }
            for connection in all { connection.stop() }
        }

        func end(_ connection: Connection) {
            let waiting = state.withLockedValue { state in
                state.remove(ObjectIdentifier(connection.channel))
                guard state.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
                defer { state.waitingForEnd = [] }
                return state.waitingForEnd
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Waits until no connection is open.
        func waitUntilEmpty() async {
            await withCheckedContinuation { continuation in
                let isEmpty = state.withLockedValue { state in
                    if !state.isEmpty { state.waitingForEnd.append(continuation) }
                    return state.isEmpty
                }
                if isEmpty { continuation.resume() }
            }
        }
    }
#endif
