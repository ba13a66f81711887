#if Web
    import FlyingSocks
    import Millrace

    /// Serves a navigator as a live web page, to this machine or to a network.
    ///
    /// It is there with the package trait `Web` only. HTTP alone is spoken: where others than this machine are served, put
    /// something before it that speaks TLS.
    ///
    /// ```swift
    /// let server = try WebServer(sessions: .perTab { … })
    /// try await server.run()
    /// ```
    public final class WebServer: Sendable {
        /// The port that it listens on.
        public var port: UInt16 { socketServer.port }
        private let socketServer: SocketServer
        private let hasRun = Lock(false)

        /// A server of these sessions. It listens from now on, and answers while it runs.
        ///
        /// - Throws: ``Failure``, if it cannot listen.
        public init(_ configuration: Configuration = .init(), sessions: WebSessions) throws(Failure) {
            let socketServer = try SocketServer(configuration, sessions: sessions)
            self.socketServer = socketServer
        }

        /// Closes the sockets of a server that never ran, so that pending connections are closed.
        deinit {
            if !hasRun.withLock({ $0 }) { socketServer.close() }
        }

        /// Answers until the task is cancelled, and returns then: every session has ended, and every connection is closed.
        ///
        /// A server runs once.
        ///
        /// - Throws: ``Failure``, if it ran already, or when the system takes its sockets away.
        public func run() async throws {
            let isFirst = hasRun.withLock { hasRun in
                defer { hasRun = true }
                return !hasRun
            }
            guard isFirst else { throw Failure.other("a server runs once: make another one") }
            try await socketServer.run()
        }

        /// How many sessions and connections there are, for tests.
        package var resources: (sessions: Int, connections: Int) {
            get async { (await socketServer.registry.count, socketServer.connections.count) }
        }

        /// Waits until there is no connection, for tests.
        package func waitUntilDisconnected() async { await socketServer.connections.waitUntilEmpty() }
    }
#endif
