#if SQLite || App
    import Foundation

    @testable import MillraceDurable

    /// A storage with a bug.
    struct PlantedBackend: DurableBackend {
        let memory: any DurableBackend
        /// Changes what a restart finds.
        var change: @Sendable (inout StoredEngine) -> Void = { _ in }
        /// Changes what is stored.
        var tear: @Sendable (inout StoredBatch) -> Void = { _ in }
        var forgetsIDs = false
        /// Called with the name of an engine and what it has loaded.
        var loaded: @Sendable (String, StoredEngine) async throws(DurableError) -> Void = { _, _ in }
        /// Called with the name of an engine and the messages that it has read.
        var read: @Sendable (String, [Int64: [UInt8]]) async throws(DurableError) -> Void = { _, _ in }
        /// Changes the order of the messages in an inbox.
        var inboxOrder: @Sendable ([[UInt8]]) -> [[UInt8]] = { $0 }

        var keepsActions: Bool { false }
        func generation() async throws(DurableError) -> String { try await memory.generation() }

        func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            var stored = try await memory.load(engine)
            change(&stored)
            try await loaded(engine, stored)
            return stored
        }

        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            var batch = batch
            tear(&batch)
            try await memory.append(batch, to: engine, after: turn)
        }

        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            forgetsIDs ? nil : try await memory.turn(ofMessage: id, in: engine)
        }
        func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await memory.forgetMessages(before: time, in: engine)
        }
        func post(_ message: StoredMessage) async throws(DurableError) { try await memory.post(message) }
        func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            let messages = try await memory.inbox(of: engine, after: position)
            try await read(engine, messages)
            let positions = messages.keys.sorted()
            return Dictionary(uniqueKeysWithValues: zip(positions, inboxOrder(positions.compactMap { messages[$0] })))
        }
        func past(of engine: String) async throws(DurableError) -> [StoredPast] { [] }
        func migrations() async throws(DurableError) -> [String]? { nil }
        func engines() async throws(DurableError) -> [String: StoredEngine] { try await memory.engines() }
        func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {}
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
        // A search closes a storage with its last reference.
        func close() async {}
    }

    extension DurableBackend {
        /// Deletes messages of an inbox, with no turn.
        func delete(_ positions: some Sequence<Int64>, of engine: String) async throws(DurableError) {
            let stored = try await load(engine)
            var batch = StoredBatch()
            (batch.turn, batch.lastNumber, batch.time) = (stored.turn, stored.lastNumber, stored.time)
            for position in positions { batch.inbox[position] = .some(nil) }
            try await append(batch, to: engine, after: stored.turn)
        }
    }

    extension StoredEngine {
        /// The numbers of the stored commands, or of the stored delays.
        func numbers(ofDelays: Bool) -> [Int64] {
            work.filter { String(decoding: $0.value, as: UTF8.self).contains("\"deadline\"") == ofDelays }.map(\.key)
        }

        /// Stores a piece of work a second time.
        mutating func duplicate(_ number: Int64) {
            lastNumber += 1
            work[lastNumber] = work[number]
        }
    }
#endif
