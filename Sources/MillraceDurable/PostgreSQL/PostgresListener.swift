#if PostgreSQL
    import Foundation
    import Millrace

    /// Listens for notifications of other nodes, on a thread and a connection of its own.
    final class PostgresListener: Sendable {
        private struct State {
            var hasEnded = false
            /// How many connections were opened.
            var connections = 0
            /// The caller that waits for the first one.
            var caller: CheckedContinuation<Void, Never>?
        }

        private let node: PostgresNode
        private let options: PostgresOptions
        private let connect: @Sendable () throws(PostgresError) -> PostgresConnection
        private let state = Lock(State())
        /// The time between two attempts to connect, and the time after which the thread sees that it ends, in seconds.
        private static let pause = 0.2

        init(
            _ node: PostgresNode, _ options: PostgresOptions,
            _ connect: @escaping @Sendable () throws(PostgresError) -> PostgresConnection
        ) { (self.node, self.options, self.connect) = (node, options, connect) }

        private var hasEnded: Bool { state.withLock { $0.hasEnded } }
        /// How often the connection was replaced, because it was lost or did not answer.
        var replacements: Int { state.withLock { max(0, $0.connections - 1) } }

        /// Starts the thread. Returns when it listens, so that no later notification is missed, or when the first attempt has failed.
        func start() async {
            await withCheckedContinuation { continuation in
                state.withLock { $0.caller = continuation }
                let thread = Thread { self.run() }
                thread.name = "millrace listens"
                thread.start()
            }
        }

        private func resumeCaller() { state.withLock { $0.caller.take() }?.resume() }

        func end() { state.withLock { $0.hasEnded = true } }

        private func run() {
            while !hasEnded {
                do throws(PostgresError) { try listen(on: try connect()) } catch {
                    resumeCaller()
                    // The thread has nothing else to do until the next attempt.
                    Thread.sleep(forTimeInterval: Self.pause)
                }
            }
            resumeCaller()
        }

        /// Returns when the listener ends.
        private func listen(on connection: PostgresConnection) throws(PostgresError) {
            state.withLock { $0.connections += 1 }
            try connection.run("LISTEN millrace")
            resumeCaller()
            var lastAnswer = PostgresConnection.now
            while !hasEnded {
                let texts = try connection.notifications(atMost: Self.pause)
                let now = PostgresConnection.now
                if !texts.isEmpty {
                    lastAnswer = now
                } else if now - lastAnswer > options.listenerCheck {
                    try connection.run("SELECT")
                    lastAnswer = now
                }
                for event in texts.flatMap({ PostgresNotification.events(in: $0, of: node.number) }) {
                    node.send(event)
                }
            }
        }
    }
#endif
