#if PostgreSQL
    import Millrace

    // What is stored of the engines.
    extension PostgresBackend: SharedBackend {
        package var keepsActions: Bool { options.pastLimit > 0 }

        package func generation() async throws(DurableError) -> String {
            if let known = node.generation { return known }
            // On the connection of the lease, so that another one comes after it.
            return try await writer.run { [node] connection throws(PostgresError) in
                let name = try connection.run("SELECT generation FROM millrace.origin")[0].text(0)
                node.generation = name
                return name
            }
        }

        package func load(_ engine: String) async throws(DurableError) -> StoredEngine {
            try await read { connection throws(PostgresError) in
                var stored =
                    try Self.engines(" WHERE name = $1", " WHERE engine = $1", [.text(engine)], connection)[engine]
                    ?? StoredEngine()
                let messages = try connection.run(
                    "SELECT position, bytes FROM millrace.inbox WHERE engine = $1", .text(engine))
                for row in messages { stored.inbox[row.integer(0)] = row.bytes(1) }
                return stored
            }
        }

        /// Reads engines without their inboxes.
        private static func engines(
            _ heads: String, _ entries: String, _ values: [PostgresValue], _ connection: PostgresConnection
        ) throws(PostgresError) -> [String: StoredEngine] {
            // Both statements see the same state.
            let answers = try connection.run([
                .init("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
                .init("SELECT name, turn, lastnumber, time FROM millrace.engine\(heads)", values),
                .init("SELECT engine, kind, store, part, key, position, bytes FROM millrace.entry\(entries)", values),
                .init("COMMIT"),
            ])
            var engines: [String: StoredEngine] = [:]
            for row in answers[1].rows {
                var engine = StoredEngine()
                (engine.turn, engine.lastNumber) = (UInt64(bitPattern: row.integer(1)), row.integer(2))
                engine.time = row.optionalReal(3) ?? 0
                engines[row.text(0)] = engine
            }
            for row in answers[2].rows {
                PostgresEntry(row, at: 1).insert(into: &engines[row.text(0), default: StoredEngine()])
            }
            return engines
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            try await writer.write(.batch(batch, engine: engine, after: turn), delay: batch.delay)
        }

        package func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT turn FROM millrace.message WHERE engine = $1 AND id = $2", .text(engine),
                    .bytes(Array(id.utf8))
                ).first.map { UInt64(bitPattern: $0.integer(0)) }
            }
        }

        package func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await writer.write(
                .statements([
                    .init("DELETE FROM millrace.message WHERE engine = $1 AND time < $2", .text(engine), .real(time))
                ]))
        }

        package func past(of engine: String) async throws(DurableError) -> [StoredPast] {
            try await read { connection throws(PostgresError) in try PostgresPast.all(of: engine, connection) }
        }

        package func engines() async throws(DurableError) -> [String: StoredEngine] {
            try await read { connection throws(PostgresError) in
                var engines = try Self.engines("", "", [], connection)
                let messages = try connection.run("SELECT engine, position, bytes FROM millrace.inbox")
                for row in messages {
                    engines[row.text(0), default: StoredEngine()].inbox[row.integer(1)] = row.bytes(2)
                }
                return engines
            }
        }

        // MARK: Migrations

        package func migrations() async throws(DurableError) -> [String]? {
            try await read { connection throws(PostgresError) in
                let names = try Self.migrations(connection)
                let hasContent = try connection.run(
                    "SELECT EXISTS (SELECT FROM millrace.engine) OR EXISTS (SELECT FROM millrace.inbox)")[0].bool(0)
                return names.isEmpty && !hasContent ? nil : names
            }
        }

        private static func migrations(_ connection: PostgresConnection) throws(PostgresError) -> [String] {
            try connection.run("SELECT name FROM millrace.migration ORDER BY position").map { $0.text(0) }
        }

        package func declare(_ migrations: [String]) async throws(DurableError) {
            let others: [String]? = try await writer.run { connection throws(PostgresError) in
                try connection.transaction { () throws(PostgresError) in
                    try connection.run("LOCK TABLE millrace.migration IN EXCLUSIVE MODE")
                    let stored = try Self.migrations(connection)
                    guard zip(stored, migrations).allSatisfy({ $0 == $1 }) else {
                        return stored
                    }
                    for (index, name) in migrations.enumerated().dropFirst(stored.count) {
                        try connection.run(
                            "INSERT INTO millrace.migration VALUES ($1, $2)", .integer(Int64(index)),
                            .bytes(Array(name.utf8)))
                    }
                    return nil
                }
            }
            if let others {
                let unknown = others.filter { !migrations.contains($0) }
                // Those in another order are named, too.
                throw .newerBuild(migrations: unknown.isEmpty ? others : unknown)
            }
            node.migrations = migrations
        }

        package func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {
            // A newer build can have noted more.
            var statements: [PostgresStatement] = engines.isEmpty ? [.init("DELETE FROM millrace.migration")] : []
            for (index, name) in names.enumerated() {
                statements.append(
                    .init(
                        "INSERT INTO millrace.migration VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(Int64(index)),
                        .bytes(Array(name.utf8))))
            }
            for (name, engine) in engines {
                var (batch, head) = (StoredBatch(from: StoredEngine(), to: engine), PostgresHead())
                batch.inbox = [:]
                statements.append(.init("DELETE FROM millrace.entry WHERE engine = $1", .text(name)))
                statements += PostgresPast.drop(name, &head)
                statements += PostgresGroup.entries(of: batch, name)
                // Those that were stored meanwhile stay.
                statements += engine.inbox.map { PostgresGroup.replace($0, $1) }
                statements.append(
                    .init(
                        """
                        INSERT INTO millrace.engine (name, turn, lastnumber, time, version) VALUES ($1, $2, $3, $4, $5)
                        ON CONFLICT (name) DO UPDATE SET turn = excluded.turn, lastnumber = excluded.lastnumber,
                        time = excluded.time, version = excluded.version, segment = -abs(engine.segment), segmentbytes = 0
                        """, .text(name), .integer(Int64(bitPattern: engine.turn)), .integer(engine.lastNumber),
                        .real(engine.time), .integer(Int64(names.count))))
            }
            try await writer.write(.statements(statements, engines: engines.mapValues(\.turn)))
        }
    }
#endif
