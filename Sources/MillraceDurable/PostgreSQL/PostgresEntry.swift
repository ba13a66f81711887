#if PostgreSQL
    /// A row of the table `entry`.
    struct PostgresEntry {
        let kind: String
        let id: StoredID
        let value: StoredValue

        init(_ kind: String, _ id: StoredID, _ value: StoredValue?) {
            (self.kind, self.id, self.value) = (kind, id, value ?? StoredValue([]))
        }

        /// Reads the columns `kind, store, part, key, position, bytes`, which begin at an index.
        init(_ row: PostgresRow, at first: Int = 0) {
            kind = row.text(first)
            id = StoredID(store: row.text(first + 1), part: row.text(first + 2), key: row.text(first + 3))
            value = StoredValue(row.bytes(first + 5), position: row.integer(first + 4))
        }

        func insert(into engine: inout StoredEngine) {
            switch kind {
            case "value": engine.values[id] = value
            case "work": engine.work[Int64(id.key) ?? 0] = value.bytes
            default: engine.letters[Int64(id.key) ?? 0] = value.bytes
            }
        }

        private static func keys(_ entries: [PostgresEntry]) -> [PostgresValue] {
            [
                .texts(entries.map(\.kind)), .byteArrays(entries.map { Array($0.id.store.utf8) }),
                .byteArrays(entries.map { Array($0.id.part.utf8) }), .byteArrays(entries.map { Array($0.id.key.utf8) }),
            ]
        }

        /// Inserts entries, or replaces their values.
        static func write(_ entries: [PostgresEntry], of engine: String) -> PostgresStatement {
            PostgresStatement(
                """
                INSERT INTO millrace.entry SELECT $1, * FROM
                unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bigint[], $7::bytea[])
                ON CONFLICT (engine, kind, store, part, key)
                DO UPDATE SET position = excluded.position, bytes = excluded.bytes
                """,
                [.text(engine)] + keys(entries) + [
                    .integers(entries.map(\.value.position)), .byteArrays(entries.map(\.value.bytes)),
                ])
        }

        static func delete(_ entries: [PostgresEntry], of engine: String) -> PostgresStatement {
            PostgresStatement(
                """
                DELETE FROM millrace.entry USING
                unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[]) AS removed(kind, store, part, key)
                WHERE engine = $1 AND entry.kind = removed.kind AND entry.store = removed.store
                AND entry.part = removed.part AND entry.key = removed.key
                """, [.text(engine)] + keys(entries))
        }
    }
#endif
