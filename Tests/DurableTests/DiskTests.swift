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

        /// Stores a state of this many orders, and returns the bytes that SQLite writes to its log for a change of one of them.
        private func bytesOfChange(_ count: Int) async throws -> Int {
            try await withFile { file in
                let disk = FaultyDisk(file)
                let backend = try SQLiteBackend(file)
                let coding = StateCoding<Shop.State>()
                var batch = StoredBatch()
                var state = Shop.State()
                state.orders = (0..<count).map { Shop.Order(id: $0) }
                batch.values = try coding.changes(from: nil, to: state, of: "orders")
                batch.turn = 1
                try await backend.append(batch, to: Self.name, after: 0)
                let old = state
                state.orders[count / 2].isPaid = true
                batch = StoredBatch()
                batch.turn = 2
                batch.values = try coding.changes(from: old, to: state, of: "orders")
                let (before, syncs) = (disk.writtenBytes(of: .log), disk.syncs(of: .log))
                try await backend.append(batch, to: Self.name, after: 1)
                // The first write of a log also syncs its head.
                #expect((1...2).contains(disk.syncs(of: .log) - syncs))
                let bytes = disk.writtenBytes(of: .log) - before
                await backend.close()
                return bytes
            }
        }

        @Test("Durable 3 · a turn that changes one of 10,000 rows writes at most twice the bytes of one of 10")
        func bytes() async throws {
            let (small, large) = (try await bytesOfChange(10), try await bytesOfChange(10_000))
            #expect(small > 0 && large <= 2 * small, "\(large) bytes, and \(small)")
        }

        /// Stores this many turns, each of which changes one of ten values, and returns the bytes that opening the file reads.
        private func bytesOfOpening(after turns: Int, withMessages: Bool) async throws -> Int {
            try await withFile { file in
                let backend = try SQLiteBackend(file, synchronous: "OFF")
                // Each batch has ten turns.
                for turn in stride(from: 10, through: UInt64(turns), by: 10) {
                    var batch = StoredBatch()
                    batch.turn = turn
                    let bytes = Array("the value of the turn \(turn)".utf8)
                    batch.values[StoredID(store: "orders", key: "\(turn / 10 % 10)")] = .some(StoredValue(bytes))
                    if withMessages {
                        for number in turn - 9...turn { batch.messages["the message \(number)"] = 1_000_000 }
                    }
                    try await backend.append(batch, to: Self.name, after: turn - 10)
                }
                await backend.close()
                let disk = FaultyDisk(file, losesPower: false)
                let storage = try await DurableStorage(sqlite: file)
                let engine = try await open(storage)
                let bytes = disk.readBytes()
                #expect(engine > 0)
                await storage.close()
                return bytes
            }
        }

        /// Opens the engine, and returns the number of its stored turns.
        @MainActor private func open(_ storage: DurableStorage) async throws -> UInt64 {
            _ = try await storage.engine(Self.name, now: { Date(timeIntervalSince1970: 1_000_000) })
            return try await storage.backend.load(Self.name).turn
        }

        @Test(
            "Durable 3 · opening a file reads at most three times the bytes after many times the turns",
            arguments: [false, true])
        func opening(_ withMessages: Bool) async throws {
            // `make soak` has a million turns.
            let isSoak = ProcessInfo.processInfo.environment["MILLRACE_KILLS"] != nil
            let (few, many) = isSoak ? (1_000, 1_000_000) : (200, 20_000)
            let small = try await bytesOfOpening(after: few, withMessages: withMessages)
            let large = try await bytesOfOpening(after: many, withMessages: withMessages)
            print(
                "Opening reads \(small) bytes after \(few) turns, \(large) after \(many). With messages: \(withMessages)"
            )
            #expect(small > 0 && large <= 3 * small, "\(large) bytes, and \(small)")
        }

        @Test("Durable 3 · a value of over 1 MB is written once to the log, also when it replaces another one")
        func largeValue() async throws {
            try await withFile { file in
                let disk = FaultyDisk(file)
                let backend = try SQLiteBackend(file)
                let size = 1_500_000
                for turn in 1...3 as ClosedRange<UInt64> {
                    var batch = StoredBatch()
                    batch.turn = turn
                    batch.values[StoredID(store: "orders")] = .some(
                        StoredValue([UInt8](repeating: UInt8(turn), count: size)))
                    let before = disk.writtenBytes(of: .log)
                    try await backend.append(batch, to: Self.name, after: turn - 1)
                    let written = disk.writtenBytes(of: .log) - before
                    print("A value of \(size) bytes: \(written) bytes in the log.")
                    #expect(written >= size && Double(written) <= 1.2 * Double(size), "turn \(turn): \(written) bytes")
                }
                await backend.close()
            }
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
