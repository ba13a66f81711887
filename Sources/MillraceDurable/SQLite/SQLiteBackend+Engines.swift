#if SQLite || App
    import Foundation
    import GRDB
    import Millrace

    // What is stored of the engines.
    extension SQLiteBackend: DurableBackend {
        package var logBytes: Int? { log.size.bytes }
        package var keepsActions: Bool { pastLimit > 0 }

        package func generation() async throws(DurableError) -> String {
            try await run { try String.fetchOne($0, sql: "SELECT generation FROM origin") ?? "" }
        }

        package func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            try await run { try Self.read(engine, $0) }
        }

        private static func read(_ engine: String, _ db: Database) throws -> StoredEngine {
            var stored = StoredEngine()
            let head = try EngineHead(of: engine, db)
            stored.inbox = try InboxTable.messages(of: engine, after: 0, db)
            (stored.turn, stored.lastNumber) = (UInt64(bitPattern: head.turn), head.lastNumber)
            stored.time = head.time
            var found = EngineHead()
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM entry WHERE engine = ?", arguments: [engine])
            while let row = try rows.next() {
                let entry = try StoredEntry(checked: row, of: engine)
                found.add(entry.checksum)
                entry.insert(into: &stored)
            }
            guard found.entries == head.entries, found.sum == head.sum else {
                throw DurableError.damaged(engine: engine, place: "the number or the sum of all entries")
            }
            return stored
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            let head = try await run(writes: true, delay: batch.delay) { [failed, pastLimit] db in
                let old = try EngineHead(of: engine, db)
                guard UInt64(bitPattern: old.turn) == turn else {
                    if let head = try failed.stored(batch, of: engine, old, db) { return head }
                    throw DurableError.otherWriter(engine: engine)
                }
                var head = old
                try PastTables.keep(batch, of: engine, &head, limit: pastLimit, db)
                try Self.write(batch, of: engine, &head, db)
                for (id, time) in batch.messages {
                    try db.cachedStatement(sql: "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?)").execute(
                        arguments: [engine, Data(id.utf8), Int64(bitPattern: batch.turn), time])
                }
                for message in batch.outgoing { try InboxTable.insert(message, db) }
                if let session = batch.session { try SessionTable.write(session, db) }
                head.turn = Int64(bitPattern: batch.turn)
                (head.lastNumber, head.time) = (max(head.lastNumber, batch.lastNumber), batch.time)
                try head.write(of: engine, db)
                // The commit follows.
                failed.add(batch, of: engine, head, after: old)
                return head
            }
            failed.remove(head, of: engine)
        }

        /// Writes the values, the work, the dead letters and the inbox of a batch.
        private static func write(
            _ batch: StoredBatch, of engine: String, _ head: inout EngineHead, _ db: Database
        ) throws {
            for (id, value) in batch.values {
                try write(StoredEntry("value", id, value), of: engine, isRemoved: value == nil, &head, db)
            }
            for (position, bytes) in batch.inbox { try InboxTable.replace(position, bytes, of: engine, db) }
            for (kind, list) in [("work", batch.work), ("letter", batch.letters)] {
                for (number, bytes) in list {
                    let entry = StoredEntry(kind, StoredID(store: "", key: "\(number)"), bytes.map { StoredValue($0) })
                    try write(entry, of: engine, isRemoved: bytes == nil, &head, db)
                }
            }
        }

        private static func write(
            _ entry: StoredEntry, of engine: String, isRemoved: Bool, _ head: inout EngineHead, _ db: Database
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
            let checksum = entry.checksum
            head.add(checksum)
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
                arguments: key + [entry.value.position, Data(entry.value.bytes), checksum])
        }

        package func post(_ message: StoredMessage) async throws(DurableError) {
            try await run(writes: true) { try InboxTable.insert(message, $0) }
        }

        package func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            try await run { try InboxTable.messages(of: engine, after: position, $0) }
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

        package func past(of engine: String) async throws(DurableError) -> [StoredPast] {
            var all: [StoredPast] = []
            for segment in try await run({ try PastTables.segments(of: engine, $0) }) {
                var past = StoredPast()
                var last: StoredID?
                // Many short transactions, so that a writer beside this can shorten its log.
                while true {
                    let after = last
                    let entries = try await run { try PastTables.values(of: engine, segment, after: after, $0) }
                    if entries.isEmpty { break }
                    for entry in entries { past.values[entry.id] = entry.value }
                    last = entries.last?.id
                }
                while true {
                    let turn = past.batches.last?.turn
                    let batches = try await run { try PastTables.batches(of: engine, segment, after: turn, $0) }
                    if batches.isEmpty { break }
                    past.batches += batches
                }
                all.append(past)
            }
            return all
        }

        /// The names of the engines, also of those that were never opened and have messages.
        private static func engineNames(_ db: Database) throws -> Set<String> {
            Set(try String.fetchAll(db, sql: "SELECT name FROM engine")).union(try InboxTable.engines(db))
        }

        package func migrations() async throws(DurableError) -> [String]? {
            try await run { db in
                let names = try Data.fetchAll(db, sql: "SELECT name FROM migration ORDER BY position")
                return try names.isEmpty && Self.engineNames(db).isEmpty
                    ? nil : names.map { String(decoding: $0, as: UTF8.self) }
            }
        }

        package func engines() async throws(DurableError) -> [String: StoredEngine] {
            try await run { db in
                try Dictionary(uniqueKeysWithValues: Self.engineNames(db).map { ($0, try Self.read($0, db)) })
            }
        }

        package func migrate(
            to engines: [String: StoredEngine], noting names: [String]
        ) async throws(DurableError) {
            try await run(writes: true) { db in
                for (name, engine) in engines {
                    let old = try Self.read(name, db)
                    var head = try EngineHead(of: name, db)
                    try PastTables.drop(name, &head, db)
                    try Self.write(StoredBatch(from: old, to: engine), of: name, &head, db)
                    try head.write(of: name, db)
                }
                try db.execute(sql: "DELETE FROM migration")
                for name in names {
                    try db.execute(sql: "INSERT INTO migration (name) VALUES (?)", arguments: [Data(name.utf8)])
                }
            }
        }
    }

    extension SQLiteBackend: MovableBackend {
        package func messages(of engine: String) async throws(DurableError) -> [StoredMessageID] {
            try await run { db in
                let select = "SELECT id, turn, time FROM message WHERE engine = ? ORDER BY turn, id"
                return try Row.fetchAll(db, sql: select, arguments: [engine]).map { row in
                    StoredMessageID(
                        id: String(decoding: try row.decode(Data.self, forColumn: "id"), as: UTF8.self),
                        turn: UInt64(bitPattern: try row.decode(Int64.self, forColumn: "turn")),
                        time: try row.decode(Double.self, forColumn: "time"))
                }
            }
        }
    }
#endif
