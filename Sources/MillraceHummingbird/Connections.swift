#if Hummingbird || App
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore

    /// The open connections of a server.
    ///
    /// At a limit, a new connection takes the place of one that waits, which ``FairShares`` chooses. So connections that send nothing do not
    /// delay newcomers, and a client that opens many replaces its own.
    final class Connections: Sendable {
        /// The reason of a wait: for what the client sends, for the client to read, or for the turn of the client.
        enum Wait { case input, output, turn }

        private struct Entry {
            let connection: Connection
            /// The waits that have not ended, with the numbers of their beginnings.
            var waits: [Wait: Int] = [:]

            /// The place of the connection. It can be given up while the connection waits.
            func place(of client: WebClient?) -> FairShares<ObjectIdentifier>.Place {
                .init(client: client, use: waits.isEmpty ? .fixed : .idle, lastUse: waits.values.min() ?? 0)
            }
        }

        private struct State {
            var entries: [ObjectIdentifier: Entry] = [:]
            var shares: FairShares<ObjectIdentifier>
            /// The connections over the limit, which receive the status 503.
            var rejected: [ObjectIdentifier: Connection] = [:]
            var lastWait = 0
            var hasStopped = false
            var isEmpty: Bool { entries.isEmpty && rejected.isEmpty }
            var waitingForEnd: [CheckedContinuation<Void, Never>] = []

            mutating func remove(_ id: ObjectIdentifier) {
                rejected[id] = nil
                entries[id] = nil
                shares.set(nil, as: id)
            }

            /// Changes the waits of a connection.
            mutating func update(_ id: ObjectIdentifier, _ change: (inout Entry) -> Void) {
                guard var entry = entries[id] else { return }
                change(&entry)
                entries[id] = entry
                shares.set(entry.place(of: shares[id]?.client), as: id)
            }
        }

        /// The number of connections over the limit that still get a response.
        private static let maxRejected = 50

        let limits: LivePages.Limits
        let shutdownTimeout: Duration
        let timers: TimerQueue
        let proxies: LivePages.TrustedProxies?
        private let state: NIOLockedValueBox<State>

        init(_ configuration: LivePages.Configuration) {
            (limits, proxies) = (configuration.limits, configuration.trustedProxies)
            shutdownTimeout = configuration.shutdownTimeout
            let shares = FairShares<ObjectIdentifier>(limits.connections, ofBrowser: limits.connections)
            state = NIOLockedValueBox(State(shares: shares))
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
            let client = isProxy ? nil : Self.client(at: connection.address)
            let (isOpen, displaced) = state.withLockedValue { state -> (Bool, Connection?) in
                if state.hasStopped { return (false, nil) }
                let id = ObjectIdentifier(channel)
                var displaced: Connection?
                switch state.shares.room(for: client) {
                case .free: break
                case .after(let other):
                    displaced = state.entries[other]?.connection
                    state.remove(other)
                case .full:
                    guard state.rejected.count < Self.maxRejected else { return (false, nil) }
                    state.rejected[id] = connection
                    return (true, nil)
                }
                let entry = Entry(connection: connection)
                state.entries[id] = entry
                state.shares.set(entry.place(of: client), as: id)
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
            guard proxies?.contains(connection.address) == true else { return }
            let id = ObjectIdentifier(connection.channel)
            state.withLockedValue { state in
                guard let entry = state.entries[id] else { return }
                state.shares.set(entry.place(of: Self.client(at: address)), as: id)
            }
        }

        /// The owner of a place. All browsers at an address are one, because a connection begins before its browser is known.
        private static func client(at address: String) -> WebClient {
            WebClient(browser: 0, address: ClientAddress.normalized(address))
        }

        func beginWait(_ connection: Connection, _ wait: Wait) {
            state.withLockedValue { state in
                state.lastWait += 1
                state.update(ObjectIdentifier(connection.channel)) { [number = state.lastWait] in
                    $0.waits[wait] = number
                }
            }
        }

        /// Returns `false` if the connection was closed.
        @discardableResult func endWait(_ connection: Connection, _ wait: Wait) -> Bool {
            state.withLockedValue { state in
                var hadWait = false
                state.update(ObjectIdentifier(connection.channel)) {
                    hadWait = $0.waits.removeValue(forKey: wait) != nil
                }
                return hadWait
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
