#if Web || Hummingbird || App
    import Dispatch
    import FlyingSocks
    import Foundation
    import Millrace

    /// Serves a navigator as a live web page, to this machine or to a network.
    ///
    /// ```swift
    /// let server = try WebServer(sessions: .perTab { … })
    /// try await server.run()
    /// ```
    /// Available with the package trait `App` or `Web`. The server uses HTTP without encryption. To serve a network, put a proxy
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

        /// Handles connections until the task is cancelled, or until ``shutDown()``.
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

        /// Shuts the server down without losing requests. ``run()`` then returns normally.
        ///
        /// The server stops accepting connections and finishes the requests that run. It closes live pages with the code
        /// 1012, and their scripts connect again: to the next program, in a new session. The method returns when all
        /// connections are closed, or after ``Limits/shutdownTimeout``. Effects of the application are not waited for.
        public func shutDown() async { await socketServer.shutDown() }

        /// Handles connections until the process receives one of these signals. Then shuts the server down.
        ///
        /// The signals no longer end the process by themselves.
        ///
        /// - Parameter signals: The numbers of the signals, such as `SIGTERM` and `SIGINT`.
        /// - Throws: ``Failure``, as ``run()`` does.
        public func run(untilSignals signals: [Int32]) async throws {
            let sources = signals.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { [self] in Task { await shutDown() } }
                source.resume()
                return source
            }
            defer { for source in sources { source.cancel() } }
            try await run()
        }

        /// The numbers of sessions and connections, for tests.
        package var resources: (sessions: Int, connections: Int) {
            get async { (await socketServer.registry.count, socketServer.connections.count) }
        }

        /// The number of live connections, for tests.
        package var liveConnectionCount: Int { get async { await socketServer.registry.liveCount } }

        /// The slots for large inputs that are decoded and documents that are encoded, for tests.
        var conversions: WorkSlots { socketServer.context.conversions }

        /// The work on pages, for tests.
        var work: PageWork { socketServer.registry.work }

        /// Waits until no connection is open, for tests.
        package func waitUntilDisconnected() async { await socketServer.connections.waitUntilEmpty() }
    }
#endif
