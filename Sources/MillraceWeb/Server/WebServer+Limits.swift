#if Web
    extension WebServer {
        /// How much of everything there may be. Whoever asks for more is told so in a message.
        public struct Limits: Sendable, Equatable {
            /// Sessions at a time: 200. One more is answered with 503.
            public var sessions = 200
            /// Connections at a time, of whatever kind: 400. One more is answered with 503.
            public var connections = 400
            /// Live connections at a time of one session: 8. One more is closed with an error.
            public var connectionsPerSession = 8
            /// How long a session without a connection is kept that once had one, or took a form: 5 minutes.
            public var sessionTimeout = Duration.seconds(300)
            /// How long a session is kept that nobody has used after it was served: 60 seconds.
            public var unusedSessionTimeout = Duration.seconds(60)
            /// How many bytes a message over a WebSocket may have: 4 million.
            public var messageBytes = 4_000_000
            /// How many messages a second a connection may send over a longer time: 100.
            public var messagesPerSecond = 100.0
            /// How many messages a connection may send at once: 400.
            public var messageBurst = 400
            /// How many bytes the head of a request may have: 16,384. More are answered with 431.
            public var headBytes = 16_384
            /// How many bytes a form may have: a million. More are answered with 413.
            public var formBytes = 1_000_000
            /// How long the head of a request, or the first message over a WebSocket, may take: 10 seconds.
            public var headTimeout = Duration.seconds(10)
            /// How long the body of a request may take: 30 seconds.
            public var bodyTimeout = Duration.seconds(30)
            /// How long a live connection may be silent: 150 seconds. The script says something every 15 seconds, but
            /// browsers let it do so only once a minute in a tab that is long hidden.
            public var idleTimeout = Duration.seconds(150)
            /// How long the server waits for a client to take 64 KB of what it is sent: 20 seconds.
            public var writeTimeout = Duration.seconds(20)

            /// The limits as they are unless set.
            public init() {}
        }
    }
#endif
