#if Web || Hummingbird || App
    import Millrace

    /// Counts the open connections, in total and by client address.
    ///
    /// At a limit, a new connection takes the place of one that is idle. Connections that send nothing therefore do not delay
    /// newcomers. At the limit of all connections, it is one of the address with the most idle connections, so a client that
    /// opens many replaces its own. The cost does not depend on the number of connections, but at that limit, on the number of
    /// addresses.
    final class ConnectionCounter: Sendable {
        typealias ID = Int

        /// The number of connections over the limit that still get an error response.
        private static let maxRejected = 50

        private enum Place { case counted, rejected, displaced }

        private typealias Idle = (order: Int, needsInput: Bool, close: @Sendable () -> Void)

        private struct Entry {
            /// The address of the client; `nil` for a proxy.
            let address: String?
            /// Only a counted connection counts towards the limits.
            var place: Place
            /// Closes the connection while it waits for its client or for its turn, and the number of this wait.
            var idle: Idle?
        }

        /// The connections of one address.
        private struct Client {
            /// The number of open connections, including those that are being closed.
            var open = 0
            var counted = 0
            /// The number of counted connections that are idle, and their waits.
            var idle = 0
            var waits = IdleOrder()
        }

        private struct State {
            var lastID = 0
            /// The open connections, including those that are being closed in favor of others.
            var entries: [ID: Entry] = [:]
            var clients: [String?: Client] = [:]
            var (counted, rejected) = (0, 0)
            var lastIdle = 0
            var examined = 0
            var waiting: [CheckedContinuation<Void, Never>] = []

            mutating func add(_ entry: Entry) -> ID {
                lastID += 1
                entries[lastID] = entry
                clients[entry.address, default: Client()].open += 1
                count(entry, by: 1)
                return lastID
            }

            mutating func remove(_ id: ID) {
                _ = endIdle(id)
                guard let entry = entries.removeValue(forKey: id) else { return }
                count(entry, by: -1)
                clients[entry.address]?.open -= 1
                if clients[entry.address]?.open == 0 { clients[entry.address] = nil }
            }

            /// Counts a connection of a proxy under the address of its client from now on.
            mutating func move(_ id: ID, to address: String) {
                guard let entry = entries[id], entry.address == nil else { return }
                remove(id)
                let moved = Entry(address: address, place: entry.place)
                entries[id] = moved
                clients[address, default: Client()].open += 1
                count(moved, by: 1)
            }

            mutating func count(_ entry: Entry, by change: Int) {
                switch entry.place {
                case .counted:
                    counted += change
                    clients[entry.address]?.counted += change
                case .rejected: rejected += change
                case .displaced: break
                }
            }

            mutating func beginIdle(_ id: ID, needsInput: Bool, _ close: @escaping @Sendable () -> Void) {
                _ = endIdle(id)
                guard let entry = entries[id] else { return }
                lastIdle += 1
                entries[id]?.idle = (lastIdle, needsInput, close)
                guard entry.place == .counted else { return }
                clients[entry.address]?.idle += 1
                clients[entry.address]?.waits.append(IdleOrder.Wait(order: lastIdle, id: id))
                removeEndedWaits(of: entry.address)
            }

            mutating func endIdle(_ id: ID) -> Idle? {
                guard let idle = entries[id]?.idle.take() else { return nil }
                if let entry = entries[id], entry.place == .counted { clients[entry.address]?.idle -= 1 }
                return idle
            }

            /// Removes the waits that have ended, once they are most of all.
            private mutating func removeEndedWaits(of address: String?) {
                guard var client = clients[address], client.waits.count > 2 * client.open + 16 else { return }
                examined += client.waits.count
                client.waits.removeAll { entries[$0.id]?.idle?.order != $0.order }
                clients[address] = client
            }

            /// Closes a connection of the address with the most idle ones. Returns `false` if none is idle.
            mutating func displaceIdle() -> Bool {
                examined += clients.count
                // With the same number, the address whose first wait is the longest.
                let most = clients.max {
                    ($0.value.idle, $1.value.waits.firstOrder) < ($1.value.idle, $0.value.waits.firstOrder)
                }
                return most.map { displaceIdle(of: $0.key) } ?? false
            }

            /// Closes the connection of this address that has been idle for the longest time. Returns `false` if none is idle.
            mutating func displaceIdle(of address: String?) -> Bool {
                while let wait = clients[address]?.waits.popFirst() { if displace(wait) { return true } }
                return false
            }

            private mutating func displace(_ wait: IdleOrder.Wait) -> Bool {
                examined += 1
                guard entries[wait.id]?.idle?.order == wait.order, let idle = endIdle(wait.id),
                    let entry = entries[wait.id]
                else { return false }
                count(entry, by: -1)
                entries[wait.id] = Entry(address: entry.address, place: .displaced)
                idle.close()
                return true
            }
        }
        private let state = Lock(State())

        var count: Int { state.withLock { $0.entries.count } }

        /// The number of waits that were examined, which is the work that depends on other connections.
        var examinedCount: Int { state.withLock { $0.examined } }

        /// Counts a new connection, which is idle at first.
        ///
        /// An address may have as many open connections as there are places left. So one address gets at most half of all
        /// places, and however many addresses use up theirs, there is a place for another one.
        ///
        /// - Parameters:
        ///   - address: The address of the client. `nil` for a proxy, whose connections have no limit of their own.
        ///   - close: Closes the connection, as in ``beginIdle(_:needsInput:_:)``.
        /// - Returns: The number of the connection, and whether it is within the limits. `nil` if it must be closed without
        ///   a response; it is not counted then.
        func begin(
            from address: String?, _ limits: WebServer.Limits, close: @escaping @Sendable () -> Void
        ) -> (id: ID, isAllowed: Bool)? {
            state.withLock { state in
                let free = 2 * (limits.connections + Self.maxRejected) - state.entries.count
                let client = state.clients[address] ?? Client()
                guard free > 0, address == nil || client.open < free else { return nil }
                var isAllowed = true
                if address != nil, client.counted >= limits.connectionsPerAddress {
                    isAllowed = state.displaceIdle(of: address)
                } else if state.counted >= limits.connections {
                    isAllowed = state.displaceIdle()
                }
                guard isAllowed || state.rejected < Self.maxRejected else { return nil }
                let id = state.add(Entry(address: address, place: isAllowed ? .counted : .rejected))
                state.beginIdle(id, needsInput: true, close)
                return (id, isAllowed)
            }
        }

        /// Notes that a connection waits for its client, or for the turn of its client. Until ``endIdle(_:)``, `close` may be
        /// called once, under a lock.
        ///
        /// - Parameters:
        ///   - id: The number of the connection.
        ///   - needsInput: Whether it waits for what the client sends.
        ///   - close: Closes the connection.
        func beginIdle(_ id: ID, needsInput: Bool, _ close: @escaping @Sendable () -> Void) {
            state.withLock { $0.beginIdle(id, needsInput: needsInput, close) }
        }

        /// Closes all connections that wait for what their clients send.
        func closeWaitingForInput() {
            state.withLock { state in
                for (id, entry) in state.entries where entry.idle?.needsInput == true { state.endIdle(id)?.close() }
            }
        }

        func endIdle(_ id: ID) { state.withLock { _ = $0.endIdle(id) } }

        /// Whether the connection was closed in favor of another one.
        func isDisplaced(_ id: ID) -> Bool { state.withLock { $0.entries[id]?.place == .displaced } }

        /// Counts a connection of a proxy under the address of its client, which the head of its request names. So the further waits
        /// of the connection are those of this client. Call it while the connection does not wait.
        func assign(_ id: ID, to address: String) { state.withLock { $0.move(id, to: address) } }

        func end(_ id: ID) {
            let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
                state.remove(id)
                guard state.entries.isEmpty else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Waits until no connection is open.
        func waitUntilEmpty() async {
            await withCheckedContinuation { continuation in
                let isEmpty = state.withLock { state in
                    if !state.entries.isEmpty { state.waiting.append(continuation) }
                    return state.entries.isEmpty
                }
                if isEmpty { continuation.resume() }
            }
        }
    }

    /// The waits of connections, the longest first. A wait that has ended may still be in the list.
    private struct IdleOrder {
        struct Wait {
            let order: Int
            let id: ConnectionCounter.ID
        }

        private var waits: [Wait] = []
        private var first = 0

        var count: Int { waits.count }
        /// The number of the first wait.
        var firstOrder: Int { first < waits.count ? waits[first].order : .max }

        mutating func append(_ wait: Wait) { waits.append(wait) }

        mutating func popFirst() -> Wait? {
            guard first < waits.count else { return nil }
            defer {
                first += 1
                if 2 * first > waits.count {
                    waits.removeFirst(first)
                    first = 0
                }
            }
            return waits[first]
        }

        mutating func removeAll(where hasEnded: (Wait) -> Bool) {
            waits.removeFirst(first)
            first = 0
            waits.removeAll(where: hasEnded)
        }
    }
#endif
