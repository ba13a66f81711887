#if PostgreSQL && App
    /// A connection through a ``CuttingProxy``.
    public struct ProxiedConnection: Sendable, Equatable {
        /// Its number: 1 for the first one.
        public let number: Int
        /// The database that the client has named; empty before the client has.
        public internal(set) var database = ""
        /// The name that the client has given itself; empty for none.
        public internal(set) var applicationName = ""
        /// Whether the server has confirmed a `LISTEN`.
        public internal(set) var isListening = false
        /// Whether bytes wait for ``CuttingProxy/resume(where:)``, of either side.
        public internal(set) var holdsBytes = false
        /// Whether bytes of either side were dropped.
        public internal(set) var hasDropped = false
    }

    /// A `COMMIT` that passes a ``CuttingProxy``.
    public struct ProxiedCommit: Sendable {
        /// Its number among those of all connections: 1 for the first one.
        public let number: Int
        /// Its connection.
        public let connection: ProxiedConnection
    }

    /// What a ``CuttingProxy`` does at a `COMMIT`.
    public enum CommitCut: Sendable, CaseIterable {
        /// Cuts the connection. The server does not read the `COMMIT`.
        case before
        /// Passes the `COMMIT` and cuts the connection at once. The server reads it or not.
        case during
        /// Passes the `COMMIT`, and cuts the connection when the server has answered. The client does not get the answer. Does not cut
        /// if the server rolls back.
        case after
    }
#endif
