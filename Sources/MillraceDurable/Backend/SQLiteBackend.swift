#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import MillraceJournal

    /// Stores in one SQLite file. One connection reads, writes and checkpoints.
    ///
    /// A commit returns when the system has written it to the disk: the journal mode is WAL, and `synchronous` is `FULL`.
    package struct SQLiteBackend: DurableBackend {
        let database: DatabaseQueue
        private let file: String
        private let isClosed = Lock(false)

        /// The version of the tables. A file with a higher version is refused.
        static let format = 1

        /// Opens a file, which is created if it is missing. Only its owner can read it.
        package init(_ file: String, synchronous: String = "FULL") throws(DurableError) {
            self.file = file
            // SQLite gives the files of the log the permissions of this one.
            let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .cannotOpen(file: file, reason: String(cString: strerror(errno))) }
            try? FileHandle(fileDescriptor: descriptor).close()
            do {
                var configuration = Configuration()
                configuration.journalMode = .wal
                configuration.busyMode = .timeout(5)
                database = try DatabaseQueue(path: file, configuration: configuration)
                // GRDB sets it to NORMAL in the mode WAL, after the preparation of a connection. Then a loss of power could lose commits.
                try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous)") }
                try database.write { try Self.prepare($0, file) }
            } catch let error as DurableError {
                throw error
            } catch {
                throw .cannotOpen(file: file, reason: "\(error)")
            }
        }

        private static func prepare(_ db: Database, _ file: String) throws {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version <= format else { throw DurableError.newerFormat(file: file, version: version) }
            if version == format { return }
            try db.execute(
                sql: """
                    CREATE TABLE origin (generation TEXT NOT NULL);
                    CREATE TABLE engine (
                        name TEXT PRIMARY KEY, turn INTEGER NOT NULL, lastNumber INTEGER NOT NULL,
                        entries INTEGER NOT NULL, sum INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE entry (
                        engine TEXT NOT NULL, kind TEXT NOT NULL, store BLOB NOT NULL, part BLOB NOT NULL, key BLOB NOT NULL,
                        position INTEGER NOT NULL, bytes BLOB NOT NULL, checksum INTEGER NOT NULL,
                        PRIMARY KEY (engine, kind, store, part, key)) WITHOUT ROWID;
                    CREATE TABLE message (
                        engine TEXT NOT NULL, id BLOB NOT NULL, turn INTEGER NOT NULL, time REAL NOT NULL,
                        PRIMARY KEY (engine, id)) WITHOUT ROWID;
                    """)
            try db.execute(sql: "INSERT INTO origin VALUES (?)", arguments: [DurableStorage.makeGeneration()])
            try db.execute(sql: "PRAGMA user_version = \(format)")
        }

        package func generation() async throws(DurableError) -> String {
            try await run { try String.fetchOne($0, sql: "SELECT generation FROM origin") ?? "" }
        }

        package func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            try await run { db in
                var stored = StoredEngine()
                let head = try Head(of: engine, db)
                (stored.turn, stored.lastNumber) = (UInt64(bitPattern: head.turn), head.lastNumber)
                var found = Head()
                let rows = try Row.fetchCursor(db, sql: "SELECT * FROM entry WHERE engine = ?", arguments: [engine])
                while let row = try rows.next() {
                    let entry = try Entry(row)
                    guard entry.checksum == (try row.decode(Int64.self, forColumn: "checksum")) else {
                        throw DurableError.damaged(engine: engine, place: entry.place)
                    }
                    found.add(entry.checksum)
                    entry.insert(into: &stored)
                }
                guard found.entries == head.entries, found.sum == head.sum else {
                    throw DurableError.damaged(engine: engine, place: "the number or the sum of all entries")
                }
                return stored
            }
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            try await run(writes: true) { db in
                var head = try Head(of: engine, db)
                guard UInt64(bitPattern: head.turn) == turn else { throw DurableError.otherWriter(engine: engine) }
                for (id, value) in batch.values {
                    let entry = Entry("value", id.store, id.part, id.key, value)
                    try write(entry, of: engine, isRemoved: value == nil, &head, db)
                }
                for (kind, list) in [("work", batch.work), ("letter", batch.letters)] {
                    for (number, bytes) in list {
                        let entry = Entry(kind, "", "", "\(number)", bytes.map { StoredValue($0) })
                        try write(entry, of: engine, isRemoved: bytes == nil, &head, db)
                    }
                }
                for (id, time) in batch.messages {
                    try db.cachedStatement(sql: "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?)").execute(
                        arguments: [engine, Data(id.utf8), Int64(bitPattern: batch.turn), time])
                }
                head.turn = Int64(bitPattern: batch.turn)
                head.lastNumber = max(head.lastNumber, batch.lastNumber)
                try head.write(of: engine, db)
            }
        }

        private func write(
            _ entry: Entry, of engine: String, isRemoved: Bool, _ head: inout Head, _ db: Database
        ) throws {
            let key: StatementArguments = [
                engine, entry.kind, Data(entry.store.utf8), Data(entry.part.utf8), Data(entry.key.utf8),
            ]
            let place = "WHERE engine = ? AND kind = ? AND store = ? AND part = ? AND key = ?"
            let select = try db.cachedStatement(sql: "SELECT checksum FROM entry \(place)")
            if let old = try Int64.fetchOne(select, arguments: key) { head.remove(old) }
            if isRemoved {
                return try db.cachedStatement(sql: "DELETE FROM entry \(place)").execute(arguments: key)
            }
            head.add(entry.checksum)
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
                arguments: key + [entry.value.position, Data(entry.value.bytes), entry.checksum])
        }

        package func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await run {
                try Int64.fetchOne(
                    $0, sql: "SELECT turn FROM message WHERE engine = ? AND id = ?", arguments: [engine, Data(id.utf8)])
            }.map { UInt64(bitPattern: $0) }
        }

        package func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await run(writes: true) {
                try $0.execute(sql: "DELETE FROM message WHERE engine = ? AND time < ?", arguments: [engine, time])
            }
        }

        package func close() async {
            isClosed.withLock { $0 = true }
            try? database.close()
        }

        /// Copies everything to another file, also while it is written. The copy has a generation of its own.
        func backUp(to copy: String) async throws(DurableError) {
            guard !FileManager.default.fileExists(atPath: copy) else {
                throw .cannotOpen(file: copy, reason: "The file exists.")
            }
            let target = try SQLiteBackend(copy)
            do {
                try database.backup(to: target.database)
                try await target.database.write {
                    try $0.execute(
                        sql: "UPDATE origin SET generation = ?", arguments: [DurableStorage.makeGeneration()])
                }
            } catch {
                throw .storage(reason: "\(error)")
            }
            await target.close()
        }

        /// Runs `body` in a transaction.
        private func run<Result: Sendable>(
            writes: Bool = false, _ body: @escaping @Sendable (Database) throws -> Result
        ) async throws(DurableError) -> Result {
            if isClosed.withLock({ $0 }) { throw .closed }
            do {
                // Not the asynchronous methods of the queue: they end early if the task is cancelled, and a transaction that has begun
                // is stored.
                return try await withCheckedThrowingContinuation { continuation in
                    let end: @Sendable (Swift.Result<Result, any Error>) -> Void = { continuation.resume(with: $0) }
                    if writes {
                        database.asyncWrite(body) { end($1) }
                    } else {
                        database.asyncRead { db in end(Swift.Result { try body(db.get()) }) }
                    }
                }
            } catch let error as DurableError {
                throw error
            } catch let error as DatabaseError {
                if error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB {
                    throw .damaged(engine: "", place: "\(error)")
                }
                throw .storage(reason: "\(error)")
            } catch  where !writes {
                // A row that does not have the types of its columns.
                throw .damaged(engine: "", place: "\(error)")
            } catch {
                throw .storage(reason: "\(error)")
            }
        }
    }

    /// The row of an engine: its last turn and number, the number of its entries, and the sum of their checksums.
    private struct Head {
        var turn: Int64 = 0
        var lastNumber: Int64 = 0
        private(set) var entries: Int64 = 0
        private(set) var sum: Int64 = 0

        /// The head of an engine without entries.
        init() {}

        /// Reads the head of an engine, which can be new.
        init(of engine: String, _ db: Database) throws {
            let statement = try db.cachedStatement(sql: "SELECT * FROM engine WHERE name = ?")
            guard let row = try Row.fetchOne(statement, arguments: [engine]) else { return }
            func number(_ column: String) throws -> Int64 { try row.decode(Int64.self, forColumn: column) }
            (turn, lastNumber) = (try number("turn"), try number("lastNumber"))
            (entries, sum) = (try number("entries"), try number("sum"))
            guard try number("checksum") == checksum else {
                throw DurableError.damaged(engine: engine, place: "the row of the engine")
            }
        }

        func write(of engine: String, _ db: Database) throws {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO engine VALUES (?, ?, ?, ?, ?, ?)").execute(
                arguments: [engine, turn, lastNumber, entries, sum, checksum])
        }

        mutating func add(_ checksum: Int64) { (entries, sum) = (entries + 1, sum &+ checksum) }
        mutating func remove(_ checksum: Int64) { (entries, sum) = (entries - 1, sum &- checksum) }

        private var checksum: Int64 { Checksum.of("\(turn) \(lastNumber) \(entries) \(sum)") }
    }

    extension Checksum {
        /// Returns the checksum of texts, each with an end, and of bytes.
        fileprivate static func of(_ texts: String..., bytes: [UInt8] = []) -> Int64 {
            var sum = Checksum()
            for text in texts {
                var text = text + "\0"
                text.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
            }
            bytes.withUnsafeBytes { sum.add($0) }
            return Int64(bitPattern: sum.value)
        }
    }

    /// A row of the table `entry`.
    private struct Entry {
        let kind, store, part, key: String
        let value: StoredValue

        init(_ kind: String, _ store: String, _ part: String, _ key: String, _ value: StoredValue?) {
            (self.kind, self.store, self.part, self.key) = (kind, store, part, key)
            self.value = value ?? StoredValue([])
        }

        init(_ row: Row) throws {
            func bytes(_ column: String) throws -> Data { try row.decode(Data.self, forColumn: column) }
            // A text of SQLite would end at a null character.
            func text(_ column: String) throws -> String { String(decoding: try bytes(column), as: UTF8.self) }
            self.init(
                try row.decode(String.self, forColumn: "kind"), try text("store"), try text("part"), try text("key"),
                StoredValue(Array(try bytes("bytes")), position: try row.decode(Int64.self, forColumn: "position")))
        }

        var place: String { [kind, store, part, key].filter { !$0.isEmpty }.joined(separator: " ") }

        /// The checksum of everything in the row.
        var checksum: Int64 { Checksum.of(kind, store, part, key, "\(value.position)", bytes: value.bytes) }

        func insert(into engine: inout StoredEngine) {
            switch kind {
            case "value": engine.values[StoredID(store: store, part: part, key: key)] = value
            case "work": engine.work[Int64(key) ?? 0] = value.bytes
            default: engine.letters[Int64(key) ?? 0] = value.bytes
            }
        }
    }
#endif
