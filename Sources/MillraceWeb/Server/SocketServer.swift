#if Web
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Millrace

    /// Accepts connections, handles each one in its own task, and counts them.
    ///
    /// FlyingFox provides the sockets and the WebSocket handshake. Its `HTTPServer` is not used, because it cannot
    /// reject requests:
    ///
    /// - It closes the connection without a response to a malformed request.
    /// - It reads bodies and frames of any length.
    /// - It waits without limit for a client that does not read.
    /// - It stops when the system has no file descriptor left.
    ///
    /// A proxy in front of it would have to parse every head and every frame, and any local program could bypass the
    /// proxy.
    final class SocketServer: Sendable {
        /// The port that the server listens on.
        let port: UInt16
        let registry: SessionRegistry
        let connections = ConnectionCounter()
        private let context: ServerContext
        private let pool: any AsyncSocketPool
        private let listeners: [AsyncSocket]
        private enum Phase { case running, stopping, stopped }
        private let phase = Lock(Phase.running)
        private let (stops, stop) = AsyncStream<Void>.makeStream()

        init(_ configuration: WebServer.Configuration, sessions: WebSessions) throws(WebServer.Failure) {
            let pool: any AsyncSocketPool = HTTPServer.defaultPool()
            let sockets: [Socket]
            do {
                sockets = try ServerSockets.open(configuration)
                listeners = try sockets.map { try Self.makeAsync($0, pool) }
                port = try ServerSockets.port(of: sockets[0])
            } catch {
                throw WebServer.Failure(error, port: configuration.port)
            }
            self.pool = pool
            let timers = TimerQueue(configuration.clock)
            registry = SessionRegistry(sessions, configuration, timers)
            context = ServerContext(
                configuration: configuration, registry: registry, timers: timers,
                requestHandler: RequestHandler(configuration, registry))
        }

        private static func makeAsync(_ socket: Socket, _ pool: some AsyncSocketPool) throws -> AsyncSocket {
            try AsyncSocket(socket: socket, pool: pool)
        }

        /// Accepts connections until the task is cancelled. Returns when all connections are closed and all sessions
        /// have ended.
        func run() async throws {
            var failure: (any Error)?
            do {
                try await pool.prepare()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await self.pool.run() }
                    for listener in listeners { group.addTask { await self.listen(listener) } }
                    group.addTask { for await _ in self.stops {} }
                    defer { group.cancelAll() }
                    // While the server is shutting down, a listener ends before the connections of the others.
                    while try await group.next() != nil {
                        if phase.withLock({ $0 != .stopping }) || Task.isCancelled { break }
                    }
                }
            } catch {
                failure = error
            }
            close()
            await registry.endAll()
            if let failure, !Task.isCancelled, phase.withLock({ $0 == .running }) {
                throw WebServer.Failure(failure, port: port)
            }
        }

        /// Stops accepting connections, finishes the requests that run, closes the live pages, and ends ``run()``.
        ///
        /// Connections that remain after the time limit are closed.
        func shutDown() async {
            let isFirst = phase.withLock { phase in
                defer { if phase == .running { phase = .stopping } }
                return phase == .running
            }
            guard isFirst else { return }
            // A pending `accept` ends. The port stays in use until `run()` returns.
            for listener in listeners { _ = shutdown(listener.socket.file.rawValue, Int32(SHUT_RDWR)) }
            let (clock, limit) = (context.configuration.clock, context.configuration.limits.shutdownTimeout)
            let timeout = Task {
                if (try? await clock.sleep(for: limit)) != nil { endRun() }
            }
            connections.closeIdle()
            await registry.finish()
            await connections.waitUntilEmpty()
            timeout.cancel()
            endRun()
        }

        private func endRun() {
            phase.withLock { $0 = .stopped }
            stop.finish()
        }

        func close() {
            for listener in listeners { try? listener.close() }
        }

        private func listen(_ listener: AsyncSocket) async {
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    do {
                        let socket = try await listener.accept()
                        let peer = ClientAddress.text(of: socket.socket)
                        let isProxy = context.configuration.trustedProxies?.contains(peer) ?? false
                        let address = isProxy ? nil : ClientAddress.normalized(peer)
                        let file = socket.socket.file.rawValue
                        if let (id, isAllowed) = connections.begin(
                            from: address, context.configuration.limits,
                            close: { _ = shutdown(file, Int32(SHUT_RDWR)) })
                        {
                            group.addTask { await self.handle(socket, id, isAllowed: isAllowed) }
                        } else {
                            try? socket.close()
                        }
                    } catch {
                        if phase.withLock({ $0 != .running }) { break }
                        await backOff(after: error)
                    }
                }
            }
        }

        private func handle(_ socket: AsyncSocket, _ id: ConnectionCounter.ID, isAllowed: Bool) async {
            let connection = Connection(
                socket, context.timers, writeTimeout: context.configuration.limits.writeTimeout, counter: connections,
                id: id)
            await ConnectionHandler(connection, context).run(isAllowed: isAllowed)
            // From now on, the descriptor may belong to another connection.
            connections.endIdle(id)
            // The pool resumes a waiting task before it removes the socket. If the socket were closed in between, the
            // pool would not watch the next socket with the same descriptor. This request runs after the removal.
            try? await pool.suspendSocket(Socket(file: .init(rawValue: -1)), untilReadyFor: .read)
            try? socket.close()
            connections.end(id)
        }

        /// Waits before the next attempt when the system cannot accept a connection, because the error repeats at once.
        private func backOff(after error: any Error) async {
            if Task.isCancelled { return }
            if case SocketError.failed(_, ECONNABORTED, _) = error { return }
            context.configuration.report(
                "Cannot accept a connection: \(error). The next attempt follows in 0.1 seconds.")
            try? await ContinuousClock().sleep(for: .milliseconds(100))
        }
    }

    /// The objects that all connections share.
    struct ServerContext: Sendable {
        let configuration: WebServer.Configuration
        let registry: SessionRegistry
        let timers: TimerQueue
        let requestHandler: RequestHandler
    }
#endif
