#if Hummingbird || App
    /// The limits of the connections of a server. A connection that exceeds one is closed.
    public struct LiveServerLimits: Sendable, Equatable {
        /// The maximum number of bytes in a request's head. Longer heads receive status 400. Defaults to 16,384.
        public var headBytes = 16_384
        /// The maximum number of connections. Further ones are closed. Defaults to 400.
        public var connections = 400
        /// The maximum number of connections of one client address. Defaults to 300. Behind a proxy, all have its address: set it to
        /// ``connections``.
        public var connectionsPerAddress = 300
        /// The time limit for a request's head, also from the end of the last response. Defaults to 10 seconds.
        public var headTimeout = Duration.seconds(10)
        /// The time limit for each 64 KB of a request's body, while the server waits for them. Defaults to 30 seconds.
        public var bodyTimeout = Duration.seconds(30)
        /// The time limit for a client to read pending bytes: at most 64 KB and the rest of a response. Defaults to 20 seconds.
        public var writeTimeout = Duration.seconds(20)
        /// The time limit for requests and live connections when the server shuts down. Those that remain are closed. Defaults to 10
        /// seconds.
        public var shutdownTimeout = Duration.seconds(10)
        /// The number of bytes that the system holds for a client that does not read. Defaults to 131,072; the default of Linux grows
        /// to 4 MB.
        public var sendBuffer = 131_072

        /// Creates the default limits.
        public init() {}
    }
#endif
