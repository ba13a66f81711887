#if SQLite || App
    // The sessions of live pages.
    extension SQLiteBackend {
        package func sessions(withID id: String) async throws(DurableError) -> [StoredSession] {
            try await run { try SessionTable.sessions(withID: id, $0) }
        }

        package func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            try await run { try SessionTable.all($0) }
        }

        /// How long a write of a time may wait for others, in seconds.
        private static let endDelay = 0.01

        package func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError) {
            if engines.isEmpty { return }
            try await run(writes: true, delay: Self.endDelay) { db in
                for engine in engines { try SessionTable.setEnd(end, of: engine, db) }
            }
        }

        package func bytes(of engine: String) async throws(DurableError) -> Int {
            try await run { try SessionTable.bytes(of: engine, $0) }
        }

        package func remove(_ engines: [String]) async throws(DurableError) {
            if engines.isEmpty { return }
            try await run(writes: true) { db in for engine in engines { try SessionTable.remove(engine, db) } }
            for engine in engines { failed.removeAll(of: engine) }
        }

        package func sessionWork() async throws(DurableError) -> [String: [[UInt8]]] {
            try await run { try SessionTable.work($0) }
        }
    }
#endif
