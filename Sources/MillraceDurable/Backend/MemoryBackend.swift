#if SQLite || App
    /// Stores in memory. It loses everything with the last reference to it, so it is for tests and previews.
    package actor MemoryBackend: DurableBackend {
        /// Everything that is stored.
        package struct Snapshot: Sendable {
            fileprivate var contents: [String: Content] = [:]
            fileprivate var lastPosition: Int64 = 0

            package init() {}
        }

        struct Content {
            var engine = StoredEngine()
            /// The session, and its number: the newest has the highest one.
            var session: (session: StoredSession, number: Int)?
            var messages: [String: (turn: UInt64, time: Double)] = [:]
            var past: StoredPast?

            /// Keeps the actions of a batch, before it is applied.
            mutating func keep(_ batch: StoredBatch) {
                guard case .actions(let actions) = batch.past else { return past = nil }
                if actions.isEmpty { return }
                if past == nil {
                    past = StoredPast()
                    past?.values = engine.values
                }
                past?.batches.append(.init(turn: batch.turn, digest: batch.digest, actions: actions))
            }
        }

        var contents: [String: Content]
        /// The position of the last message in an inbox.
        private var lastPosition: Int64
        private var names: [String]?
        private var isClosed = false
        private let name: String

        package init(
            generation: String = DurableStorage.makeGeneration(), keepsActions: Bool = false,
            _ snapshot: Snapshot = Snapshot()
        ) {
            (name, self.keepsActions) = (generation, keepsActions)
            (contents, lastPosition) = (snapshot.contents, snapshot.lastPosition)
        }

        /// Without a limit, the actions would fill the memory.
        nonisolated package let keepsActions: Bool

        package func generation() -> String { name }

        package func load(_ engine: String) throws(DurableError) -> StoredEngine {
            try check()
            return contents[engine, default: Content()].engine
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) throws(DurableError) {
            try check()
            var content = contents[engine, default: Content()]
            guard content.engine.turn == turn else { throw .otherWriter(engine: engine) }
            content.keep(batch)
            content.engine.apply(batch)
            for (id, time) in batch.messages { content.messages[id] = (batch.turn, time) }
            contents[engine] = content
            if let session = batch.session { write(session) }
            for message in batch.outgoing { try post(message) }
        }

        private func write(_ session: StoredSession) {
            let number =
                contents[session.engine]?.session?.number
                ?? (contents.values.compactMap { $0.session?.number }.max() ?? 0) + 1
            contents[session.engine, default: Content()].session = (session, number)
        }

        package func post(_ message: StoredMessage) throws(DurableError) {
            try check()
            lastPosition += 1
            contents[message.engine, default: Content()].engine.inbox[lastPosition] = message.bytes
        }

        package func inbox(of engine: String, after position: Int64) throws(DurableError) -> [Int64: [UInt8]] {
            try check()
            return contents[engine]?.engine.inbox.filter { $0.key > position } ?? [:]
        }

        package func turn(ofMessage id: String, in engine: String) throws(DurableError) -> UInt64? {
            try check()
            return contents[engine]?.messages[id]?.turn
        }

        package func forgetMessages(before time: Double, in engine: String) throws(DurableError) {
            try check()
            guard var content = contents[engine] else { return }
            content.messages = content.messages.filter { $0.value.time >= time }
            contents[engine] = content
        }

        package func past(of engine: String) throws(DurableError) -> [StoredPast] {
            try check()
            return contents[engine]?.past.map { [$0] } ?? []
        }

        package func migrations() -> [String]? { names ?? (contents.isEmpty ? nil : []) }
        package func engines() throws(DurableError) -> [String: StoredEngine] {
            try check()
            return contents.mapValues(\.engine)
        }

        package func migrate(to engines: [String: StoredEngine], noting names: [String]) throws(DurableError) {
            try check()
            for (name, engine) in engines {
                contents[name, default: Content()].engine = engine
                contents[name]?.past = nil
            }
            self.names = names
        }

        package func close() { isClosed = true }

        /// A copy of everything that is stored.
        package var snapshot: Snapshot {
            var snapshot = Snapshot()
            (snapshot.contents, snapshot.lastPosition) = (contents, lastPosition)
            return snapshot
        }

        /// Opens the backend again, as after a restart.
        package func reopen() { isClosed = false }

        func check() throws(DurableError) { if isClosed { throw .closed } }
    }
#endif
