#if SQLite || App
    import MillraceDurable

    /// A storage whose messages between engines are delayed: an engine sees those of its inbox that were released.
    actor LinkBackend: DurableBackend {
        private let inner: any DurableBackend
        /// The position of the last released message, by the engine that receives it.
        private var released: [String: Int64] = [:]
        /// All messages since the start, in order, by the engine that receives them.
        private var sent: [String: [[UInt8]]] = [:]
        /// The engine whose batches are not stored.
        private var refused: String?

        init(_ inner: any DurableBackend) {
            self.inner = inner
            keepsActions = inner.keepsActions
        }

        // MARK: The link

        /// The messages of an engine.
        struct Contents {
            let sent: [[UInt8]]
            /// The messages in the inbox, in order, and how many of them were released.
            let waiting: [[UInt8]]
            let releasedCount: Int
        }

        func contents(for engine: String) async throws(DurableError) -> Contents {
            let waiting = try await inner.inbox(of: engine, after: 0).sorted { $0.key < $1.key }
            return Contents(
                sent: sent[engine] ?? [], waiting: waiting.map(\.value),
                releasedCount: waiting.count { $0.key <= released[engine, default: 0] })
        }

        /// Releases the next message of an engine.
        func release(for engine: String) async throws(DurableError) {
            let position = released[engine, default: 0]
            released[engine] = try await inner.inbox(of: engine, after: position).keys.min() ?? position
        }

        /// Refuses to store what an engine does, as if its process had ended before. Defaults to `nil`: everything is stored.
        func refuse(_ engine: String?) { refused = engine }

        // MARK: The storage

        nonisolated let keepsActions: Bool
        func generation() async throws(DurableError) -> String { try await inner.generation() }

        func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            var stored = try await inner.load(engine)
            stored.inbox = stored.inbox.filter { $0.key <= released[engine, default: 0] }
            return stored
        }

        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            if engine == refused { throw .closed }
            try await inner.append(batch, to: engine, after: turn)
            for message in batch.outgoing { sent[message.engine, default: []].append(message.bytes) }
        }

        func post(_ message: StoredMessage) async throws(DurableError) {
            try await inner.post(message)
            sent[message.engine, default: []].append(message.bytes)
        }

        func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            try await inner.inbox(of: engine, after: position).filter { $0.key <= released[engine, default: 0] }
        }

        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await inner.turn(ofMessage: id, in: engine)
        }

        func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await inner.forgetMessages(before: time, in: engine)
        }

        func past(of engine: String) async throws(DurableError) -> [StoredPast] { try await inner.past(of: engine) }
        func migrations() async throws(DurableError) -> [String]? { try await inner.migrations() }
        func engines() async throws(DurableError) -> [String: StoredEngine] { try await inner.engines() }
        func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {
            try await inner.migrate(to: engines, noting: names)
        }
        func sessions(withID id: String) async throws(DurableError) -> [StoredSession] {
            try await inner.sessions(withID: id)
        }
        func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            try await inner.allSessions()
        }
        func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError) {
            try await inner.setEnd(end, of: engines)
        }
        func bytes(of engine: String) async throws(DurableError) -> Int { try await inner.bytes(of: engine) }
        func remove(_ engines: [String]) async throws(DurableError) { try await inner.remove(engines) }
        func sessionWork() async throws(DurableError) -> [String: [[UInt8]]] { try await inner.sessionWork() }
        func close() async { await inner.close() }
    }
#endif
