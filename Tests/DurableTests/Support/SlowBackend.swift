#if SQLite || App
    @testable import MillraceDurable

    /// A backend in memory whose writes wait or fail when the test says so.
    actor SlowBackend: DurableBackend {
        private let memory: MemoryBackend
        private(set) var appends = 0
        private var isStopped = false
        private var failures = 0
        private var running = 0
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var idleWaiters: [CheckedContinuation<Void, Never>] = []
        private var holdsLookups = false
        private var lookups: [CheckedContinuation<Void, Never>] = []
        private var lookupWaiters: [CheckedContinuation<Void, Never>] = []

        init(keepsActions: Bool = false) { memory = MemoryBackend(keepsActions: keepsActions) }

        /// Lets writes wait until ``go()``.
        func stop() { isStopped = true }

        /// Lets lookups of the ids of messages wait until ``go()``.
        func holdLookups() { holdsLookups = true }

        /// Returns when a lookup waits.
        func heldLookup() async {
            if lookups.isEmpty { await withCheckedContinuation { lookupWaiters.append($0) } }
        }

        func go() {
            (isStopped, holdsLookups) = (false, false)
            for continuation in waiting + lookups { continuation.resume() }
            (waiting, lookups) = ([], [])
        }

        /// Fails the next writes.
        func fail(times: Int) { failures = times }

        /// Returns when no write is under way.
        func idle() async {
            if running > 0 { await withCheckedContinuation { idleWaiters.append($0) } }
        }

        func generation() async -> String { await memory.generation() }
        func load(_ engine: String) async throws(DurableError) -> StoredEngine { try await memory.load(engine) }

        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            running += 1
            defer { ended() }
            if isStopped { await withCheckedContinuation { waiting.append($0) } }
            if failures > 0 {
                failures -= 1
                throw .storage(reason: "The disk is full.")
            }
            appends += 1
            try await memory.append(batch, to: engine, after: turn)
        }

        private func ended() {
            running -= 1
            if running > 0 { return }
            for continuation in idleWaiters { continuation.resume() }
            idleWaiters = []
        }

        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            if holdsLookups {
                await withCheckedContinuation { lookup in
                    lookups.append(lookup)
                    for continuation in lookupWaiters { continuation.resume() }
                    lookupWaiters = []
                }
            }
            return try await memory.turn(ofMessage: id, in: engine)
        }
        func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await memory.forgetMessages(before: time, in: engine)
        }
        func post(_ message: StoredMessage) async throws(DurableError) { try await memory.post(message) }
        func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            try await memory.inbox(of: engine, after: position)
        }
        nonisolated var keepsActions: Bool { true }
        func past(of engine: String) async throws(DurableError) -> [StoredPast] { try await memory.past(of: engine) }
        func migrations() async throws(DurableError) -> [String]? { await memory.migrations() }
        func engines() async throws(DurableError) -> [String: StoredEngine] { try await memory.engines() }
        func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {
            try await memory.migrate(to: engines, noting: names)
        }
        func sessions(withID id: String) async throws(DurableError) -> [StoredSession] {
            try await memory.sessions(withID: id)
        }
        func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            try await memory.allSessions()
        }
        func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError) {
            try await memory.setEnd(end, of: engines)
        }
        func bytes(of engine: String) async throws(DurableError) -> Int { try await memory.bytes(of: engine) }
        func remove(_ engines: [String]) async throws(DurableError) { try await memory.remove(engines) }
        func sessionWork() async throws(DurableError) -> [String: [[UInt8]]] { try await memory.sessionWork() }
        func close() async { await memory.close() }
    }
#endif
