#if SQLite || App
    import Foundation
    import GRDB
    import Testing

    @testable import MillraceDurable

    /// The rules that every backend obeys.
    @Suite("Backends") struct BackendConformanceTests {
        enum Kind: String, CaseIterable, Sendable {
            case memory, sqlite
            #if PostgreSQL
                case postgres
            #endif
        }

        /// Calls `body` with a function that opens the backend again, as after a restart.
        func withBackend(
            _ kind: Kind, _ body: (_ open: () async throws -> any DurableBackend) async throws -> Void
        ) async throws {
            switch kind {
            case .memory:
                let backend = MemoryBackend(keepsActions: true)
                try await body {
                    await backend.reopen()
                    return backend
                }
            case .sqlite: try await withFile { file in try await body { try SQLiteBackend(file) } }
            #if PostgreSQL
                case .postgres:
                    let database = try await Database()
                    try await body { try await database.node() }
            #endif
            }
        }

        func batch(_ turn: UInt64, _ values: [String: String?]) -> StoredBatch {
            var batch = StoredBatch()
            batch.turn = turn
            for (key, text) in values {
                batch.values[StoredID(store: "s", part: "p", key: key)] = .some(
                    text.map { StoredValue(Array($0.utf8)) })
            }
            return batch
        }

        private func texts(_ engine: StoredEngine) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: engine.values.map {
                    ($0.key.key, String(decoding: $0.value.bytes, as: UTF8.self))
                })
        }

        @Test("Durable 2 · a batch is stored whole, and is there after a restart", arguments: Kind.allCases)
        func reopening(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                var backend = try await open()
                #expect(try await backend.load("a") == StoredEngine())
                var first = batch(3, ["x": "1", "y": "2"])
                (first.work, first.letters, first.lastNumber) = ([1: [1], 2: [2]], [9: [9]], 9)
                try await backend.append(first, to: "a", after: 0)
                var second = batch(5, ["x": nil, "z": "3"])
                (second.work, second.lastNumber) = ([1: nil, 3: [3]], 3)
                try await backend.append(second, to: "a", after: 3)
                await backend.close()
                backend = try await open()
                let engine = try await backend.load("a")
                #expect(texts(engine) == ["y": "2", "z": "3"])
                #expect(engine.work == [2: [2], 3: [3]] && engine.letters == [9: [9]])
                // Numbers are never used again, also those of work that has ended.
                #expect(engine.turn == 5 && engine.lastNumber == 9)
                #expect(try await backend.load("b") == StoredEngine())
            }
        }

        @Test("Durable 9 · a writer that does not know the last turn changes nothing", arguments: Kind.allCases)
        func otherWriter(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                try await backend.append(batch(1, ["x": "1"]), to: "a", after: 0)
                await #expect(throws: DurableError.otherWriter(engine: "a")) {
                    try await backend.append(batch(2, ["x": "2", "y": "2"]), to: "a", after: 0)
                }
                #expect(texts(try await backend.load("a")) == ["x": "1"])
                try await backend.append(batch(2, ["x": "2"]), to: "a", after: 1)
                #expect(texts(try await backend.load("a")) == ["x": "2"])
            }
        }

        @Test("Durable 7 · the id of a message is known with its turn, until it is forgotten", arguments: Kind.allCases)
        func messages(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                var (old, new) = (batch(1, [:]), batch(2, [:]))
                (old.messages, new.messages) = (["old": 10], ["new": 20])
                try await backend.append(old, to: "a", after: 0)
                try await backend.append(new, to: "a", after: 1)
                #expect(try await backend.turn(ofMessage: "old", in: "a") == 1)
                #expect(try await backend.turn(ofMessage: "old\0", in: "a") == nil)
                #expect(try await backend.turn(ofMessage: "new", in: "b") == nil)
                try await backend.forgetMessages(before: 20, in: "a")
                #expect(try await backend.turn(ofMessage: "old", in: "a") == nil)
                #expect(try await backend.turn(ofMessage: "new", in: "a") == 2)
            }
        }

        @Test("Durable 3 · large values, empty values and any text are stored as they are", arguments: Kind.allCases)
        func values(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                let large = [UInt8](repeating: 7, count: 5_000_000)
                var all = StoredBatch()
                let ids = ["", "a\0b", "\u{2028}", "'; DROP TABLE entry; --"].map {
                    StoredID(store: $0, part: $0, key: $0)
                }
                for id in ids { all.values[id] = .some(StoredValue([], position: .min)) }
                all.values[StoredID(store: "large")] = .some(StoredValue(large, position: .max))
                all.turn = .max
                try await backend.append(all, to: "a", after: 0)
                let engine = try await backend.load("a")
                #expect(engine.turn == .max && engine.values.count == 5)
                #expect(ids.allSatisfy { engine.values[$0] == StoredValue([], position: .min) })
                #expect(engine.values[StoredID(store: "large")] == StoredValue(large, position: .max))
            }
        }

        @Test(
            "Durable 4 · kept actions begin with the values before them, and end with a change that is no action",
            arguments: Kind.allCases)
        func past(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                func append(_ turn: UInt64, _ values: [String: String?], _ past: PastChange) async throws -> StoredBatch
                {
                    var batch = batch(turn, values)
                    batch.past = past
                    try await backend.append(batch, to: "a", after: turn - 1)
                    return batch
                }
                _ = try await append(1, ["x": "1"], .restart)
                #expect(try await backend.past(of: "a").isEmpty)
                let second = try await append(2, ["x": "2", "y": "1"], .actions([1]))
                _ = try await append(3, [:], .actions([]))
                let fourth = try await append(4, ["y": nil], .actions([2]))
                var expected = StoredPast()
                expected.values = [StoredID(store: "s", part: "p", key: "x"): StoredValue(Array("1".utf8))]
                expected.batches = [
                    .init(turn: 2, digest: second.digest, actions: [1]),
                    .init(turn: 4, digest: fourth.digest, actions: [2]),
                ]
                #expect(try await backend.past(of: "a") == [expected])
                _ = try await append(5, ["x": "3"], .restart)
                _ = try await append(6, ["x": "4"], .actions([3]))
                #expect(try await backend.past(of: "a").last?.values.first?.value == StoredValue(Array("3".utf8)))
                _ = try await append(7, ["x": "5"], .none)
                #expect(try await backend.past(of: "a").isEmpty)
                #expect(try await backend.past(of: "b").isEmpty)
            }
        }

        @Test(
            "Durable 4 · a migration replaces values and work, keeps numbers, and drops the kept actions",
            arguments: Kind.allCases)
        func migrations(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                var backend = try await open()
                #expect(try await backend.migrations() == nil)
                var first = batch(5, ["x": "1", "y": "2"])
                (first.work, first.letters, first.lastNumber, first.past) = ([1: [1]], [2: [2]], 7, .actions([1]))
                try await backend.append(first, to: "a", after: 0)
                #expect(try await backend.migrations() == [])
                var engines = try await backend.engines()
                engines["a"]?.values[StoredID(store: "s", part: "p", key: "x")] = nil
                engines["a"]?.work[1] = [9]
                try await backend.migrate(to: engines, noting: ["one", "two"])
                await backend.close()
                backend = try await open()
                let engine = try await backend.load("a")
                #expect(engine == engines["a"] && engine.turn == 5 && engine.lastNumber == 7)
                #expect(try await backend.migrations() == ["one", "two"])
                #expect(try await backend.past(of: "a").isEmpty)
                try await backend.append(batch(6, ["x": "3"]), to: "a", after: 5)
            }
        }

        @Test("Durable 9 · a closed backend refuses everything", arguments: Kind.allCases)
        func closed(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                await backend.close()
                await #expect(throws: DurableError.closed) { try await backend.load("a") }
                await #expect(throws: DurableError.closed) {
                    try await backend.append(batch(1, [:]), to: "a", after: 0)
                }
                await #expect(throws: DurableError.closed) { try await backend.turn(ofMessage: "x", in: "a") }
            }
        }

        @Test("Durable 10 · a changed byte of an entry, and a removed entry, are damage")
        func damage() async throws {
            for change in [
                "UPDATE entry SET bytes = x'31' WHERE key = x'79'", "DELETE FROM entry WHERE key = x'78'",
                "UPDATE entry SET position = 4 WHERE key = x'78'", "UPDATE entry SET key = x'77' WHERE key = x'78'",
            ] {
                try await withFile { file in
                    let backend = try SQLiteBackend(file)
                    try await backend.append(batch(1, ["x": "1", "y": "2"]), to: "a", after: 0)
                    await backend.close()
                    let database = try DatabaseQueue(path: file)
                    try await database.write { try $0.execute(sql: change) }
                    try database.close()
                    let reopened = try SQLiteBackend(file)
                    let error = await #expect(throws: DurableError.self) { try await reopened.load("a") }
                    if case .damaged = error {} else { Issue.record("\(change): \(error as Any)") }
                    await reopened.close()
                }
            }
        }

        @Test("Durable 4 · an older build refuses a newer format, and changes nothing")
        func newerFormat() async throws {
            try await withFile { file in
                await (try SQLiteBackend(file)).close()
                let database = try DatabaseQueue(path: file)
                try await database.write { try $0.execute(sql: "PRAGMA user_version = 99; DROP TABLE message") }
                #expect(throws: DurableError.newerFormat(file: file, version: 99)) { try SQLiteBackend(file) }
                let tables = try await database.read {
                    try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                }
                #expect(
                    tables == [
                        "base", "engine", "entry", "inbox", "migration", "origin", "past", "session",
                        "sqlite_sequence",
                    ])
                try database.close()
            }
        }

        @Test(
            "Engines 2 · messages are stored with the batch of their sender, behind the earlier ones, and removed with that of the receiver",
            arguments: Kind.allCases)
        func inboxes(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                var backend = try await open()
                var sent = batch(1, ["x": "1"])
                sent.outgoing = [1, 2, 3].map { StoredMessage(to: "b", [$0]) } + [StoredMessage(to: "c", [9])]
                try await backend.append(sent, to: "a", after: 0)
                await #expect(throws: DurableError.self) { try await backend.append(sent, to: "a", after: 0) }
                try await backend.post(StoredMessage(to: "b", [4]))
                await backend.close()
                backend = try await open()
                let inbox = try await whole(backend, of: "b", after: 0).sorted { $0.key < $1.key }
                #expect(inbox.map(\.value) == [[1], [2], [3], [4]])
                #expect(try await backend.load("b").inbox.count == 4)
                #expect(try await whole(backend, of: "b", after: inbox[2].key).count == 1)
                var received = batch(1, ["y": "1"])
                for message in inbox { received.inbox[message.key] = .some(nil) }
                try await backend.append(received, to: "b", after: 0)
                try await backend.post(StoredMessage(to: "b", [5]))
                let rest = try await whole(backend, of: "b", after: 0)
                #expect(rest.values.map { $0 } == [[5]] && rest.keys.allSatisfy { $0 > inbox[3].key })
                #expect(try await whole(backend, of: "c", after: 0).values.map { $0 } == [[9]])
                await backend.close()
            }
        }

        /// Reads a whole inbox. A shared storage returns messages when those before them cannot be preceded any more.
        private func whole(
            _ backend: any DurableBackend, of engine: String, after position: Int64
        ) async throws -> [Int64: [UInt8]] {
            let first = try await backend.inbox(of: engine, after: position)
            guard let last = first.keys.max() else { return [:] }
            return first.merging(try await whole(backend, of: engine, after: last)) { $1 }
        }

        @Test("Engines 2 · a damaged message is an error") func damagedInbox() async throws {
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                try await backend.post(StoredMessage(to: "b", [1]))
                try await backend.database.write { try $0.execute(sql: "UPDATE inbox SET bytes = x'02'") }
                await #expect(throws: DurableError.self) { try await backend.inbox(of: "b", after: 0) }
                await backend.close()
            }
        }

        @Test("Durable 10 · a backup is a file of its own with another generation, and is taken while others write")
        func backup() async throws {
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                try await backend.append(batch(1, ["x": "1"]), to: "a", after: 0)
                try backend.backUp(to: file + ".copy")
                try await backend.append(batch(2, ["x": "2"]), to: "a", after: 1)
                let copy = try SQLiteBackend(file + ".copy")
                #expect(texts(try await copy.load("a")) == ["x": "1"])
                #expect(try await copy.generation() != backend.generation())
                #expect(throws: DurableError.self) { try backend.backUp(to: file + ".copy") }
                await copy.close()
                await backend.close()
            }
        }

        @Test("Durable 9 · a second storage of one file waits, and then fails with the process of the first")
        func lock() async throws {
            try await withFile { file in
                let first = try await DurableStorage(sqlite: file)
                let process = ProcessInfo.processInfo
                let error = DurableError.inUse(
                    file: file, process: process.processIdentifier, host: process.hostName)
                await #expect(throws: error) { try await DurableStorage(sqlite: file, waitingFor: .milliseconds(100)) }
                let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(permissions == 0o600)
                await first.close()
            }
            await #expect(throws: DurableError.self) { try await DurableStorage(sqlite: "/dev/null/x") }
        }
    }

    /// Calls `body` with the path of a file in a new folder, which is removed afterwards.
    func withFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.appendingPathComponent("shop.sqlite").path)
    }
#endif
