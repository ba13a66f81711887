#if SQLite || App
    // The sessions of live pages.
    extension MemoryBackend {
        package func sessions(withID id: String) throws(DurableError) -> [StoredSession] {
            try check()
            return contents.values.compactMap(\.session).filter { $0.session.id == id }
                .sorted { $0.number > $1.number }.map(\.session)
        }

        package func allSessions() throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            try check()
            let all = contents.values.compactMap { content in content.session.map { ($0, content.byteCount) } }
            return all.sorted { $0.0.number < $1.0.number }.map { ($0.0.session, $0.1) }
        }

        package func setEnd(_ end: Double?, of engines: [String]) throws(DurableError) {
            try check()
            for engine in engines { contents[engine]?.session?.session.end = end }
        }

        package func bytes(of engine: String) throws(DurableError) -> Int {
            try check()
            return contents[engine]?.byteCount ?? 0
        }

        package func remove(_ engines: [String]) throws(DurableError) {
            try check()
            for engine in engines { contents[engine] = nil }
        }

        package func sessionWork() throws(DurableError) -> [String: [[UInt8]]] {
            try check()
            let active = contents.filter {
                $0.value.session != nil && !($0.value.engine.work.isEmpty && $0.value.engine.inbox.isEmpty)
            }
            return active.mapValues { $0.engine.work.sorted { $0.key < $1.key }.map(\.value) }
        }
    }

    extension MemoryBackend.Content {
        /// The number of bytes that are stored of the engine.
        fileprivate var byteCount: Int {
            let values = Array(engine.values.values) + Array(past?.values.values ?? [:].values)
            let bytes = Array(engine.work.values) + Array(engine.letters.values) + Array(engine.inbox.values)
            return values.reduce(0) { $0 + $1.bytes.count } + bytes.reduce(0) { $0 + $1.count }
                + (past?.batches ?? []).reduce(0) { $0 + $1.actions.count }
                + messages.keys.reduce(0) { $0 + $1.utf8.count }
        }
    }
#endif
