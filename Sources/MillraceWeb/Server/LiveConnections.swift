#if Web
    /// The live connections of a server, counted by client address.
    ///
    /// When all places are taken, a newcomer gets the place of the client with the most connections. So no client takes the
    /// places of the others.
    struct LiveConnections {
        typealias ID = Int

        private struct Entry {
            let client: ClientIdentity
            let close: @Sendable () -> Void
        }

        private var entries: [ID: Entry] = [:]
        private var counts: [String: Int] = [:]
        private var lastID = 0
        private let limits: WebServer.Limits

        init(_ limits: WebServer.Limits) { self.limits = limits }

        /// The number of live connections.
        var count: Int { entries.count }

        /// Whether this client has a live connection.
        func contains(_ client: ClientIdentity) -> Bool { entries.values.contains { $0.client == client } }

        /// Counts a new connection.
        ///
        /// - Parameter close: Closes the connection in favor of another one. Called at most once.
        /// - Returns: The number of the connection. `nil` if the client has its share already.
        mutating func begin(from client: ClientIdentity, close: @escaping @Sendable () -> Void) -> ID? {
            let own = counts[client.address] ?? 0
            guard own < limits.liveConnectionsPerAddress else { return nil }
            if entries.count >= limits.liveConnections {
                guard let (most, count) = counts.max(by: { $0.value < $1.value }), count > own + 1,
                    let oldest = entries.filter({ $0.value.client.address == most }).keys.min()
                else { return nil }
                entries[oldest]?.close()
                end(oldest)
            }
            lastID += 1
            entries[lastID] = Entry(client: client, close: close)
            counts[client.address] = own + 1
            return lastID
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
