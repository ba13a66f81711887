#if PostgreSQL
    import Millrace
    import MillraceExtras
    import PostgresTestSupport
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Transactions of other programs that are open for a minute. The server has no other tests, because they would wait too.
    @MainActor @Suite("Many machines · long transactions") struct LongTransactionTests {
        private static let seconds = 60
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

        /// A connection to the other database, on a thread of its own. It measures the time.
        private func connect() -> PostgresThread {
            let info = server.connectionString(database: other)
            return PostgresThread("test") { () throws(PostgresError) in try PostgresConnection(info, timeout: 600) }
        }

        /// Calls `body` each second, with its number.
        private func eachSecond(of connection: PostgresThread, _ body: (Int) async throws -> Void) async throws {
            for second in 0..<Self.seconds {
                async let end = connection.run { connection throws(PostgresError) in
                    try connection.run("SELECT pg_sleep(1)").count
                }
                try await body(second)
                _ = try await end
            }
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
            let open = connect()
            let process = try await open.run { connection throws(PostgresError) in
                try connection.run("BEGIN")
                try connection.run("UPDATE number SET value = -value WHERE value = 1")
                return connection.process
            }
            let (here, there) = (mail.handle, sender.remote(Office.self, in: "office", named: "notes"))
            try await there.send(.note(-1)).stored()
            async let reports = stalls()
            try await eachSecond(of: open) { second in
                try await here.send(.note(second), id: "\(second)").stored()
                try await there.send(.note(1_000 + second), id: "\(1_000 + second)").stored()
            }
            // The turns of the engine go on.
            #expect(mail.office?.state.notes == Array(0..<Self.seconds))
            for stall in await reports {
                guard case .stalled(process, other, let age) = stall else {
                    Issue.record("\(stall)")
                    continue
                }
                #expect(age < 5)
            }
            let age = try await open.run { connection throws(PostgresError) in
                let age = try connection.run("SELECT extract(epoch FROM clock_timestamp() - now())::float8")[0]
                try connection.run("COMMIT")
                return age.optionalReal(0) ?? 0
            }
            #expect(age >= Double(Self.seconds))
            try await mail.received(2 * Self.seconds + 1)
            let late = [-1] + (0..<Self.seconds).map { 1_000 + $0 }
            #expect(mail.office?.state.notes == Array(0..<Self.seconds) + late)
            for status in statuses { await status.first { $0 == .working } }
            open.end()
            try await end()
        }

        @Test(
            "Machines 2 · while a pg_dump of the same and of another database runs for a minute, messages are reduced")
        func dump() async throws {
            let dumps = [try await server.pausedDump(of: database), try await server.pausedDump(of: other)]
            let snapshots = "SELECT count(backend_xmin) FROM pg_stat_activity WHERE application_name = 'pg_dump'"
            let (clock, handle) = (connect(), sender.remote(Office.self, in: "office", named: "notes"))
            try await eachSecond(of: clock) { second in
                try await handle.send(.note(second), id: "\(second)").stored()
                try await mail.received(second + 1)
            }
            #expect(try await server.query(snapshots) == "2")
            #expect(mail.office?.state.notes == Array(0..<Self.seconds))
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
