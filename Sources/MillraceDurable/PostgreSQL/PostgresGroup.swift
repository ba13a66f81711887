#if PostgreSQL
    /// The writes of a transaction, as statements.
    struct PostgresGroup {
        private(set) var statements: [PostgresStatement] = []
        /// The turns of the engines after it.
        private(set) var turns: [String: UInt64] = [:]
        /// Whether a browser is connected to the sessions of these engines after it.
        private(set) var isConnected: [String: Bool] = [:]
        /// The notifications for other nodes after it.
        private(set) var notifications: [PostgresNotification] = []
        private var heads: [String: PostgresHead]
        private let node: Int64
        private let version: Int64
        private let pastLimit: Int
        private let unconfirmed: [String: UInt64]
        /// The position of the next message. It begins with the number of the transaction, so positions have the order of these numbers.
        private var position: Int64

        /// The number of bits of a position that distinguish the messages of one transaction.
        static let positionBits = 20

        init(
            _ transaction: Int64, _ node: PostgresNode, _ heads: [String: PostgresHead], pastLimit: Int
        ) {
            position = transaction << Self.positionBits
            (self.node, version) = (node.number, Int64(node.migrations.count))
            (self.heads, unconfirmed, self.pastLimit) = (heads, node.unconfirmed, pastLimit)
        }

        /// Adds a write. Returns why it is refused, so that it changes nothing.
        mutating func add(
            _ content: PostgresWriter.Content, _ connection: PostgresConnection
        ) throws(PostgresError) -> Result<Void, DurableError> {
            switch content {
            case .statements(let all, let engines):
                for (name, turn) in engines {
                    guard let head = heads[name] else { continue }
                    guard isOwn(head), turn.map({ UInt64(bitPattern: head.turn) == $0 }) ?? true else {
                        return .failure(.otherWriter(engine: name))
                    }
                }
                statements += all
            case .end(let end, let engines):
                statements.append(PostgresSessions.write(end, of: engines, by: node))
                for engine in engines { isConnected[engine] = end == nil }
            case .message(let message): add(message)
            case .batch(let batch, let engine, let turn): return try add(batch, of: engine, after: turn, connection)
            }
            return .success(())
        }

        /// Whether no other node has an engine.
        private func isOwn(_ head: PostgresHead) -> Bool { head.owner == nil || head.owner == node }

        private mutating func add(_ message: StoredMessage) {
            statements.append(
                .init(
                    "INSERT INTO millrace.inbox VALUES ($1, $2, $3)", .integer(position), .text(message.engine),
                    .bytes(message.bytes)))
            position += 1
            notifications.append(.message(message.engine))
        }

        private mutating func add(
            _ batch: StoredBatch, of engine: String, after turn: UInt64, _ connection: PostgresConnection
        ) throws(PostgresError) -> Result<Void, DurableError> {
            let old = heads[engine]
            var head = old ?? PostgresHead()
            guard isOwn(head) else { return .failure(.otherWriter(engine: engine)) }
            guard UInt64(bitPattern: head.turn) == turn else {
                // Its commit was not confirmed, and this node has had the engine since.
                let isStored =
                    head.owner == node && UInt64(bitPattern: head.turn) == batch.turn
                    && unconfirmed[engine] == batch.turn
                if isStored { noteStored(batch, of: engine) }
                return isStored ? .success(()) : .failure(.otherWriter(engine: engine))
            }
            statements += try PostgresPast.keep(batch, of: engine, &head, limit: pastLimit, connection)
            statements += Self.entries(of: batch, engine)
            if !batch.messages.isEmpty { addIDs(of: batch, engine) }
            statements += batch.inbox.map { Self.replace($0, $1) }
            for message in batch.outgoing { add(message) }
            if let session = batch.session { statements.append(PostgresSessions.write(session)) }
            head.turn = Int64(bitPattern: batch.turn)
            (head.lastNumber, head.owner) = (max(head.lastNumber, batch.lastNumber), node)
            addHead(head, of: engine, batch.time, isNew: old == nil)
            heads[engine] = head
            noteStored(batch, of: engine)
            if batch.delay == 0 { notifications.append(.stored(engine)) }
            return .success(())
        }

        private mutating func noteStored(_ batch: StoredBatch, of engine: String) {
            turns[engine] = batch.turn
            if let session = batch.session { isConnected[engine] = session.end == nil }
        }

        private mutating func addHead(_ head: PostgresHead, of engine: String, _ time: Double, isNew: Bool) {
            let values: [PostgresValue] = [
                .text(engine), .integer(node), .integer(head.turn), .integer(head.lastNumber), .real(time),
                .integer(head.segment), .integer(head.segmentBytes),
            ]
            if isNew {
                let columns = "name, owner, turn, lastnumber, time, segment, segmentbytes, version"
                statements.append(
                    .init(
                        "INSERT INTO millrace.engine (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                        values + [.integer(version)]))
            } else {
                statements.append(
                    .init(
                        """
                        UPDATE millrace.engine SET owner = $2, turn = $3, lastnumber = $4, time = $5, segment = $6,
                        segmentbytes = $7 WHERE name = $1
                        """, values))
            }
        }

        /// Returns the statements that write the values, the work and the dead letters of a batch.
        static func entries(of batch: StoredBatch, _ engine: String) -> [PostgresStatement] {
            var (removed, changed): ([PostgresEntry], [PostgresEntry]) = ([], [])
            func add(_ kind: String, _ id: StoredID, _ value: StoredValue?) {
                let entry = PostgresEntry(kind, id, value)
                if value == nil { removed.append(entry) } else { changed.append(entry) }
            }
            for (id, value) in batch.values { add("value", id, value) }
            for (kind, list) in [("work", batch.work), ("letter", batch.letters)] {
                for (number, bytes) in list {
                    add(kind, StoredID(store: "", key: "\(number)"), bytes.map { StoredValue($0) })
                }
            }
            return (removed.isEmpty ? [] : [PostgresEntry.delete(removed, of: engine)])
                + (changed.isEmpty ? [] : [PostgresEntry.write(changed, of: engine)])
        }

        private mutating func addIDs(of batch: StoredBatch, _ engine: String) {
            let ids = batch.messages.sorted { $0.key < $1.key }
            statements.append(
                .init(
                    """
                    INSERT INTO millrace.message SELECT $1, id, $2, time FROM unnest($3::bytea[], $4::float8[]) AS m(id, time)
                    ON CONFLICT (engine, id) DO UPDATE SET turn = excluded.turn, time = excluded.time
                    """, .text(engine), .integer(Int64(bitPattern: batch.turn)),
                    .byteArrays(ids.map { Array($0.key.utf8) }), .reals(ids.map(\.value))))
        }

        /// Returns the statement that replaces the bytes of a message, or removes it.
        static func replace(_ position: Int64, _ bytes: [UInt8]?) -> PostgresStatement {
            guard let bytes else {
                return PostgresStatement("DELETE FROM millrace.inbox WHERE position = $1", .integer(position))
            }
            return PostgresStatement(
                "UPDATE millrace.inbox SET bytes = $2 WHERE position = $1", .integer(position), .bytes(bytes))
        }
    }
#endif
