#if PostgreSQL
    /// The row of an engine.
    struct PostgresHead {
        var turn: Int64 = 0
        var lastNumber: Int64 = 0
        var segment: Int64 = 0
        var segmentBytes: Int64 = 0
        /// The node that has the engine; `nil` if it can be claimed.
        var owner: Int64?

        /// The head of an engine without entries.
        init() {}

        /// Reads the columns `name, turn, lastnumber, segment, segmentbytes, owner`.
        init(_ row: PostgresRow) {
            (turn, lastNumber) = (row.integer(1), row.integer(2))
            (segment, segmentBytes) = (row.integer(3), row.integer(4))
            owner = row.optionalInteger(5)
        }

        var hasSegment: Bool { segment > 0 }

        /// Returns those of the engines with these names whose owner has no lease.
        static let unowned = """
            SELECT name FROM millrace.engine AS engine WHERE name = ANY($1)
            AND NOT EXISTS (SELECT FROM millrace.node WHERE number = engine.owner)
            """
    }
#endif
