#if SQLite || App
    import Foundation
    import GRDB
    import MillraceJournal

    /// The tables of the kept actions. A segment is a copy of the values, and the batches that have changed them since.
    ///
    /// There are at most two segments of an engine: the one that grows, and the one before it.
    enum PastTables {
        static let schema = """
            CREATE TABLE base (
                engine TEXT NOT NULL, segment INTEGER NOT NULL, kind TEXT NOT NULL, store BLOB NOT NULL, part BLOB NOT NULL,
                key BLOB NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL, checksum INTEGER NOT NULL,
                PRIMARY KEY (engine, segment, store, part, key)) WITHOUT ROWID;
            CREATE TABLE past (
                engine TEXT NOT NULL, segment INTEGER NOT NULL, turn INTEGER NOT NULL, digest INTEGER NOT NULL,
                bytes BLOB NOT NULL, checksum INTEGER NOT NULL,
                PRIMARY KEY (engine, segment, turn)) WITHOUT ROWID;
            """

        /// Keeps the actions of a batch. Call it before the values of the batch are written.
        ///
        /// - Parameter limit: The maximum number of bytes that are kept.
        static func keep(
            _ batch: StoredBatch, of engine: String, _ head: inout EngineHead, limit: Int, _ db: Database
        ) throws {
            switch batch.past {
            case .none:
                if head.hasSegment { try drop(engine, &head, db) }
            case .restart:
                if head.hasSegment { head.segmentBytes = .max }
            case .actions(let bytes):
                if bytes.isEmpty || limit == 0 { return }
                if !head.hasSegment, head.segmentBytes > 0 {
                    // The values were too large. They are looked at again after as many bytes of actions.
                    head.segmentBytes = max(0, head.segmentBytes - Int64(bytes.count))
                    return
                }
                if !head.hasSegment || head.segmentBytes > limit / 2 { try begin(engine, &head, limit, db) }
                if !head.hasSegment { return }
                let turn = Int64(bitPattern: batch.turn)
                let digest = batch.digest
                head.segmentBytes += Int64(bytes.count)
                try db.cachedStatement(sql: "INSERT OR REPLACE INTO past VALUES (?, ?, ?, ?, ?, ?)").execute(
                    arguments: [
                        engine, head.segment, turn, digest, Data(bytes), checksum(turn, digest, bytes),
                    ])
            }
        }

        /// Begins a segment with the stored values; drops all segments if the values are too large.
        private static func begin(
            _ engine: String, _ head: inout EngineHead, _ limit: Int, _ db: Database
        ) throws {
            let size =
                try Int64.fetchOne(
                    db, sql: "SELECT sum(length(bytes)) FROM entry WHERE engine = ? AND kind = 'value'",
                    arguments: [engine]) ?? 0
            if size > limit / 4 {
                try drop(engine, &head, db)
                head.segmentBytes = size
                return
            }
            (head.segment, head.segmentBytes) = (abs(head.segment) + 1, size)
            try deleteOld(engine, head.segment, db)
            try db.execute(
                sql: """
                    INSERT INTO base SELECT engine, ?, kind, store, part, key, position, bytes, checksum
                    FROM entry WHERE engine = ? AND kind = 'value'
                    """, arguments: [head.segment, engine])
        }

        private static func deleteOld(_ engine: String, _ segment: Int64, _ db: Database) throws {
            for table in ["base", "past"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE engine = ? AND segment < ?", arguments: [engine, segment - 1])
            }
        }

        /// Removes everything that is kept of an engine.
        static func drop(_ engine: String, _ head: inout EngineHead, _ db: Database) throws {
            (head.segment, head.segmentBytes) = (-abs(head.segment), 0)
            for table in ["base", "past"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE engine = ?", arguments: [engine])
            }
        }

        private static func checksum(_ turn: Int64, _ digest: Int64, _ bytes: [UInt8]) -> Int64 {
            Checksum.of("\(turn)", "\(digest)", bytes: bytes)
        }

        // MARK: Reading

        /// The number of rows that one transaction reads.
        private static let page = 500

        /// Returns the numbers of the segments of an engine.
        static func segments(of engine: String, _ db: Database) throws -> [Int64] {
            try Int64.fetchAll(
                db, sql: "SELECT DISTINCT segment FROM past WHERE engine = ? ORDER BY segment", arguments: [engine])
        }

        /// Returns the next values of a segment.
        static func values(of engine: String, _ segment: Int64, after id: StoredID?, _ db: Database) throws
            -> [StoredEntry]
        {
            let order = "ORDER BY store, part, key LIMIT \(page)"
            let rows =
                if let id {
                    try Row.fetchAll(
                        db,
                        sql:
                            "SELECT * FROM base WHERE engine = ? AND segment = ? AND (store, part, key) > (?, ?, ?) \(order)",
                        arguments: [
                            engine, segment, Data(id.store.utf8), Data(id.part.utf8), Data(id.key.utf8),
                        ])
                } else {
                    try Row.fetchAll(
                        db, sql: "SELECT * FROM base WHERE engine = ? AND segment = ? \(order)",
                        arguments: [engine, segment])
                }
            return try rows.map { try StoredEntry(checked: $0, of: engine, "the kept value ") }
        }

        /// Returns the next batches of a segment.
        static func batches(
            of engine: String, _ segment: Int64, after turn: UInt64?, _ db: Database
        ) throws -> [StoredPast.Batch] {
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM past WHERE engine = ? AND segment = ? AND turn > ? ORDER BY turn LIMIT \(page)",
                arguments: [engine, segment, turn.map { Int64(bitPattern: $0) } ?? Int64.min])
            return try rows.map { row in
                let (turn, digest) = (
                    try row.decode(Int64.self, forColumn: "turn"), try row.decode(Int64.self, forColumn: "digest")
                )
                let bytes = Array(try row.decode(Data.self, forColumn: "bytes"))
                guard checksum(turn, digest, bytes) == (try row.decode(Int64.self, forColumn: "checksum")) else {
                    throw DurableError.damaged(engine: engine, place: "the kept turn \(turn)")
                }
                return .init(turn: UInt64(bitPattern: turn), digest: digest, actions: bytes)
            }
        }
    }
#endif
