#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import MillraceJournal

    /// Stores in one SQLite file. One connection reads, writes and checkpoints. Writes of several engines share transactions.
    ///
    /// A commit returns when the system has written it to the disk: the journal mode is WAL, and `synchronous` is `FULL`.
    package struct SQLiteBackend: Sendable {
        let database: DatabaseQueue
        let log: SQLiteLog
        private let writeQueue: WriteQueue<Database, SQLiteWrite>
        let failed = FailedWrites()

        /// The version of the tables. A file with a higher version is refused.
        static let format = 4
        /// The oldest version that can be read without an upgrade. It has no inboxes and no sessions.
        private static let oldestReadable = 2
        /// How long a call waits for a lock of another connection, in seconds.
        static let busyTimeout = 5
        /// The maximum number of bytes of kept actions.
        let pastLimit: Int

        /// Opens a file, which is created if it is missing. Only its owner can read it.
        ///
        /// - Parameters:
        ///   - pastLimit: The maximum number of bytes of kept actions. Defaults to 64 MB.
        ///   - synchronous: The setting of SQLite. Defaults to `FULL`: a commit returns when the disk has it.
        ///   - logLimit: The size above which the log is emptied after a commit. Defaults to 8 MB.
        ///   - clock: Measures the delays of batches. Defaults to the system's.
        ///   - onLargeLog: Called on a thread of the file when another process keeps SQLite from emptying its log.
        package init(
            _ file: String, keepingActions pastLimit: Int = 64 * 1_048_576, synchronous: String = "FULL",
            logLimit: Int = SQLiteLog.limit, clock: WriteClock = .system,
            onLargeLog: (@Sendable (DurableLogSize) -> Void)? = nil
        ) throws(DurableError) {
            (log, self.pastLimit) = (SQLiteLog(of: file, limit: logLimit, onLargeLog: onLargeLog), pastLimit)
            // SQLite gives the files of the log the permissions of this one.
            let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .cannotOpen(file: file, reason: String(cString: strerror(errno))) }
            try? FileHandle(fileDescriptor: descriptor).close()
            do {
                var configuration = Configuration()
                configuration.busyMode = .timeout(TimeInterval(Self.busyTimeout))
                database = try DatabaseQueue(path: file, configuration: configuration)
                writeQueue = Self.queue(database, log, clock)
                try database.writeWithoutTransaction { db in
                    try db.execute(
                        sql: "PRAGMA synchronous = \(synchronous); PRAGMA journal_size_limit = \(logLimit)")
                    // The configuration of GRDB would also make a commit that is not synced. If the next sync failed, and the system
                    // dropped what it had not written, a loss of power would lose that commit, and all commits after it.
                    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") ?? ""
                    guard mode == "wal" else { throw DatabaseError(message: "The journal mode is \(mode), not wal.") }
                }
                // After a kill, the system can show writes of the last process that it has dropped after a failed sync. Commits must
                // not follow them in the log. If the disk still fails, the first commit shows it.
                try? database.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
                try database.write { try Self.prepare($0, file) }
            } catch let error as DurableError {
                throw error
            } catch {
                throw .cannotOpen(file: file, reason: "\(error)")
            }
        }

        /// Opens a file for reading, beside a program that writes it. Throws for a file that does not exist.
        package init(reading file: String) throws(DurableError) {
            (log, pastLimit) = (SQLiteLog(of: file, onLargeLog: nil), 0)
            do {
                var configuration = Configuration()
                configuration.readonly = true
                configuration.busyMode = .timeout(TimeInterval(Self.busyTimeout))
                database = try DatabaseQueue(path: file, configuration: configuration)
                writeQueue = Self.queue(database, log, .system)
                let version = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
                guard version <= Self.format else { throw DurableError.newerFormat(file: file, version: version) }
                guard version >= Self.oldestReadable else {
                    throw DurableError.cannotOpen(
                        file: file,
                        reason: "It is not a storage, or its program has not opened it since an older version.")
                }
            } catch let error as DurableError {
                throw error
            } catch {
                throw .cannotOpen(file: file, reason: "\(error)")
            }
        }

        private static func queue(
            _ database: DatabaseQueue, _ log: SQLiteLog, _ clock: WriteClock
        ) -> WriteQueue<Database, SQLiteWrite> {
            WriteQueue(clock) { run in
                database.asyncWriteWithoutTransaction { run($0) }
            } commit: {
                SQLiteWrite.commit($0, $1, log)
            }
        }

        private static func prepare(_ db: Database, _ file: String) throws {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version <= format else { throw DurableError.newerFormat(file: file, version: version) }
            if version == format { return }
            if version == 0 {
                try db.execute(sql: schema)
                try db.execute(sql: "INSERT INTO origin VALUES (?)", arguments: [DurableStorage.makeGeneration()])
            }
            if version < 2 {
                try EngineHead.upgradeFromFormat1(db)
                // Finds old messages without reading all of them.
                try db.execute(sql: "CREATE INDEX IF NOT EXISTS messageTime ON message (engine, time)")
                try db.execute(sql: PastTables.schema)
                try db.execute(sql: "CREATE TABLE migration (position INTEGER PRIMARY KEY, name BLOB NOT NULL)")
            }
            if version < 3 { try db.execute(sql: InboxTable.schema) }
            try db.execute(sql: SessionTable.schema)
            try db.execute(sql: "PRAGMA user_version = \(format)")
        }

        /// The tables of format 1.
        private static let schema = """
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
            """

        package func close() async { closeNow() }

        /// Stores the writes that wait, and closes the file.
        func closeNow() {
            writeQueue.close()
            database.writeWithoutTransaction { writeQueue.run($0) }
            try? database.close()
        }

        /// Copies everything to another file, also while it is written. The copy has a generation of its own.
        func backUp(to copy: String) throws(DurableError) {
            guard !FileManager.default.fileExists(atPath: copy) else {
                throw .cannotOpen(file: copy, reason: "The file exists.")
            }
            let target = try SQLiteBackend(copy)
            defer { target.closeNow() }
            do {
                try database.backup(to: target.database)
                try target.database.write {
                    try $0.execute(
                        sql: "UPDATE origin SET generation = ?", arguments: [DurableStorage.makeGeneration()])
                }
            } catch {
                for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
                throw .storage(reason: "\(error)")
            }
        }

        /// Runs `body` in a transaction, which other writes can share.
        ///
        /// - Parameter delay: How long a write may wait for others, in seconds. Defaults to zero.
        func run<Result: Sendable>(
            writes: Bool = false, delay: Double = 0, _ body: @escaping @Sendable (Database) throws -> Result
        ) async throws(DurableError) -> Result {
            if writeQueue.isClosed { throw .closed }
            do {
                // Not the asynchronous methods of GRDB: they end early if the task is cancelled, and a transaction that has begun is
                // stored.
                return try await withCheckedThrowingContinuation { continuation in
                    if writes {
                        let write = SQLiteWrite(continuation, body)
                        if !writeQueue.add(write, delay: delay) { write.fail(DurableError.closed) }
                        return
                    }
                    database.asyncRead { db in continuation.resume(with: Swift.Result { try body(db.get()) }) }
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
#endif
