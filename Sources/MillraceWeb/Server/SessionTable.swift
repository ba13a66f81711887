#if Web || Hummingbird || App
    /// The sessions of a server. At the limits of their number and of their memory, ``FairShares`` decides which one ends.
    struct SessionTable {
        struct Entry {
            /// The page. `nil` while the session is being created.
            var page: (any ServedPage)?
            /// The browser that the session belongs to. `nil` for a shared session.
            var client: ClientIdentity?
            /// The visitor for whom the session was created.
            var visitor = Visitor()
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
            /// The name by which the storage finds the session; `nil` if it is not stored.
            var recordName: String?
            /// Whether the session is not stored, because there was no room for it.
            var isRefused = false
            /// Whether the page replaces a stored one that cannot be read.
            var isReplacement = false
            /// The number of bytes that the session had written when it was measured.
            var measured = 0

            /// Whether no browser uses the session.
            var isUnused: Bool { use == .unused || use == .idle }

            /// How readily the session ends in favor of another client. A shared session never does.
            fileprivate var use: FairShares<String>.Use {
                if requests > 0 || isTransient || client == nil || page == nil { return .fixed }
                if connections > 0 { return .active }
                return isJoined ? .idle : .unused
            }

            fileprivate func place(cost: Int) -> FairShares<String>.Place {
                .init(client: client.map(WebClient.init), cost: cost, use: use, lastUse: lastUse)
            }
        }

        private var entries: [String: Entry] = [:]
        /// The numbers of sessions that each client has joined.
        private var joined: [ClientIdentity: Int] = [:]
        private var useCount = 0
        private var places: FairShares<String>
        private var memories: FairShares<String>

        init(_ limits: LivePages.Limits) {
            places = FairShares(limits.sessions)
            memories = FairShares(limits.sessionMemory, ofAddress: .max, ofBrowser: .max)
        }

        /// The number of sessions, including those that are being created.
        var count: Int { entries.count }
        var ids: [String] { Array(entries.keys) }
        /// The memory of all sessions in bytes, as an estimate.
        var memory: Int { memories.cost }

        subscript(id: String) -> Entry? { entries[id] }

        mutating func insert(_ entry: Entry, as id: String) { set(entry, id) }

        mutating func update(_ id: String, _ change: (inout Entry) -> Void) {
            guard var entry = entries[id] else { return }
            change(&entry)
            set(entry, id)
        }

        mutating func remove(_ id: String) -> Entry? {
            defer { set(nil, id) }
            return entries[id]
        }

        /// Changes the ID of a session.
        mutating func rename(_ id: String, to newID: String, _ change: (inout Entry) -> Void) {
            guard var entry = remove(id) else { return }
            change(&entry)
            set(entry, newID)
        }

        private mutating func set(_ entry: Entry?, _ id: String) {
            count(entries[id], by: -1)
            count(entry, by: 1)
            entries[id] = entry
            places.set(entry.map { $0.place(cost: $0.isTransient ? 0 : 1) }, as: id)
            memories.set(entry.map { $0.place(cost: $0.load.memory) }, as: id)
        }

        private mutating func count(_ entry: Entry?, by change: Int) {
            guard let entry, entry.isJoined, let client = entry.client else { return }
            joined.count(client, by: change)
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

        /// Returns whether one more session of this client is within the limits, or which one ends before.
        mutating func room(for client: ClientIdentity) -> FairShares<String>.Room {
            let client = WebClient(client)
            let room = places.room(for: client)
            return room == .free ? memories.room(for: client) : room
        }

        /// Returns the session that ends because of the memory of all sessions, if there is one.
        mutating func excess() -> String? { memories.excess() }
    }
#endif
