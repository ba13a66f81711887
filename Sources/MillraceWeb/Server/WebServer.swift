#if Web
    import FlyingSocks
    import Millrace

    /// Serves a navigator as a live web page, to this machine or to a network.
    ///
    /// ```swift
    /// let server = try WebServer(sessions: .perTab { … })
    /// try await server.run()
    /// ```
    /// Available with the package trait `Web`. The server uses HTTP without encryption. To serve a network, put a proxy
    /// in front of it that handles TLS.
    public final class WebServer: Sendable {
        /// The port that the server listens on.
        public var port: UInt16 { socketServer.port }
        private let socketServer: SocketServer
        private let hasRun = Lock(false)

        /// Creates a server and opens its port. Clients can connect from now on, and receive responses once ``run()``
        /// is called.
        ///
        /// - Throws: ``Failure``, if the port cannot be opened.
        public init(_ configuration: Configuration = .init(), sessions: WebSessions) throws(Failure) {
            let socketServer = try SocketServer(configuration, sessions: sessions)
            self.socketServer = socketServer
        }

        /// Closes the sockets of a server that never ran, so that pending connections are closed.
        deinit {
            if !hasRun.withLock({ $0 }) { socketServer.close() }
        }

        /// Handles connections until the task is cancelled.
        ///
        /// Returns normally after the cancellation, when all sessions have ended and all connections are closed. A
        /// server can run only once.
        ///
        /// - Throws: ``Failure``, if the server has already run or its sockets fail.
        public func run() async throws {
            let isFirst = hasRun.withLock { hasRun in
                defer { hasRun = true }
                return !hasRun
            }
            guard isFirst else { throw Failure.other("it has already run; create another server") }
            try await socketServer.run()
        }

        /// The numbers of sessions and connections, for tests.
        package var resources: (sessions: Int, connections: Int) {
            get async { (await socketServer.registry.count, socketServer.connections.count) }
        }

        /// Waits until no connection is open, for tests.
        package func waitUntilDisconnected() async { await socketServer.connections.waitUntilEmpty() }
    }
#endif
