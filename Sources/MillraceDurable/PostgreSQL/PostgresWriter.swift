#if PostgreSQL
    import Foundation
    import Millrace

    /// Writes to the database, on a thread of its own. Writes that wait for the end of a transaction share the next one, and so its sync.
    ///
    /// A transaction has two steps, each sent at once. The first locks the row of this node, which is its token, and reads the rows of the
    /// engines, which it locks too. The second contains the changes and the commit. A transaction with only messages has one step.
    final class PostgresWriter: Sendable {
        /// The content of a write.
        enum Content: Sendable {
            case batch(StoredBatch, engine: String, after: UInt64)
            case message(StoredMessage)
            /// Statements that change engines, each at a turn; `nil` for any.
            case statements([PostgresStatement], engines: [String: UInt64?] = [:])
            /// The end of the sessions of engines. Those of other nodes keep theirs.
            case end(Double?, engines: [String])

            fileprivate var message: StoredMessage? {
                if case .message(let message) = self { message } else { nil }
            }

            /// The names of the engines whose rows are locked.
            fileprivate var engines: [String] {
                switch self {
                case .batch(_, let engine, _): [engine]
                case .statements(_, let engines): Array(engines.keys)
                // A write of another node must not delay the own ones.
                case .end, .message: []
                }
            }
        }

        fileprivate struct Write: Sendable {
            let content: Content
            let finish: @Sendable (Result<Void, DurableError>) -> Void
        }

        private let thread: PostgresThread
        private let queue: WriteQueue<PostgresThread, Write>

        init(_ thread: PostgresThread, _ node: PostgresNode, _ notifier: PostgresNotifier, _ options: PostgresOptions) {
            self.thread = thread
            let commits = PostgresCommits(node, notifier, options)
            queue = WriteQueue(options.clock, execute: { thread.add($0) }, commit: { commits.commit($0, $1) })
        }

        /// Writes something behind what waits, and returns after the commit.
        ///
        /// - Parameter delay: How long it may wait for other writes, in seconds. Defaults to zero.
        func write(_ content: Content, delay: Double = 0) async throws(DurableError) {
            let result = await withCheckedContinuation { continuation in
                let write = Write(content: content) { continuation.resume(returning: $0) }
                if !queue.add(write, delay: delay) { write.finish(.failure(.closed)) }
            }
            try result.get()
        }

        /// Runs `body` on the thread of the writer, beside the transactions.
        func run<Result: Sendable>(
            _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
        ) async throws(DurableError) -> Result {
            if queue.isClosed { throw .closed }
            return try await thread.run(body)
        }

        /// Writes what waits, then runs `body`, and returns. Later writes fail, and the thread ends.
        func close(_ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Void) async {
            await withCheckedContinuation { continuation in end(body) { continuation.resume() } }
        }

        /// Does what ``close(_:)`` does, without waiting for it.
        func end(
            _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Void,
            then completion: @escaping @Sendable () -> Void = {}
        ) {
            queue.close()
            let isAdded = thread.add { [queue] thread in
                queue.run(thread)
                // The lease ends by itself if this fails.
                try? thread.use(body)
                completion()
            }
            if !isAdded { completion() }
            thread.end()
        }
    }

    /// The transactions of a writer.
    private final class PostgresCommits: Sendable {
        private let node: PostgresNode
        private let notifier: PostgresNotifier
        private let options: PostgresOptions

        init(_ node: PostgresNode, _ notifier: PostgresNotifier, _ options: PostgresOptions) {
            (self.node, self.notifier, self.options) = (node, notifier, options)
        }

        /// Commits writes in a transaction. If a statement is refused, each of them gets its own one.
        func commit(_ writes: [PostgresWriter.Write], _ thread: PostgresThread) {
            let results: [Result<Void, DurableError>]
            do throws(PostgresError) {
                results = try thread.use { connection throws(PostgresError) in try commit(writes, connection) }
            } catch {
                if case .refused = error, writes.count > 1 { return writes.forEach { commit([$0], thread) } }
                results = writes.map { _ in .failure(error.durable) }
            }
            for (write, result) in zip(writes, results) { write.finish(result) }
        }

        private func commit(
            _ writes: [PostgresWriter.Write], _ connection: PostgresConnection
        ) throws(PostgresError) -> [Result<Void, DurableError>] {
            try checkLease(connection)
            let messages = writes.compactMap(\.content.message)
            if messages.count == writes.count, options.afterCheck == nil, !options.ignoresToken {
                try post(messages, connection)
                return writes.map { _ in .success(()) }
            }
            let names = Set(writes.flatMap(\.content.engines))
            let (transaction, read) = try begin(names.sorted(), connection)
            var heads = read
            if options.ignoresOwners { trust(writes, &heads) }
            try stopAfterCheck(connection)
            var group = PostgresGroup(transaction, node, heads, pastLimit: options.pastLimit)
            let results: [Result<Void, DurableError>]
            do {
                results = try writes.map { write throws(PostgresError) in try group.add(write.content, connection) }
            } catch {
                try connection.run("ROLLBACK")
                throw error
            }
            // After an error, they can be stored.
            node.noteCommit(of: group.turns)
            try connection.commit(group.statements)
            node.noteStored(group.turns, isConnected: group.isConnected)
            notifier.add(group.notifications)
            return results
        }

        /// For proofs: accepts batches of a node that another one has followed.
        private func trust(_ writes: [PostgresWriter.Write], _ heads: inout [String: PostgresHead]) {
            for write in writes.reversed() {
                if case .batch(_, let engine, let turn) = write.content {
                    heads[engine]?.turn = Int64(bitPattern: turn)
                }
            }
        }

        /// Commits messages in one step, because no row of an engine is read first. Without the row of this node, none is inserted.
        private func post(_ messages: [StoredMessage], _ connection: PostgresConnection) throws(PostgresError) {
            // Statements that are sent together are one transaction.
            let answers = try connection.run(
                messages.enumerated().map { index, message in
                    PostgresStatement(
                        """
                        WITH token AS (SELECT number FROM millrace.node WHERE number = $4 FOR KEY SHARE)
                        INSERT INTO millrace.inbox
                        SELECT (pg_current_xact_id()::text::bigint << \(PostgresGroup.positionBits)) + $1, $2, $3 FROM token
                        """, .integer(Int64(index)), .text(message.engine), .bytes(message.bytes), .integer(node.number)
                    )
                })
            guard answers.allSatisfy({ $0.command == "INSERT 0 1" }) else { throw Self.leaseHasEnded }
            notifier.add(messages.map { .message($0.engine) })
        }

        private static let begin = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED")
        // The next write gets a new token.
        private static let leaseHasEnded = PostgresError.lost(reason: "The lease of this node has ended.")

        /// Calls the hook of proofs. Without a token, what follows is a transaction of its own.
        private func stopAfterCheck(_ connection: PostgresConnection) throws(PostgresError) {
            if options.ignoresToken { try connection.run("COMMIT") }
            options.afterCheck?()
            if options.ignoresToken { try connection.run("BEGIN") }
        }

        /// Extends the lease if its time is over, and gets a new one if another node has ended it.
        private func checkLease(_ connection: PostgresConnection) throws(PostgresError) {
            if node.isValid || options.ignoresToken { return }
            if try !node.renew(on: connection) { try node.register(on: connection) }
        }

        /// Begins a transaction. Returns its number, and the heads of engines.
        private func begin(
            _ engines: [String], _ connection: PostgresConnection
        ) throws(PostgresError) -> (Int64, [String: PostgresHead]) {
            let answers = try connection.run([
                Self.begin,
                .init(
                    "SELECT pg_current_xact_id()::text::bigint FROM millrace.node WHERE number = $1 FOR KEY SHARE",
                    .integer(node.number)),
                .init(
                    """
                    SELECT name, turn, lastnumber, segment, segmentbytes, owner FROM millrace.engine
                    WHERE name = ANY($1) ORDER BY name FOR UPDATE
                    """, .texts(engines)),
            ])
            guard let transaction = answers[1].rows.first?.integer(0) else {
                try connection.run("ROLLBACK")
                throw Self.leaseHasEnded
            }
            let owners = answers[2].rows.map { ($0.text(0), PostgresHead($0)) }
            var heads = Dictionary(uniqueKeysWithValues: owners)
            try release(&heads, connection)
            return (transaction, heads)
        }

        /// Removes the owners that have no lease.
        private func release(
            _ heads: inout [String: PostgresHead], _ connection: PostgresConnection
        ) throws(PostgresError) {
            let others = heads.filter { $0.value.owner != nil && $0.value.owner != node.number }.map(\.key)
            if others.isEmpty { return }
            // A statement of its own, so that it sees what has happened while the one before waited for a lock.
            let unowned = try connection.run(PostgresHead.unowned, .texts(others)).map { $0.text(0) }
            for name in options.ignoresOwners ? others : unowned { heads[name]?.owner = nil }
        }
    }
#endif
