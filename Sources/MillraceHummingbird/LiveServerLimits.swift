#if Hummingbird || App
    /// The limits of the connections of a server. A connection that exceeds one is closed.
    public struct LiveServerLimits: Sendable, Equatable {
        /// The maximum number of bytes in a request's head. Longer heads receive status 400. Defaults to 16,384.
        public var headBytes = 16_384
        /// The maximum number of bytes in a WebSocket's frame. Defaults to 4,000,000. A page can have a lower limit for messages.
        public var messageBytes = 4_000_000
        /// The time limit for a request's head, also from the end of the last response. Defaults to 10 seconds.
        public var headTimeout = Duration.seconds(10)
        /// The time limit for each 64 KB of a request's body, while the server waits for them. Defaults to 30 seconds.
        public var bodyTimeout = Duration.seconds(30)
        /// The time in which a client must read something of what is being sent. Defaults to 20 seconds.
        public var writeTimeout = Duration.seconds(20)
        /// The number of bytes that the system holds for a client that does not read. Defaults to 131,072; the default of Linux grows
        /// to 4 MB.
        public var sendBuffer = 131_072

        /// Creates the default limits.
        public init() {}
    }
#endif
