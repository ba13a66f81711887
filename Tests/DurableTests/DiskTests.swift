#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// What SQLite writes, and what it reads from a damaged file.
    @Suite("Disk") struct DiskTests {
        private static let name = "shop"

        /// Stores a state of this many orders, and returns the bytes that the log of SQLite gets for a change of one of them.
        private func bytesOfChange(_ count: Int) async throws -> Int {
            var bytes = 0
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                let coding = StateCoding<Shop.State>()
                var batch = StoredBatch()
                var state = Shop.State()
                state.orders = (0..<count).map { Shop.Order(id: $0) }
                batch.values = try coding.changes(from: nil, to: state, of: "orders")
                batch.turn = 1
                try await backend.append(batch, to: Self.name, after: 0)
                // The next write begins a new log.
                let database = try DatabaseQueue(path: file)
                try await database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                try database.close()
                let old = state
                state.orders[count / 2].isPaid = true
                batch = StoredBatch()
                batch.turn = 2
                batch.values = try coding.changes(from: old, to: state, of: "orders")
                try await backend.append(batch, to: Self.name, after: 1)
                let log = try FileManager.default.attributesOfItem(atPath: file + "-wal")
                bytes = (log[.size] as? NSNumber)?.intValue ?? 0
                await backend.close()
            }
            return bytes
        }

        @Test("Durable 3 · a turn that changes one of 10,000 rows writes at most twice the bytes of one of 10")
        func bytes() async throws {
            let (small, large) = (try await bytesOfChange(10), try await bytesOfChange(10_000))
            #expect(small > 0 && large <= 2 * small, "\(large) bytes, and \(small)")
        }

        @Test("Durable 10 · a flipped bit anywhere in the file gives equal values, or an error") func flips()
            async throws
        {
            let count = ProcessInfo.processInfo.environment["MILLRACE_FLIPS"].flatMap { Int($0) } ?? 200
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                var batch = StoredBatch()
                batch.turn = 1
                for number in 0..<700 {
                    let text =
                        "the value of the order \(number), which is as long as a value of a small application, or longer "
                    batch.values[StoredID(store: "orders", part: "orders", key: "\(number)")] = .some(
                        StoredValue(Array((text + text).utf8), position: Int64(number)))
                    if number < 20 { batch.work[Int64(number)] = .some(Array(text.utf8)) }
                }
                try await backend.append(batch, to: Self.name, after: 0)
                let expected = try await backend.load(Self.name)
                await backend.close()
                let original = try Data(contentsOf: URL(fileURLWithPath: file))
                #expect(original.count > 200_000)
                var generator = SeededGenerator(seed: UInt64.random(in: 0..<1_000_000))
                for _ in 0..<count {
                    let bit = Int.random(in: 0..<original.count * 8, using: &generator)
                    try await check(file, original, bit, expected)
                }
            }
        }

        private func check(_ file: String, _ original: Data, _ bit: Int, _ expected: StoredEngine) async throws {
            var bytes = original
            bytes[bit / 8] ^= 1 << (bit % 8)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
            try bytes.write(to: URL(fileURLWithPath: file))
            do {
                let damaged = try SQLiteBackend(file)
                do {
                    let engine = try await damaged.load(Self.name)
                    #expect(engine == expected, "bit \(bit)")
                } catch is DurableError {}
                await damaged.close()
            } catch is DurableError {}
        }

        @Test("Durable 2 · a commit returns when the disk has it: the connection syncs the log at each commit")
        func syncs() async throws {
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                let settings = try await backend.database.read { db in
                    (
                        try Int.fetchOne(db, sql: "PRAGMA synchronous"),
                        try String.fetchOne(db, sql: "PRAGMA journal_mode")
                    )
                }
                // 2 is FULL.
                #expect(settings == (2, "wal"))
                await backend.close()
            }
        }

        @Test("Durable 8 · a file that cannot be written is an error, and keeps what it has") func readOnly()
            async throws
        {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                await storage.close()
                let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
                await #expect(throws: DurableError.self) { _ = try await DurableStorage(sqlite: folder.path) }
                try Data(
                    "This is not a database. It is a text, longer than a hundred bytes, so that SQLite reads its head............."
                        .utf8
                )
                .write(to: URL(fileURLWithPath: file + ".txt"))
                await #expect(throws: DurableError.self) { _ = try await DurableStorage(sqlite: file + ".txt") }
            }
        }
    }
#endif
