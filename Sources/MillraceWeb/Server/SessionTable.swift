#if Web
    /// The sessions of a server, counted by browser, by client address and by size.
    ///
    /// At a limit, unused sessions are ended: first those that no browser has joined, then the others. In each group, the
    /// session with the earliest last use comes first.
    struct SessionTable {
        struct Entry {
            /// The page. `nil` while the session is being created.
            var page: (any ServedPage)?
            /// The browser that the session belongs to. `nil` for a shared session.
            let client: ClientIdentity?
            /// Whether the session ends with its first document. It does not count towards the limits.
            var isTransient = false
            /// The numbers of live connections and of requests that are being handled.
            var connections = 0
            var requests = 0
            /// Whether a browser has connected or has submitted a form.
            var isJoined = false
            /// Increases with each use, so that an outdated timer does not end the session.
            var useCount = 0
            /// The number of the last use, in the order of all uses.
            var lastUse = 0
            /// The memory in bytes, as an estimate.
            var memory = 0
            /// Ends the session if it stays unused.
            var timer: TimerQueue.ID?

            /// Whether the session may be ended. A shared session never is.
            fileprivate var isUnused: Bool { connections == 0 && requests == 0 && !isTransient && client != nil }
        }

        private var entries: [String: Entry] = [:]
        private var useCount = 0
        private let limits: WebServer.Limits
        /// The memory of all sessions in bytes, as an estimate.
        private(set) var memory = 0

        init(_ limits: WebServer.Limits) { self.limits = limits }

        /// The number of sessions, including those that are being created.
        var count: Int { entries.count }
        var ids: [String] { Array(entries.keys) }

        subscript(id: String) -> Entry? { entries[id] }

        mutating func insert(_ entry: Entry, as id: String) { entries[id] = entry }

        mutating func update(_ id: String, _ change: (inout Entry) -> Void) {
            guard var entry = entries[id] else { return }
            memory -= entry.memory
            change(&entry)
            memory += entry.memory
            entries[id] = entry
        }

        mutating func remove(_ id: String) -> Entry? {
            let entry = entries.removeValue(forKey: id)
            memory -= entry?.memory ?? 0
            return entry
        }

        /// Counts a use of the session.
        mutating func noteUse(_ id: String) {
            useCount += 1
            update(id) { [useCount] entry in
                entry.useCount += 1
                entry.lastUse = useCount
            }
        }

        /// Returns whether one more session of this client is within all limits. Otherwise returns a session to end, or
        /// `nil` if all sessions in question are in use.
        func room(for client: ClientIdentity?) -> (isFree: Bool, excess: String?) {
            let lasting = entries.filter { !$0.value.isTransient }
            if let client {
                let own = lasting.filter { $0.value.client?.cookie == client.cookie }
                if own.count >= limits.sessionsPerBrowser { return (false, Self.leastUsed(own)) }
                let near = lasting.filter { $0.value.client?.address == client.address }
                if near.count >= limits.sessionsPerAddress { return (false, Self.leastUsed(near)) }
            }
            if lasting.count >= limits.sessions || memory >= limits.sessionMemory {
                return (false, Self.leastUsed(lasting))
            }
            return (true, nil)
        }

        /// Returns a session to end because of the memory of all sessions, if there is one.
        var excess: String? { memory > limits.sessionMemory ? Self.leastUsed(entries) : nil }

        private static func leastUsed(_ entries: [String: Entry]) -> String? {
            entries.filter { $0.value.isUnused }.min { one, other in
                (one.value.isJoined ? 1 : 0, one.value.lastUse) < (other.value.isJoined ? 1 : 0, other.value.lastUse)
            }?.key
        }
    }
#endif
