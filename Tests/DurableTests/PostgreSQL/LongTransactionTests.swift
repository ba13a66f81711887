#if PostgreSQL
    import Millrace
    import MillraceExtras
    import PostgresTestSupport
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Transactions of other programs that are open for a minute. The server has no other tests, because they would wait too.
    @MainActor @Suite("Many machines · long transactions") struct LongTransactionTests {
        private static let seconds = 60.0
        private let server: PostgresServer
        private let database, other: String
        /// The node of the engine, and one that sends to it.
        private let own, sender: DurableStorage
        private let mail: Mail
        private let statuses: [Statuses]

        init() async throws {
            server = try await PostgresServer()
            (database, other) = (try await server.createDatabase(), try await server.createDatabase())
            for name in [database, other] {
                // More than a pipe holds.
                let table =
                    "CREATE TABLE number AS SELECT value, repeat('-', 1000) FROM generate_series(1, 1000) AS value"
                _ = try await server.query(table, database: name)
            }
            let info = server.connectionString(database: database)
            own = try await DurableStorage(postgres: info)
            sender = try await DurableStorage(postgres: info)
            statuses = [Statuses(own), Statuses(sender)]
            mail = Mail(own)
            try await mail.startReceiver()
        }

        private func end() async throws {
            await mail.killReceiver()
            #expect(mail.faults.isEmpty)
            for storage in [own, sender] { await storage.close() }
            try await server.stop()
        }

        /// A connection to the other database with a transaction, on a thread of its own.
        private func begin() async throws -> (PostgresThread, process: Int32) {
            let info = server.connectionString(database: other)
            let thread = PostgresThread("test") { () throws(PostgresError) in
                try PostgresConnection(info, timeout: 600)
            }
            let process = try await thread.run { connection throws(PostgresError) in
                try connection.run("BEGIN")
                return connection.process
            }
            return (thread, process)
        }

        /// Calls `body` each second, with the number of the call, until a transaction is open for a minute. PostgreSQL measures that.
        ///
        /// - Returns: The number of calls.
        private func eachSecond(
            of transaction: PostgresThread, _ body: (Int) async throws -> Void
        ) async throws -> Int {
            var (calls, age) = (0, 0.0)
            while age < Self.seconds {
                async let second = transaction.run { connection throws(PostgresError) in
                    try connection.run("SELECT pg_sleep(1)")
                    let row = try connection.run("SELECT extract(epoch FROM clock_timestamp() - now())::float8")[0]
                    return row.optionalReal(0) ?? 0
                }
                calls += 1
                try await body(calls)
                age = try await second
            }
            return calls
        }

        /// Returns the reports of both nodes that a transaction keeps messages from being read.
        private func stalls() async -> [DurableStatus] {
            var stalls: [DurableStatus] = []
            for status in statuses {
                if let stall = await status.first({ if case .stalled = $0 { true } else { false } }) {
                    stalls.append(stall)
                }
            }
            return stalls
        }

        @Test(
            "Machines 2 · an UPDATE in another database is open for a minute: it is reported within 5 s, and nothing is lost"
        )
        func update() async throws {
            let (open, process) = try await begin()
            _ = try await open.run { connection throws(PostgresError) in
                try connection.run("UPDATE number SET value = -value WHERE value = 1").count
            }
            let there = sender.remote(Office.self, in: "office", named: "notes")
            try await there.send(.note(-1_000)).stored()
            async let reports = stalls()
            let count = try await eachSecond(of: open) { second in
                // A handle would wait behind the messages that cannot be read yet.
                try await mail.office?.send(.note(second), id: "\(second)").stored()
                try await there.send(.note(-second), id: "\(-second)").stored()
            }
            // The turns of the engine go on.
            #expect(mail.office?.state.notes == Array(1...count))
            for stall in await reports {
                guard case .stalled(process, other, let age) = stall else {
                    Issue.record("\(stall)")
                    continue
                }
                #expect(age < 5)
            }
            _ = try await open.run { connection throws(PostgresError) in try connection.run("COMMIT").count }
            try await mail.received(2 * count + 1)
            #expect(mail.office?.state.notes == Array(1...count) + [-1_000] + (1...count).map { -$0 })
            for status in statuses { await status.first { $0 == .working } }
            open.end()
            try await end()
        }

        @Test(
            "Machines 2 · while a pg_dump of the same and of another database runs for a minute, messages are reduced")
        func dump() async throws {
            let dumps = [try await server.pausedDump(of: database), try await server.pausedDump(of: other)]
            let snapshots = "SELECT count(backend_xmin) FROM pg_stat_activity WHERE application_name = 'pg_dump'"
            let ((clock, _), handle) = (try await begin(), sender.remote(Office.self, in: "office", named: "notes"))
            let count = try await eachSecond(of: clock) { second in
                try await handle.send(.note(second), id: "\(second)").stored()
                try await mail.received(second)
            }
            #expect(try await server.query(snapshots) == "2")
            #expect(mail.office?.state.notes == Array(1...count))
            #expect(statuses.allSatisfy { $0.all.isEmpty })
            for dump in dumps {
                let text = try await dump.finish()
                #expect(text.contains("-- PostgreSQL database dump complete"))
            }
            clock.end()
            try await end()
        }
    }
#endif
