#if SQLite || App
    /// Stores in memory. It loses everything with the last reference to it, so it is for tests and previews.
    package actor MemoryBackend: DurableBackend {
        private struct Content {
            var engine = StoredEngine()
            var messages: [String: (turn: UInt64, time: Double)] = [:]
        }

        private var engines: [String: Content] = [:]
        private var isClosed = false
        private let name: String

        package init(generation: String = DurableStorage.makeGeneration()) { name = generation }

        package func generation() -> String { name }

        package func load(_ engine: String) throws(DurableError) -> StoredEngine {
            try check()
            return engines[engine, default: Content()].engine
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) throws(DurableError) {
            try check()
            var content = engines[engine, default: Content()]
            guard content.engine.turn == turn else { throw .otherWriter(engine: engine) }
            content.engine.apply(batch)
            for (id, time) in batch.messages { content.messages[id] = (batch.turn, time) }
            engines[engine] = content
        }

        package func turn(ofMessage id: String, in engine: String) throws(DurableError) -> UInt64? {
            try check()
            return engines[engine]?.messages[id]?.turn
        }

        package func forgetMessages(before time: Double, in engine: String) throws(DurableError) {
            try check()
            guard var content = engines[engine] else { return }
            content.messages = content.messages.filter { $0.value.time >= time }
            engines[engine] = content
        }

        package func close() { isClosed = true }

        /// Opens the backend again, as after a restart.
        package func reopen() { isClosed = false }

        private func check() throws(DurableError) { if isClosed { throw .closed } }
    }
#endif
