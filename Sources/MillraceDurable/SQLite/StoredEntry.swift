#if SQLite || App
    import Foundation
    import GRDB
    import MillraceJournal

    /// A row of the table `entry`.
    struct StoredEntry {
        let kind, store, part, key: String
        let value: StoredValue

        init(_ kind: String, _ id: StoredID, _ value: StoredValue?) {
            (self.kind, store, part, key) = (kind, id.store, id.part, id.key)
            self.value = value ?? StoredValue([])
        }

        init(_ row: Row) throws {
            func bytes(_ column: String) throws -> Data { try row.decode(Data.self, forColumn: column) }
            // A text of SQLite would end at a null character.
            func text(_ column: String) throws -> String { String(decoding: try bytes(column), as: UTF8.self) }
            let id = StoredID(store: try text("store"), part: try text("part"), key: try text("key"))
            let position = try row.decode(Int64.self, forColumn: "position")
            self.init(
                try row.decode(String.self, forColumn: "kind"), id,
                StoredValue(Array(try bytes("bytes")), position: position))
        }

        /// Reads a row, and checks its checksum.
        ///
        /// - Parameter description: The begin of the place in an error. Defaults to an empty text.
        init(checked row: Row, of engine: String, _ description: String = "") throws {
            try self.init(row)
            guard checksum == (try row.decode(Int64.self, forColumn: "checksum")) else {
                throw DurableError.damaged(engine: engine, place: description + place)
            }
        }

        var id: StoredID { StoredID(store: store, part: part, key: key) }
        var place: String { [kind, store, part, key].filter { !$0.isEmpty }.joined(separator: " ") }

        /// The checksum of everything in the row.
        var checksum: Int64 { Checksum.of(kind, store, part, key, "\(value.position)", bytes: value.bytes) }

        func insert(into engine: inout StoredEngine) {
            switch kind {
            case "value": engine.values[id] = value
            case "work": engine.work[Int64(key) ?? 0] = value.bytes
            default: engine.letters[Int64(key) ?? 0] = value.bytes
            }
        }
    }

    /// The row of an engine: what is stored of it, and how much.
    struct EngineHead: Equatable {
        var turn: Int64 = 0
        var lastNumber: Int64 = 0
        /// The time of the engine's clock.
        var time = 0.0
        private(set) var entries: Int64 = 0
        private(set) var sum: Int64 = 0
        /// The segment of the kept actions that grows. Without one, 0 or the negative number of the last one, so that numbers are not used
        /// again.
        var segment: Int64 = 0
        /// The bytes of this segment. Too many begin another one.
        var segmentBytes: Int64 = 0

        var hasSegment: Bool { segment > 0 }

        /// The head of an engine without entries.
        init() {}

        /// Reads the head of an engine, which can be new.
        init(of engine: String, _ db: Database) throws {
            let statement = try db.cachedStatement(sql: "SELECT * FROM engine WHERE name = ?")
            guard let row = try Row.fetchOne(statement, arguments: [engine]) else { return }
            func number(_ column: String) throws -> Int64 { try row.decode(Int64.self, forColumn: column) }
            (turn, lastNumber) = (try number("turn"), try number("lastNumber"))
            (entries, sum) = (try number("entries"), try number("sum"))
            (segment, segmentBytes) = (try number("segment"), try number("segmentBytes"))
            time = try row.decode(Double.self, forColumn: "time")
            guard try number("checksum") == checksum else {
                throw DurableError.damaged(engine: engine, place: "the row of the engine")
            }
        }

        func write(of engine: String, _ db: Database) throws {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO engine VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(
                arguments: [engine, turn, lastNumber, entries, sum, checksum, time, segment, segmentBytes])
        }

        mutating func add(_ checksum: Int64) { (entries, sum) = (entries + 1, sum &+ checksum) }
        mutating func remove(_ checksum: Int64) { (entries, sum) = (entries - 1, sum &- checksum) }

        private var checksum: Int64 {
            Checksum.of("\(turn) \(lastNumber) \(entries) \(sum) \(time.bitPattern) \(segment) \(segmentBytes)")
        }

        /// Rewrites the heads of a file with format 1, which have fewer columns.
        static func upgradeFromFormat1(_ db: Database) throws {
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM engine")
            try db.execute(
                sql: """
                    ALTER TABLE engine ADD COLUMN time REAL NOT NULL DEFAULT 0;
                    ALTER TABLE engine ADD COLUMN segment INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE engine ADD COLUMN segmentBytes INTEGER NOT NULL DEFAULT 0;
                    """)
            for row in rows {
                func number(_ column: String) throws -> Int64 { try row.decode(Int64.self, forColumn: column) }
                let name = try row.decode(String.self, forColumn: "name")
                var head = EngineHead()
                (head.turn, head.lastNumber) = (try number("turn"), try number("lastNumber"))
                (head.entries, head.sum) = (try number("entries"), try number("sum"))
                guard
                    try number("checksum")
                        == Checksum.of("\(head.turn) \(head.lastNumber) \(head.entries) \(head.sum)")
                else { throw DurableError.damaged(engine: name, place: "the row of the engine") }
                try head.write(of: name, db)
            }
        }
    }
#endif
