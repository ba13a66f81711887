#if PostgreSQL
    /// The sessions of live pages, in the order of their numbers: the newest has the highest one.
    enum PostgresSessions {
        /// The columns that a row is read from.
        static let columns = "session.id, session.engine, session.owner, session.address, session.endtime"

        static func session(_ row: PostgresRow) -> StoredSession {
            StoredSession(
                id: row.text(0), engine: row.text(1), owner: row.bytes(2), address: row.text(3),
                end: row.optionalReal(4))
        }

        /// Inserts a session, or replaces the one of the same engine, whose number it keeps.
        static func write(_ session: StoredSession) -> PostgresStatement {
            PostgresStatement(
                """
                INSERT INTO millrace.session (engine, id, owner, address, endtime) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (engine) DO UPDATE SET id = excluded.id, owner = excluded.owner, address = excluded.address,
                endtime = excluded.endtime
                """, .text(session.engine), .bytes(Array(session.id.utf8)), .bytes(session.owner),
                .bytes(Array(session.address.utf8)), .real(session.end))
        }

        /// Replaces the end of the sessions of these engines, unless another node than this one has them.
        static func write(_ end: Double?, of engines: [String], by node: Int64) -> PostgresStatement {
            PostgresStatement(
                """
                UPDATE millrace.session SET endtime = $1 WHERE engine = ANY($2) AND NOT EXISTS (
                    SELECT FROM millrace.engine JOIN millrace.node ON number = owner
                    WHERE engine.name = session.engine AND owner <> $3)
                """, .real(end), .texts(engines), .integer(node))
        }

        /// Ends the sessions of the engines that a node has, because its browsers are not connected any more. $1 is its number.
        static let end = """
            UPDATE millrace.session SET endtime = extract(epoch FROM clock_timestamp())::double precision
            WHERE endtime IS NULL AND engine IN (SELECT name FROM millrace.engine WHERE owner = $1)
            """

        /// The sum of the lengths of everything that is stored of an engine, as SQL.
        static func bytes(of engine: String) -> String {
            let columns = [
                ("entry", "bytes"), ("inbox", "bytes"), ("base", "bytes"), ("past", "bytes"), ("message", "id"),
            ]
            return columns.map { table, column in
                "(SELECT coalesce(sum(length(\(column))), 0) FROM millrace.\(table) WHERE \(table).engine = \(engine))"
            }.joined(separator: " + ")
        }
    }

    extension PostgresBackend {
        package func sessions(withID id: String) async throws(DurableError) -> [StoredSession] {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT \(PostgresSessions.columns) FROM millrace.session WHERE id = $1 ORDER BY number DESC",
                    .bytes(Array(id.utf8))
                ).map(PostgresSessions.session)
            }
        }

        package func session(of engine: String) async throws(DurableError) -> StoredSession? {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT \(PostgresSessions.columns) FROM millrace.session WHERE engine = $1", .text(engine)
                ).first.map(PostgresSessions.session)
            }
        }

        package func sessions(endedBefore time: Double) async throws(DurableError) -> [String] {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    """
                    SELECT session.engine FROM millrace.session JOIN millrace.engine ON name = session.engine
                    WHERE endtime < $1 AND NOT EXISTS (SELECT FROM millrace.node WHERE number = engine.owner) LIMIT 1000
                    """, .real(time)
                ).map { $0.text(0) }
            }
        }

        package func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            let bytes = PostgresSessions.bytes(of: "session.engine")
            return try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT \(PostgresSessions.columns), (\(bytes))::bigint FROM millrace.session ORDER BY number"
                ).map { (PostgresSessions.session($0), Int($0.integer(5))) }
            }
        }

        /// How long a write of a time may wait for others, in seconds.
        private static let endDelay = 0.01

        package func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError) {
            if engines.isEmpty { return }
            try await writer.write(.end(end, engines: engines), delay: Self.endDelay)
        }

        package func bytes(of engine: String) async throws(DurableError) -> Int {
            try await read { connection throws(PostgresError) in
                Int(
                    try connection.run("SELECT (\(PostgresSessions.bytes(of: "$1")))::bigint", .text(engine))[0]
                        .integer(0))
            }
        }

        package func remove(_ engines: [String]) async throws(DurableError) {
            if engines.isEmpty { return }
            let tables = ["entry", "inbox", "base", "past", "message", "session"].map { ($0, "engine") }
            let statements = (tables + [("engine", "name")]).map { table, column in
                PostgresStatement("DELETE FROM millrace.\(table) WHERE \(column) = ANY($1)", .texts(engines))
            }
            let names = Dictionary(engines.map { ($0, UInt64?.none) }) { first, _ in first }
            try await writer.write(.statements(statements, engines: names))
            for engine in engines { node.remove(engine) }
        }

        package func sessionWork() async throws(DurableError) -> [String: [[UInt8]]] {
            try await read { connection throws(PostgresError) in
                let rows = try connection.run(
                    """
                    SELECT session.engine, entry.key, entry.bytes
                    FROM millrace.session JOIN millrace.engine ON name = session.engine
                    LEFT JOIN millrace.entry ON entry.engine = session.engine AND kind = 'work'
                    WHERE NOT EXISTS (SELECT FROM millrace.node WHERE number = engine.owner)
                    AND (entry.engine IS NOT NULL
                        OR EXISTS (SELECT FROM millrace.inbox WHERE inbox.engine = session.engine))
                    """)
                var records: [String: [Int64: [UInt8]]] = [:]
                for row in rows {
                    records[row.text(0), default: [:]][Int64(row.text(1)) ?? 0] =
                        row.columns[1] == nil ? nil : row.bytes(2)
                }
                return records.mapValues { all in all.sorted { $0.key < $1.key }.map(\.value) }
            }
        }
    }
#endif
