#if PostgreSQL
    import Millrace

    // The messages between engines, and lines for live connections.
    extension PostgresBackend {
        package func post(_ message: StoredMessage) async throws(DurableError) {
            try await writer.write(.message(message))
        }

        /// How long a read waits for transactions under way, at first and at most, in seconds.
        private static let (firstPause, maxPause) = (0.002, 0.1)

        package func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            var pause = Self.firstPause
            while true {
                let (messages, hasMore) = try await readable(of: engine, after: position)
                if !messages.isEmpty || !hasMore {
                    // Their notifications were received before this read.
                    if hasMore { node.send(.message(engine: engine)) }
                    return messages
                }
                await withCheckedContinuation { continuation in
                    options.clock.schedule(pause) { continuation.resume() }
                }
                pause = min(2 * pause, Self.maxPause)
            }
        }

        /// Reads messages that none of a transaction under way can precede. Also returns whether there are others.
        ///
        /// The number of a transaction is the begin of the positions of its messages. All transactions below the oldest one under way have
        /// ended.
        func readable(
            of engine: String, after position: Int64
        ) async throws(DurableError) -> (messages: [Int64: [UInt8]], hasMore: Bool) {
            let limit = 1_000
            let isReadable =
                options.ignoresOpenTransactions
                ? "true"
                : "position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint << \(PostgresGroup.positionBits)"
            let rows = try await read { connection throws(PostgresError) in
                try connection.run(
                    """
                    SELECT position, CASE WHEN \(isReadable) THEN bytes END FROM millrace.inbox
                    WHERE engine = $1 AND position > $2 ORDER BY position LIMIT \(limit)
                    """, .text(engine), .integer(position))
            }
            let messages = rows.filter { $0.columns[1] != nil }.map { ($0.integer(0), $0.bytes(1)) }
            return (Dictionary(uniqueKeysWithValues: messages), messages.count < rows.count || rows.count == limit)
        }

        package func lastPosition(inInboxOf engine: String) async throws(DurableError) -> Int64 {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT coalesce(max(position), 0) FROM millrace.inbox WHERE engine = $1", .text(engine))[0]
                    .integer(0)
            }
        }

        package func relay(_ lines: [UInt8], to connection: String) async throws(DurableError) {
            try await writer.write(
                .statements([
                    .init(
                        "INSERT INTO millrace.relay (connection, bytes) VALUES ($1, $2)", .text(connection),
                        .bytes(lines))
                ]))
            notifier.add([.relayed(connection)])
        }

        package func relayed(
            to connection: String, where isOwn: @escaping @Sendable ([UInt8]) -> Bool
        ) async throws(DurableError) -> [[UInt8]] {
            let rows: [PostgresRow] = try await reader.run { database throws(PostgresError) in
                let all = try database.run(
                    "SELECT position, bytes FROM millrace.relay WHERE connection = $1", .text(connection))
                let own = all.filter { isOwn($0.bytes(1)) }.map { $0.integer(0) }
                if own.isEmpty { return [] }
                return try database.run(
                    "DELETE FROM millrace.relay WHERE position = ANY($1) RETURNING position, bytes", .integers(own))
            }
            return rows.sorted { $0.integer(0) < $1.integer(0) }.map { $0.bytes(1) }
        }
    }

    extension PostgresBackend: MovableBackend {
        package func messages(of engine: String) async throws(DurableError) -> [StoredMessageID] {
            try await read { connection throws(PostgresError) in
                try connection.run(
                    "SELECT id, turn, time FROM millrace.message WHERE engine = $1 ORDER BY turn, id", .text(engine)
                ).map { row in
                    StoredMessageID(
                        id: row.text(0), turn: UInt64(bitPattern: row.integer(1)), time: row.optionalReal(2) ?? 0)
                }
            }
        }
    }
#endif
