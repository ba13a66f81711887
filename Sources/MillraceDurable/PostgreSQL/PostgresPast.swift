#if PostgreSQL
    /// The kept actions of engines, in segments. A segment is a copy of the values, and the batches that have changed them since. There are at
    /// most two segments of an engine.
    enum PostgresPast {
        /// Returns the statements that keep the actions of a batch. They precede those that write its values.
        ///
        /// - Parameter limit: The maximum number of bytes that are kept.
        static func keep(
            _ batch: StoredBatch, of engine: String, _ head: inout PostgresHead, limit: Int,
            _ connection: PostgresConnection
        ) throws(PostgresError) -> [PostgresStatement] {
            switch batch.past {
            case .none: return head.hasSegment ? drop(engine, &head) : []
            case .restart:
                if head.hasSegment { head.segmentBytes = .max }
                return []
            case .actions(let bytes):
                if bytes.isEmpty || limit == 0 { return [] }
                if !head.hasSegment, head.segmentBytes > 0 {
                    // The values were too large. They are looked at again after as many bytes of actions.
                    head.segmentBytes = max(0, head.segmentBytes - Int64(bytes.count))
                    return []
                }
                var statements: [PostgresStatement] = []
                if !head.hasSegment || head.segmentBytes > limit / 2 {
                    statements = try begin(engine, &head, limit, connection)
                }
                if !head.hasSegment { return statements }
                head.segmentBytes += Int64(bytes.count)
                return statements + [
                    PostgresStatement(
                        "INSERT INTO millrace.past VALUES ($1, $2, $3, $4, $5)", .text(engine), .integer(head.segment),
                        .integer(Int64(bitPattern: batch.turn)), .integer(batch.digest), .bytes(bytes))
                ]
            }
        }

        /// Begins a segment with the stored values; drops all segments if the values are too large.
        private static func begin(
            _ engine: String, _ head: inout PostgresHead, _ limit: Int, _ connection: PostgresConnection
        ) throws(PostgresError) -> [PostgresStatement] {
            let size = try connection.run(
                "SELECT coalesce(sum(length(bytes)), 0)::bigint FROM millrace.entry WHERE engine = $1 AND kind = 'value'",
                .text(engine))[0].integer(0)
            if size > limit / 4 {
                defer { head.segmentBytes = size }
                return drop(engine, &head)
            }
            (head.segment, head.segmentBytes) = (abs(head.segment) + 1, size)
            let old: [PostgresValue] = [.text(engine), .integer(head.segment - 1)]
            return ["base", "past"].map {
                PostgresStatement("DELETE FROM millrace.\($0) WHERE engine = $1 AND segment < $2", old)
            } + [
                PostgresStatement(
                    """
                    INSERT INTO millrace.base SELECT engine, $2, store, part, key, position, bytes FROM millrace.entry
                    WHERE engine = $1 AND kind = 'value'
                    """, .text(engine), .integer(head.segment))
            ]
        }

        /// Returns the statements that remove everything that is kept of an engine.
        static func drop(_ engine: String, _ head: inout PostgresHead) -> [PostgresStatement] {
            (head.segment, head.segmentBytes) = (-abs(head.segment), 0)
            return ["base", "past"].map {
                PostgresStatement("DELETE FROM millrace.\($0) WHERE engine = $1", .text(engine))
            }
        }

        /// Returns what is kept of an engine, the oldest segment first.
        static func all(of engine: String, _ connection: PostgresConnection) throws(PostgresError) -> [StoredPast] {
            var segments: [Int64: StoredPast] = [:]
            let batches = try connection.run(
                "SELECT segment, turn, digest, bytes FROM millrace.past WHERE engine = $1 ORDER BY segment, turn",
                .text(engine))
            for row in batches {
                segments[row.integer(0), default: StoredPast()].batches.append(
                    .init(
                        turn: UInt64(bitPattern: row.integer(1)), digest: row.integer(2), actions: row.bytes(3)))
            }
            let values = try connection.run(
                "SELECT segment, store, part, key, position, bytes FROM millrace.base WHERE engine = $1", .text(engine))
            for row in values {
                let id = StoredID(store: row.text(1), part: row.text(2), key: row.text(3))
                segments[row.integer(0)]?.values[id] = StoredValue(row.bytes(5), position: row.integer(4))
            }
            return segments.sorted { $0.key < $1.key }.map(\.value)
        }
    }
#endif
