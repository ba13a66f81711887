#if Web || Hummingbird || App
    /// The live connections of a server, counted by client address.
    ///
    /// When all places are taken, a newcomer gets the place of the client with the most connections. So no client takes the
    /// places of the others.
    struct LiveConnections {
        typealias ID = Int

        /// Why a connection closes.
        enum CloseReason: Sendable {
            /// Another client needs its place.
            case displaced
            /// The browser has connected again. It does not read the old connection any more.
            case replaced
            /// Its session has ended, because all sessions together exceed their memory limit.
            case noMemory
        }

        /// A page load in a session.
        private struct PageLoad: Equatable { let session, client: String }

        private struct Entry {
            let client: ClientIdentity
            var load: PageLoad?
            let close: @Sendable (CloseReason) -> Void
        }

        private var entries: [ID: Entry] = [:]
        private var counts: [String: Int] = [:]
        private var lastID = 0
        private let limits: LivePages.Limits

        init(_ limits: LivePages.Limits) { self.limits = limits }

        /// The number of live connections.
        var count: Int { entries.count }

        /// Whether this client has a live connection.
        func contains(_ client: ClientIdentity) -> Bool { entries.values.contains { $0.client == client } }

        /// Counts a new connection.
        ///
        /// - Parameter close: Closes the connection. A frame that is being written is in memory until then.
        /// - Returns: The number of the connection. `nil` if the client has its share already.
        mutating func begin(from client: ClientIdentity, close: @escaping @Sendable (CloseReason) -> Void) -> ID? {
            let own = counts[client.address] ?? 0
            guard own < limits.liveConnectionsPerAddress else { return nil }
            if entries.count >= limits.liveConnections {
                guard let (most, count) = counts.max(by: { $0.value < $1.value }), count > own + 1,
                    let oldest = entries.filter({ $0.value.client.address == most }).keys.min()
                else { return nil }
                entries[oldest]?.close(.displaced)
                end(oldest)
            }
            lastID += 1
            entries[lastID] = Entry(client: client, close: close)
            counts[client.address] = own + 1
            return lastID
        }

        /// Records the page load of a connection. Closes the earlier connections of the page load.
        mutating func assign(_ id: ID, to session: String, as client: String) {
            let load = PageLoad(session: session, client: client)
            for entry in entries.values where entry.load == load { entry.close(.replaced) }
            entries[id]?.load = load
        }

        /// Closes the connections to a session.
        func closeAll(of session: String) {
            for entry in entries.values where entry.load?.session == session { entry.close(.noMemory) }
        }

        /// Removes a connection. Ignores one that was closed in favor of another.
        mutating func end(_ id: ID) {
            guard let address = entries.removeValue(forKey: id)?.client.address,
                let count = counts[address]
            else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
#endif
