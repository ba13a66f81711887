#if Web || Hummingbird || App
    /// The live connections of a server. At their limit, ``FairShares`` decides which one closes.
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
        private var shares: FairShares<ID>
        private var lastID = 0
        /// The numbers of connections to a page that each client has.
        private var joined: [ClientIdentity: Int] = [:]

        init(_ limits: LivePages.Limits) {
            shares = FairShares(limits.liveConnections, ofBrowser: limits.liveConnections)
        }

        /// The number of live connections.
        var count: Int { entries.count }

        /// Whether this client has a live connection to a page.
        func contains(_ client: ClientIdentity) -> Bool { joined[client] != nil }

        /// Counts a new connection.
        ///
        /// - Parameter close: Closes the connection. A frame that is being written is in memory until then.
        /// - Returns: The number of the connection. `nil` if the client has its share already.
        mutating func begin(
            from identity: ClientIdentity, close: @escaping @Sendable (CloseReason) -> Void
        ) -> ID? {
            let client = WebClient(identity)
            switch shares.room(for: client) {
            case .full: return nil
            case .free: break
            case .after(let id):
                entries[id]?.close(.displaced)
                end(id)
            }
            lastID += 1
            entries[lastID] = Entry(client: identity, close: close)
            shares.set(.init(client: client, use: .unused, lastUse: lastID), as: lastID)
            return lastID
        }

        /// Records the page load of a connection. Closes the earlier connections of the page load.
        mutating func assign(_ id: ID, to session: String, as client: String) {
            let load = PageLoad(session: session, client: client)
            guard let entry = entries[id] else { return }
            for entry in entries.values where entry.load == load { entry.close(.replaced) }
            if entry.load == nil { joined.count(entry.client, by: 1) }
            entries[id]?.load = load
            shares.set(.init(client: WebClient(entry.client), use: .active, lastUse: id), as: id)
        }

        /// Closes the connections to a session.
        func closeAll(of session: String, because reason: CloseReason) {
            for entry in entries.values where entry.load?.session == session { entry.close(reason) }
        }

        /// Removes a connection. Ignores one that was closed in favor of another.
        mutating func end(_ id: ID) {
            if let entry = entries.removeValue(forKey: id), entry.load != nil { joined.count(entry.client, by: -1) }
            shares.set(nil, as: id)
        }
    }
#endif
