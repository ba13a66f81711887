#if PostgreSQL
    import Millrace

    // The owners of engines, and the values of all nodes.
    extension PostgresBackend {
        package func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void) { node.onEvent(receive) }

        /// The result of a claim.
        private enum Claim: Sendable {
            case claimed(version: Int64)
            case newer(version: Int64)
            case owned(number: Int64, node: String, isExpired: Bool)
        }

        package func claim(_ engine: String, asks: Bool) async throws(DurableError) -> Int {
            let known = Int64(node.migrations.count)
            let claim = try await writer.run { [node, options] connection throws(PostgresError) in
                var claim = try Self.claim(engine, node, known, options, connection)
                if case .owned(let number, _, true) = claim {
                    try PostgresNode.fence(number, onlyExpired: true, connection)
                    claim = try Self.claim(engine, node, known, options, connection)
                }
                return claim
            }
            switch claim {
            case .claimed(let version):
                node.add(engine)
                return Int(version)
            case .newer(let version):
                let names = try await migrations() ?? []
                throw .newerBuild(migrations: Array(names.prefix(Int(version)).dropFirst(Int(known))))
            case .owned(_, let owner, _):
                if asks { notifier.add([.asked(engine)]) }
                throw .owned(engine: engine, node: owner)
            }
        }

        private static func claim(
            _ engine: String, _ node: PostgresNode, _ known: Int64, _ options: PostgresOptions,
            _ connection: PostgresConnection
        ) throws(PostgresError) -> Claim {
            try connection.transaction { () throws(PostgresError) in
                let token = try connection.run(
                    "SELECT number FROM millrace.node WHERE number = $1 FOR KEY SHARE", .integer(node.number))
                // The next claim gets a new token.
                guard !token.isEmpty else { throw .lost(reason: "The lease of this node has ended.") }
                try connection.run(
                    "INSERT INTO millrace.engine (name, version) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(engine),
                    .integer(known))
                let row = try connection.run(
                    "SELECT version, owner FROM millrace.engine WHERE name = $1 FOR UPDATE", .text(engine))[0]
                let owner = try connection.run(
                    "SELECT number, name, expires < clock_timestamp() FROM millrace.node WHERE number = $1",
                    .integer(row.optionalInteger(1))
                ).first
                if let owner, owner.integer(0) != node.number, !options.ignoresOwners {
                    return .owned(number: owner.integer(0), node: owner.text(1), isExpired: owner.bool(2))
                }
                if row.integer(0) > known { return .newer(version: row.integer(0)) }
                try connection.run(
                    "UPDATE millrace.engine SET owner = $2 WHERE name = $1", .text(engine), .integer(node.number))
                return .claimed(version: row.integer(0))
            }
        }

        package func release(_ engine: String) async {
            // If the write fails, the next lease of this node does not get the engine.
            node.remove(engine)
            let statement = PostgresStatement(
                "UPDATE millrace.engine SET owner = NULL WHERE name = $1 AND owner = ANY($2)", .text(engine),
                .integers(Array(node.own)))
            do throws(DurableError) { try await writer.write(.statements([statement])) } catch { return }
            node.noteReleased(engine)
            notifier.add([.released(engine)])
        }

        package func confirm(_ engine: String) async throws(DurableError) {
            let rows = try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT number FROM millrace.engine JOIN millrace.node ON number = owner WHERE engine.name = $1",
                    .text(engine))
            }
            guard let owner = rows.first?.integer(0) else {
                // This node gets another lease, and the engine with it, unless another node is faster.
                throw .storage(reason: "The lease of this node has ended.")
            }
            if owner == node.number { return }
            // Another lease of this node is about to get it.
            if node.own.contains(owner) { throw .storage(reason: "The lease of this node is being replaced.") }
            throw .otherWriter(engine: engine)
        }

        package func values(
            of store: String, in engine: String, known turn: UInt64?
        ) async throws(DurableError) -> (turn: UInt64, values: [StoredID: StoredValue])? {
            try await read { connection throws(PostgresError) in
                // One statement, so that it sees one state.
                let rows = try connection.run(
                    """
                    SELECT turn, kind, entry.store, part, key, position, bytes
                    FROM millrace.engine LEFT JOIN millrace.entry
                    ON entry.engine = name AND kind = 'value' AND entry.store = $2 AND turn IS DISTINCT FROM $3
                    WHERE name = $1
                    """, .text(engine), .bytes(Array(store.utf8)), .integer(turn.map { Int64(bitPattern: $0) }))
                let last = UInt64(bitPattern: rows.first?.integer(0) ?? 0)
                if last == turn { return nil }
                var values: [StoredID: StoredValue] = [:]
                for row in rows where row.columns[1] != nil {
                    let entry = PostgresEntry(row, at: 1)
                    values[entry.id] = entry.value
                }
                return (last, values)
            }
        }

        // MARK: Values of all nodes

        package func value(_ name: String) async throws(DurableError) -> [UInt8]? {
            try await read { connection throws(PostgresError) in
                try connection.run("SELECT bytes FROM millrace.value WHERE name = $1", .text(name)).first?.bytes(0)
            }
        }

        package func setValue(_ name: String, to new: [UInt8], from old: [UInt8]?) async throws(DurableError) -> Bool {
            let statement =
                old == nil
                ? PostgresStatement(
                    "INSERT INTO millrace.value VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name", .text(name),
                    .bytes(new))
                : PostgresStatement(
                    "UPDATE millrace.value SET bytes = $2 WHERE name = $1 AND bytes = $3 RETURNING name", .text(name),
                    .bytes(new), .bytes(old))
            let hasChanged = try await reader.run { connection throws(PostgresError) in
                try !connection.run([statement])[0].rows.isEmpty
            }
            if hasChanged { notifier.add([.value(name)]) }
            return hasChanged
        }
    }
#endif
