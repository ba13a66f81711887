#if Web || Hummingbird || App
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Logging
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
        let pages: LivePages
        var context: ServerContext { pages.context }
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
            pages = LivePages(configuration, sessions: sessions)
            registry = pages.context.registry
        }

        private static func makeAsync(_ socket: Socket, _ pool: some AsyncSocketPool) throws -> AsyncSocket {
            try AsyncSocket(socket: socket, pool: pool)
        }

        /// Accepts connections until the task is cancelled. Returns when all connections are closed and all sessions
        /// have ended.
        func run() async throws {
            var failure: (any Error)?
            registry.log.write(.lifecycle, .notice, "The server starts.", ["port": "\(port)"])
            do {
                try await pool.prepare()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    // New connections come first. Otherwise they would wait for the requests of a client that opens many, and
                    // those of other clients would not be accepted.
                    let priority = Task.currentPriority
                    group.addTask(priority: .high) { try await self.pool.run() }
                    for listener in listeners {
                        group.addTask(priority: .high) { await self.listen(listener, handlingAt: priority) }
                    }
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
            let wasRunning = phase.withLock { phase in
                defer { phase = .stopped }
                return phase == .running
            }
            close()
            await registry.endAll()
            // Not before: the connections that are being closed have time limits.
            context.timers.cancelAll()
            registry.log.write(.lifecycle, .notice, "The server has ended.", ["port": "\(port)"])
            if let failure, !Task.isCancelled, wasRunning {
                throw WebServer.Failure(failure, port: port)
            }
        }

        /// Stops accepting connections, finishes the requests that run, closes the live pages, and ends ``run()``.
        ///
        /// Connections that remain after the time limit are closed.
        func shutDown() async {
            let isFirst = phase.withLock { phase in
                guard phase == .running else { return false }
                phase = .stopping
                // A pending `accept` ends. The port stays in use until `run()` returns, which closes the sockets after
                // it has changed the phase.
                for listener in listeners { _ = shutdown(listener.socket.file.rawValue, Int32(SHUT_RDWR)) }
                return true
            }
            guard isFirst else { return }
            registry.log.write(.lifecycle, .notice, "The server shuts down.", ["port": "\(port)"])
            let (clock, limit) = (context.configuration.clock, context.configuration.limits.shutdownTimeout)
            let timeout = Task {
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                registry.log.write(.lifecycle, .warning, "The time limit of the shutdown has passed.")
                endRun()
            }
            connections.closeWaitingForInput()
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

        private func listen(_ listener: AsyncSocket, handlingAt priority: TaskPriority) async {
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    do {
                        let (socket, peer) = try await accept(on: listener.socket)
                        let isProxy = context.configuration.trustedProxies?.contains(peer) ?? false
                        let address = isProxy ? nil : ClientAddress.normalized(peer)
                        let file = socket.file.rawValue
                        if let (id, isAllowed) = connections.begin(
                            from: address, context.configuration.limits,
                            close: { _ = shutdown(file, Int32(SHUT_RDWR)) })
                        {
                            guard let socket = try? Self.makeAsync(socket, pool) else {
                                connections.end(id)
                                try? socket.close()
                                continue
                            }
                            group.addTask(priority: priority) {
                                await self.handle(socket, from: peer, id, isAllowed: isAllowed)
                            }
                        } else {
                            registry.log.write(
                                .connectionLimit, .warning, "A connection is closed, because there are too many.",
                                address: peer)
                            try? socket.close()
                        }
                    } catch is CancellationError {
                        // The pool has ended, perhaps before this task was cancelled.
                        break
                    } catch {
                        if phase.withLock({ $0 != .running }) { break }
                        await backOff(after: error)
                    }
                }
            }
        }

        /// Accepts a connection. Returns it with the address of its client, which is not asked for again, because the client may
        /// have disconnected.
        private func accept(on listener: Socket) async throws -> (socket: Socket, peer: String) {
            while true {
                do {
                    let (file, address) = try listener.accept()
                    return (Socket(file: file), ClientAddress.text(of: address))
                } catch SocketError.blocked {
                    try await pool.suspendSocket(listener, untilReadyFor: .connection)
                }
            }
        }

        private func handle(
            _ socket: AsyncSocket, from address: String, _ id: ConnectionCounter.ID, isAllowed: Bool
        ) async {
            let connection = Connection(
                socket, from: address, context.timers, writeTimeout: context.configuration.limits.writeTimeout,
                counter: connections, id: id, discards: context.discards)
            await ConnectionHandler(connection, pages).run(isAllowed: isAllowed)
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
            registry.log.write(
                .acceptFailure, .error, "Cannot accept a connection. The next attempt follows in 0.1 seconds.",
                ["error": "\(error)"])
            try? await ContinuousClock().sleep(for: .milliseconds(100))
        }
    }
#endif
