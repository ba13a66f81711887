#if SQLite || App
    import Foundation
    import GRDB
    import MillraceJournal

    /// The messages between engines that no turn has reduced yet.
    enum InboxTable {
        /// A position is never used again.
        static let schema = """
            CREATE TABLE inbox (
                position INTEGER PRIMARY KEY AUTOINCREMENT, engine TEXT NOT NULL, bytes BLOB NOT NULL,
                checksum INTEGER NOT NULL);
            CREATE INDEX inboxEngine ON inbox (engine, position);
            """

        private static func checksum(_ bytes: [UInt8], of engine: String) -> Int64 { Checksum.of(engine, bytes: bytes) }

        static func insert(_ message: StoredMessage, _ db: Database) throws {
            try db.cachedStatement(sql: "INSERT INTO inbox (engine, bytes, checksum) VALUES (?, ?, ?)").execute(
                arguments: [message.engine, Data(message.bytes), checksum(message.bytes, of: message.engine)])
        }

        /// Replaces the bytes of a message, or removes it.
        static func replace(_ position: Int64, _ bytes: [UInt8]?, of engine: String, _ db: Database) throws {
            guard let bytes else {
                return try db.cachedStatement(sql: "DELETE FROM inbox WHERE position = ?").execute(arguments: [position]
                )
            }
            try db.cachedStatement(sql: "UPDATE inbox SET bytes = ?, checksum = ? WHERE position = ?").execute(
                arguments: [Data(bytes), checksum(bytes, of: engine), position])
        }

        /// The names of the engines with messages.
        static func engines(_ db: Database) throws -> [String] {
            // A file of an older format has no inboxes.
            guard try db.tableExists("inbox") else { return [] }
            return try String.fetchAll(db, sql: "SELECT DISTINCT engine FROM inbox")
        }

        static func messages(of engine: String, after position: Int64, _ db: Database) throws -> [Int64: [UInt8]] {
            guard try db.tableExists("inbox") else { return [:] }
            let select = try db.cachedStatement(
                sql: "SELECT position, bytes, checksum FROM inbox WHERE engine = ? AND position > ?")
            let rows = try Row.fetchCursor(select, arguments: [engine, position])
            var messages: [Int64: [UInt8]] = [:]
            while let row = try rows.next() {
                let position = try row.decode(Int64.self, forColumn: "position")
                let bytes = Array(try row.decode(Data.self, forColumn: "bytes"))
                guard checksum(bytes, of: engine) == (try row.decode(Int64.self, forColumn: "checksum")) else {
                    throw DurableError.damaged(engine: engine, place: "the message \(position) of the inbox")
                }
                messages[position] = bytes
            }
            return messages
        }
    }
#endif
