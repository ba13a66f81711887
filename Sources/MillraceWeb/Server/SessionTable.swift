#if Web || Hummingbird || App
    /// The sessions of a server, counted by browser, by client address and by size.
    ///
    /// At a limit, unused sessions are ended: first those that no browser has joined. In each group, a session of the client
    /// address with the largest share comes first, and of these the one with the earliest last use. The newest session of another
    /// address than the client's comes last, behind live sessions of an address that has half of all.
    ///
    /// At the limit of the memory, the sessions of an address with half of it precede those of the others.
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
            /// The load of the page.
            var load = PageLoad()
            /// Ends the session if it stays unused.
            var timer: TimerQueue.ID?

            /// Whether the session may be ended. A shared session never is.
            var isUnused: Bool { connections == 0 && mayEnd }
            /// Whether the session may be ended although a browser is connected.
            fileprivate var mayEnd: Bool { requests == 0 && !isTransient && client != nil && page != nil }
        }

        private var entries: [String: Entry] = [:]
        /// The numbers of sessions that each client has joined.
        private var joined: [ClientIdentity: Int] = [:]
        private var useCount = 0
        private let limits: LivePages.Limits
        /// The memory of all sessions in bytes, as an estimate.
        private(set) var memory = 0

        init(_ limits: LivePages.Limits) { self.limits = limits }

        /// The number of sessions, including those that are being created.
        var count: Int { entries.count }
        var ids: [String] { Array(entries.keys) }

        subscript(id: String) -> Entry? { entries[id] }

        mutating func insert(_ entry: Entry, as id: String) {
            count(entry, by: 1)
            entries[id] = entry
        }

        mutating func update(_ id: String, _ change: (inout Entry) -> Void) {
            guard var entry = entries[id] else { return }
            count(entry, by: -1)
            change(&entry)
            count(entry, by: 1)
            entries[id] = entry
        }

        mutating func remove(_ id: String) -> Entry? {
            let entry = entries.removeValue(forKey: id)
            if let entry { count(entry, by: -1) }
            return entry
        }

        private mutating func count(_ entry: Entry, by change: Int) {
            memory += change * entry.load.memory
            guard entry.isJoined, let client = entry.client else { return }
            let count = (joined[client] ?? 0) + change
            joined[client] = count == 0 ? nil : count
        }

        /// Whether this client has joined a session.
        func hasJoined(_ client: ClientIdentity) -> Bool { joined[client] != nil }

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
        func room(for client: ClientIdentity) -> (isFree: Bool, excess: String?) {
            let lasting = entries.filter { !$0.value.isTransient }
            let own = lasting.filter { $0.value.client?.cookie == client.cookie }
            if own.count >= limits.sessionsPerBrowser { return (false, Self.leastUsed(own)) }
            let near = lasting.filter { $0.value.client?.address == client.address }
            if near.count >= limits.sessionsPerAddress { return (false, Self.leastUsed(near)) }
            if lasting.count >= limits.sessions {
                let shares = Self.shares(of: lasting) { _ in 1 }
                return (false, Self.excess(of: lasting, shares, for: client) { $0.lastUse })
            }
            if memory >= limits.sessionMemory {
                return (false, Self.excessOfMemory(of: lasting, for: client))
            }
            return (true, nil)
        }

        /// Returns a session to end because of the memory of all sessions, if there is one.
        var excess: String? {
            memory > limits.sessionMemory ? Self.excessOfMemory(of: entries, for: nil) : nil
        }

        /// Returns a session to end because of the memory: one of the address with half of it, if there is one. To end the small
        /// sessions of others would free little.
        private static func excessOfMemory(of entries: [String: Entry], for client: ClientIdentity?) -> String? {
            let shares = shares(of: entries) { $0.load.memory }
            let order = { (entry: Entry) in -entry.load.memory }
            guard let (address, most) = shares.max(by: { $0.value < $1.value }), 2 * most >= shares.values.reduce(0, +)
            else { return excess(of: entries, shares, for: client, order) }
            let own = entries.filter { $0.value.client?.address == address }
            // The page that was loaded last stays, while there are live ones.
            let newest = client == nil ? newestUses(of: own)[address] : nil
            if let id = leastUsed(own.filter { $0.value.lastUse != newest }) { return id }
            let live = client?.address == address ? [:] : own.filter { $0.value.mayEnd }
            return live.min { order($0.value) < order($1.value) }?.key
                ?? excess(of: entries, shares, for: client, order)
        }

        private static func shares(of entries: [String: Entry], _ size: (Entry) -> Int) -> [String: Int] {
            entries.values.reduce(into: [:]) { shares, entry in
                if let address = entry.client?.address { shares[address, default: 0] += size(entry) }
            }
        }

        /// Returns a session to end: an unused one that no browser has joined, else an unused one, else one in use. It is a session of
        /// the address with the largest share. The newest session of another address follows the sessions in use of an address with
        /// half of all. So one address cannot end the pages that others have just loaded.
        ///
        /// - Parameters:
        ///   - client: The client that needs room. It does not get a session of an address with a smaller share than its own.
        ///   - order: The order in which sessions in use end.
        private static func excess(
            of entries: [String: Entry], _ shares: [String: Int], for client: ClientIdentity?, _ order: (Entry) -> Int
        ) -> String? {
            let share = { (entry: Entry) in entry.client.flatMap { shares[$0.address] } ?? 0 }
            let own = client.flatMap { shares[$0.address] } ?? 0
            let rank = { (entry: Entry) in (entry.isJoined ? 1 : 0, -share(entry), entry.lastUse) }
            let unused = entries.filter { $0.value.isUnused && share($0.value) >= own }
            let newest = newestUses(of: entries)
            let older = unused.filter { _, entry in
                let address = entry.client?.address ?? ""
                return address == client?.address || newest[address] != entry.lastUse
            }
            if let id = older.min(by: { rank($0.value) < rank($1.value) })?.key { return id }
            let (address, most) = shares.max { $0.value < $1.value } ?? ("", 0)
            let live = most > own + 1 ? entries.filter { $0.value.client?.address == address && $0.value.mayEnd } : [:]
            let next = live.min { order($0.value) < order($1.value) }?.key
            if let next, 2 * most >= shares.values.reduce(0, +) { return next }
            return unused.min { rank($0.value) < rank($1.value) }?.key ?? next
        }

        /// The last use of the newest session of each address.
        private static func newestUses(of entries: [String: Entry]) -> [String: Int] {
            entries.values.reduce(into: [:]) { newest, entry in
                if let address = entry.client?.address {
                    newest[address] = max(newest[address] ?? 0, entry.lastUse)
                }
            }
        }

        private static func leastUsed(_ entries: [String: Entry]) -> String? {
            entries.filter { $0.value.isUnused }.min { one, other in
                (one.value.isJoined ? 1 : 0, one.value.lastUse) < (other.value.isJoined ? 1 : 0, other.value.lastUse)
            }?.key
        }
    }
#endif
