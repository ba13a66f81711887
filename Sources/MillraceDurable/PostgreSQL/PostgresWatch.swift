#if PostgreSQL
    import Foundation
    import Millrace

    /// Extends the lease of a node, and ends those of others. Finds messages whose notifications were lost, and transactions that keep
    /// messages from being read.
    final class PostgresWatch: Sendable {
        private struct State {
            /// The oldest transaction under way, and when it was seen first.
            var oldest: (number: Int64, since: Double) = (0, 0)
            var lastPoll = -Double.infinity
        }

        private let node: PostgresNode
        private let writer: PostgresThread
        private let options: PostgresOptions
        private let state = Lock(State())
        /// How long a transaction may be under way until it is reported, in seconds.
        private static let maxAge = 1.5

        init(_ node: PostgresNode, _ writer: PostgresThread, _ options: PostgresOptions) {
            (self.node, self.writer, self.options) = (node, writer, options)
        }

        func run(_ thread: PostgresThread) {
            do throws(PostgresError) {
                try thread.use { connection throws(PostgresError) in try look(connection) }
            } catch {
                if case .lost(let reason) = error { node.setStatus(.unreachable(reason: reason)) }
            }
        }

        private func look(_ connection: PostgresConnection) throws(PostgresError) {
            // The writer has not connected yet.
            if node.number == 0 { return }
            if options.renews, try !node.renew(on: connection) {
                // Another node has ended the lease. The writer gets another one.
                writer.add { thread in
                    thread.disconnect()
                    try? thread.use { _ throws(PostgresError) in }
                }
            }
            if isPollDue() { try poll(connection) }
        }

        private func isPollDue() -> Bool {
            let now = PostgresConnection.now
            return state.withLock { state in
                if now < state.lastPoll + options.pollInterval { return false }
                state.lastPoll = now
                return true
            }
        }

        private func poll(_ connection: PostgresConnection) throws(PostgresError) {
            if try node.endExpired(on: connection) {
                node.send(.released(engine: nil))
                let text = PostgresNotification.released(nil).text(from: node.number)
                try connection.run("SELECT pg_notify('millrace', $1)", .text(text))
            }
            let waiting = try connection.run(
                "SELECT DISTINCT engine FROM millrace.inbox JOIN millrace.engine ON name = engine WHERE owner = $1",
                .integer(node.number))
            for row in waiting { node.send(.message(engine: row.text(0))) }
            for row in try connection.run("SELECT DISTINCT connection FROM millrace.relay") {
                node.send(.relayed(connection: row.text(0)))
            }
            try connection.run("DELETE FROM millrace.relay WHERE time < clock_timestamp() - interval '2 minutes'")
            node.setStatus(try stall(connection) ?? .working)
        }

        /// Returns the transaction that keeps messages from being read, if it is old.
        private func stall(_ connection: PostgresConnection) throws(PostgresError) -> DurableStatus? {
            let rows = try connection.run(
                """
                SELECT coalesce(pid, 0), coalesce(datname, ''), extract(epoch FROM clock_timestamp() - xact_start)::float8,
                    pg_snapshot_xmin(snapshot)::text::bigint,
                    EXISTS (SELECT FROM millrace.inbox
                        WHERE position >= pg_snapshot_xmin(snapshot)::text::bigint << \(PostgresGroup.positionBits))
                FROM pg_current_snapshot() AS snapshot
                LEFT JOIN pg_locks ON locktype = 'transactionid' AND granted AND mode = 'ExclusiveLock'
                    AND transactionid = pg_snapshot_xmin(snapshot)::xid
                LEFT JOIN pg_stat_activity USING (pid)
                """)
            guard let row = rows.first else { return nil }
            let (number, now) = (row.integer(3), PostgresConnection.now)
            let since = state.withLock { state in
                if state.oldest.number != number { state.oldest = (number, now) }
                return state.oldest.since
            }
            let age = max(now - since, row.optionalReal(2) ?? 0)
            guard row.bool(4), now - since >= Self.maxAge else { return nil }
            return .stalled(process: Int32(truncatingIfNeeded: row.integer(0)), database: row.text(1), age: age)
        }
    }
#endif
