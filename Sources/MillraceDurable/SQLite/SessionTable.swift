#if SQLite || App
    import Foundation
    import GRDB

    /// The sessions of live pages, in the order of their numbers: the newest has the highest one.
    enum SessionTable {
        static let schema = """
            CREATE TABLE session (
                number INTEGER PRIMARY KEY, engine TEXT NOT NULL UNIQUE, id BLOB NOT NULL, owner BLOB NOT NULL,
                address BLOB NOT NULL, endTime REAL, checksum INTEGER NOT NULL);
            CREATE INDEX sessionID ON session (id);
            """

        /// Inserts a session, or replaces the one of the same engine, whose number it keeps.
        static func write(_ session: StoredSession, _ db: Database) throws {
            let select = try db.cachedStatement(sql: "SELECT number FROM session WHERE engine = ?")
            let last = try db.cachedStatement(sql: "SELECT coalesce(max(number), 0) FROM session")
            let old = try Int64.fetchOne(select, arguments: [session.engine])
            let number = try old ?? (Int64.fetchOne(last) ?? 0) + 1
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
                arguments: [
                    number, session.engine, Data(session.id.utf8), Data(session.owner), Data(session.address.utf8),
                    session.end, session.checksum(number),
                ])
        }

        /// Replaces the time at which the last browser disconnected, if the engine has a session.
        static func setEnd(_ end: Double?, of engine: String, _ db: Database) throws {
            let select = try db.cachedStatement(sql: "SELECT * FROM session WHERE engine = ?")
            guard let row = try Row.fetchOne(select, arguments: [engine]) else { return }
            guard var session = try? session(row) else { return }
            session.end = end
            try write(session, db)
        }

        static func sessions(withID id: String, _ db: Database) throws -> [StoredSession] {
            // A file of an older format has no sessions.
            guard try db.tableExists("session") else { return [] }
            let select = try db.cachedStatement(sql: "SELECT * FROM session WHERE id = ? ORDER BY number DESC")
            return try Row.fetchAll(select, arguments: [Data(id.utf8)]).map(session)
        }

        static func all(_ db: Database) throws -> [(session: StoredSession, bytes: Int)] {
            guard try db.tableExists("session") else { return [] }
            let sql = "SELECT *, \(try bytes(of: "session.engine", db)) AS bytes FROM session ORDER BY number"
            let rows = try Row.fetchCursor(db, sql: sql)
            var all: [(session: StoredSession, bytes: Int)] = []
            while let row = try rows.next() {
                // The other sessions can be found although this one is damaged.
                guard let session = try? session(row) else { continue }
                all.append((session, try row.decode(forColumn: "bytes")))
            }
            return all
        }

        /// Returns the number of bytes that are stored of an engine.
        static func bytes(of engine: String, _ db: Database) throws -> Int {
            try Int.fetchOne(db, sql: "SELECT \(try bytes(of: ":engine", db))", arguments: ["engine": engine]) ?? 0
        }

        /// The sum of the lengths of everything that is stored of an engine, as SQL.
        private static func bytes(of engine: String, _ db: Database) throws -> String {
            let columns = [
                ("entry", "bytes"), ("inbox", "bytes"), ("base", "bytes"), ("past", "bytes"), ("message", "id"),
            ]
            return try columns.filter { try db.tableExists($0.0) }.map { table, column in
                "(SELECT coalesce(sum(length(\(column))), 0) FROM \(table) WHERE \(table).engine = \(engine))"
            }.joined(separator: " + ")
        }

        /// Deletes everything of an engine.
        static func remove(_ engine: String, _ db: Database) throws {
            for table in ["entry", "inbox", "base", "past", "message", "session"] {
                try db.cachedStatement(sql: "DELETE FROM \(table) WHERE engine = ?").execute(arguments: [engine])
            }
            try db.cachedStatement(sql: "DELETE FROM engine WHERE name = ?").execute(arguments: [engine])
        }

        /// Returns the work in flight of the engines with a session, and no work of those that have only messages in their inboxes.
        static func work(_ db: Database) throws -> [String: [[UInt8]]] {
            guard try db.tableExists("session") else { return [:] }
            let messages = "SELECT engine FROM session WHERE EXISTS (SELECT * FROM inbox WHERE engine = session.engine)"
            var records: [String: [Int64: [UInt8]]] = [:]
            for engine in try String.fetchAll(db, sql: messages) { records[engine] = [:] }
            let work = "SELECT entry.* FROM session CROSS JOIN entry ON entry.engine = session.engine AND kind = 'work'"
            let rows = try Row.fetchCursor(db, sql: work)
            while let row = try rows.next() {
                let engine = try row.decode(String.self, forColumn: "engine")
                let entry = try StoredEntry(checked: row, of: engine)
                records[engine, default: [:]][Int64(entry.key) ?? 0] = entry.value.bytes
            }
            return records.mapValues { all in all.sorted { $0.key < $1.key }.map(\.value) }
        }

        private static func session(_ row: Row) throws -> StoredSession {
            func bytes(_ column: String) throws -> [UInt8] { Array(try row.decode(Data.self, forColumn: column)) }
            func text(_ column: String) throws -> String { String(decoding: try bytes(column), as: UTF8.self) }
            let number = try row.decode(Int64.self, forColumn: "number")
            let session = StoredSession(
                id: try text("id"), engine: try row.decode(String.self, forColumn: "engine"),
                owner: try bytes("owner"), address: try text("address"),
                end: try row.decode(Double?.self, forColumn: "endTime"))
            guard session.checksum(number) == (try row.decode(Int64.self, forColumn: "checksum")) else {
                throw DurableError.damaged(engine: session.engine, place: "the session")
            }
            return session
        }
    }
#endif
