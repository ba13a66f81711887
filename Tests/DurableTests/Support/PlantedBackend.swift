#if SQLite || App
    import Foundation

    @testable import MillraceDurable

    /// A storage with a bug.
    struct PlantedBackend: DurableBackend {
        let memory: MemoryBackend
        /// Changes what a restart finds.
        var change: @Sendable (inout StoredEngine) -> Void = { _ in }
        /// Changes what is stored.
        var tear: @Sendable (inout StoredBatch) -> Void = { _ in }
        var forgetsIDs = false

        var keepsActions: Bool { false }
        func generation() async throws(DurableError) -> String { await memory.generation() }

        func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            var stored = try await memory.load(engine)
            change(&stored)
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
            try await memory.inbox(of: engine, after: position)
        }
        func past(of engine: String) async throws(DurableError) -> [StoredPast] { [] }
        func migrations() async throws(DurableError) -> [String]? { nil }
        func engines() async throws(DurableError) -> [String: StoredEngine] { try await memory.engines() }
        func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {}
        // A search closes a storage with its last reference.
        func close() async {}
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
