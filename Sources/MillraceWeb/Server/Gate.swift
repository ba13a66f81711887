#if Web
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Millrace

    /// Lets visitors in, one task for each, and counts them.
    ///
    /// The sockets are FlyingFox's, and so is the handshake of a WebSocket; its `HTTPServer` is not used, for it cannot
    /// refuse: it closes the connection without a word on what it cannot read, takes in bodies and frames of any length
    /// before anyone is asked, waits without end for a client that does not read, and ends when the system has no file
    /// descriptor left. A gate before it, with the server behind on a socket without a port, would have to read every head
    /// and every frame for that, and any program of the machine could go past it.
    final class Gate: Sendable {
        /// The port that it listens on.
        let port: UInt16
        let registry: Registry
        let visits = Visits()
        private let host: Host
        private let pool: any AsyncSocketPool
        private let listeners: [AsyncSocket]

        init(_ configuration: WebServer.Configuration, sessions: WebSessions) throws(WebServer.Failure) {
            let pool: any AsyncSocketPool = HTTPServer.defaultPool()
            let sockets: [Socket]
            do {
                sockets = try Listening.sockets(configuration)
                listeners = try sockets.map { try Self.makeAsync($0, pool) }
                port = try Listening.port(of: sockets[0])
            } catch {
                throw WebServer.Failure(error, port: configuration.port)
            }
            self.pool = pool
            let alarms = Alarms(configuration.clock)
            registry = Registry(sessions, configuration, alarms)
            host = Host(
                configuration: configuration, registry: registry, alarms: alarms, site: Site(configuration, registry))
        }

        private static func makeAsync(_ socket: Socket, _ pool: some AsyncSocketPool) throws -> AsyncSocket {
            try AsyncSocket(socket: socket, pool: pool)
        }

        /// Lets visitors in until the task is cancelled, and returns when all have gone and every session has ended.
        func run() async throws {
            var failure: (any Error)?
            do {
                try await pool.prepare()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await self.pool.run() }
                    for listener in listeners { group.addTask { await self.listen(listener) } }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            } catch {
                failure = error
            }
            close()
            await registry.end()
            if let failure, !Task.isCancelled { throw WebServer.Failure(failure, port: port) }
        }

        func close() {
            for listener in listeners { try? listener.close() }
        }

        private func listen(_ listener: AsyncSocket) async {
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    do {
                        let socket = try await listener.accept()
                        switch visits.begin(atMost: host.configuration.limits.connections) {
                        case .none: try? socket.close()
                        case .some(let isWelcome): group.addTask { await self.receive(socket, isWelcome: isWelcome) }
                        }
                    } catch {
                        await pause(after: error)
                    }
                }
            }
        }

        private func receive(_ socket: AsyncSocket, isWelcome: Bool) async {
            let wire = Wire(socket, host.alarms, patience: host.configuration.limits.patience)
            await Visit(wire, host).run(isWelcome: isWelcome)
            // The pool lets a waiting task go before it forgets the socket. Were it closed between the two, the next one
            // with its number would not be watched. Whoever asks the pool now is heard after that.
            try? await pool.suspendSocket(Socket(file: .init(rawValue: -1)), untilReadyFor: .read)
            try? socket.close()
            visits.end()
        }

        /// Waits before letting in the next one, where the system cannot take more: it says so again and again.
        private func pause(after error: any Error) async {
            if Task.isCancelled { return }
            if case SocketError.failed(_, ECONNABORTED, _) = error { return }
            host.configuration.report("No visitor can be let in for now: \(error).")
            try? await ContinuousClock().sleep(for: .milliseconds(100))
        }
    }

    /// What every visit needs.
    struct Host: Sendable {
        let configuration: WebServer.Configuration
        let registry: Registry
        let alarms: Alarms
        let site: Site
    }

    /// Counts those who are there.
    final class Visits: Sendable {
        /// How many more than are let in are told that there is no room.
        private static let mostTurnedAway = 50

        private struct State {
            var count = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }
        private let state = Lock(State())

        var count: Int { state.withLock { $0.count } }

        /// Whether there is room for one more within `limit`; `nil` if there is not even room to tell.
        func begin(atMost limit: Int) -> Bool? {
            state.withLock { state in
                guard state.count < limit + Self.mostTurnedAway else { return nil }
                state.count += 1
                return state.count <= limit
            }
        }

        func end() {
            let waiting = state.withLock { state in
                state.count -= 1
                defer { if state.count == 0 { state.waiting = [] } }
                return state.count == 0 ? state.waiting : []
            }
            for one in waiting { one.resume() }
        }

        /// Waits until nobody is there.
        func quiet() async {
            await withCheckedContinuation { continuation in
                let isQuiet = state.withLock { state in
                    if state.count > 0 { state.waiting.append(continuation) }
                    return state.count == 0
                }
                if isQuiet { continuation.resume() }
            }
        }
    }
#endif
