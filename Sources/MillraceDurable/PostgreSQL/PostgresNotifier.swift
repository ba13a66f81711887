#if PostgreSQL
    import Millrace

    /// A notification for the other nodes. It only lets them read the database. If it is lost, they read later.
    enum PostgresNotification: Hashable, Sendable {
        case message(String), stored(String), asked(String), released(String?), value(String), relayed(String)

        /// The letter of its kind, and a name.
        private var parts: (String, String) {
            switch self {
            case .message(let engine): ("m", engine)
            case .stored(let engine): ("s", engine)
            case .asked(let engine): ("a", engine)
            case .released(let engine): (engine == nil ? "e" : "r", engine ?? "")
            case .value(let name): ("v", name)
            case .relayed(let connection): ("c", connection)
            }
        }

        /// A line of a text; `nil` if the name does not fit. Then the others find it later.
        fileprivate var line: String? {
            let (kind, name) = parts
            return name.utf8.count > 1_000 || name.contains(where: \.isNewline) ? nil : kind + name
        }

        /// Returns a text with this notification only.
        func text(from node: Int64) -> String { "\(node)\n\(line ?? "")" }

        /// Returns the events of a text; none if this node has sent it.
        static func events(in text: String, of node: Int64) -> [BackendEvent] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.first.flatMap({ Int64($0) }) == node { return [] }
            return lines.dropFirst().compactMap { line in
                let name = String(line.dropFirst())
                switch line.first {
                case "m": return .message(engine: name)
                case "s": return .stored(engine: name)
                case "a": return .asked(engine: name)
                case "e": return .released(engine: nil)
                case "r": return .released(engine: name)
                case "v": return .value(name: name)
                case "c": return .relayed(connection: name)
                default: return nil
                }
            }
        }
    }

    /// Sends notifications, outside the transactions that they follow, and at most every 10 ms. A notification in a transaction would let
    /// all transactions of the server wait for each other.
    final class PostgresNotifier: Sendable {
        private struct State {
            var waiting: Set<PostgresNotification> = []
            var isScheduled = false
            var lastTime = -Double.infinity
        }

        /// The time between two notifications, in seconds.
        private static let interval = 0.01
        /// The server refuses texts of 8,000 bytes.
        private static let maxBytes = 7_000

        private let thread: PostgresThread
        private let node: PostgresNode
        private let state = Lock(State())

        init(_ thread: PostgresThread, _ node: PostgresNode) { (self.thread, self.node) = (thread, node) }

        func add(_ notifications: [PostgresNotification]) {
            let delay: Double? = state.withLock { state in
                state.waiting.formUnion(notifications)
                if state.waiting.isEmpty || state.isScheduled { return nil }
                state.isScheduled = true
                return max(0, state.lastTime + Self.interval - PostgresConnection.now)
            }
            guard let delay else { return }
            if delay == 0 { return send() }
            WriteClock.system.schedule(delay) { self.send() }
        }

        private func send() {
            thread.add { thread in
                let all = self.state.withLock { state in
                    defer { (state.waiting, state.isScheduled, state.lastTime) = ([], false, PostgresConnection.now) }
                    return state.waiting
                }
                // The others find what a lost connection does not send.
                try? thread.use { connection throws(PostgresError) in try self.send(all, connection) }
            }
        }

        private func send(
            _ notifications: Set<PostgresNotification>, _ connection: PostgresConnection
        ) throws(PostgresError) {
            var text = "\(node.number)"
            for line in notifications.compactMap(\.line) {
                if text.utf8.count + line.utf8.count > Self.maxBytes {
                    try connection.run("SELECT pg_notify('millrace', $1)", .text(text))
                    text = "\(node.number)"
                }
                text += "\n" + line
            }
            try connection.run("SELECT pg_notify('millrace', $1)", .text(text))
        }
    }
#endif
