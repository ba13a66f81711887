#if PostgreSQL && App
    import MachineSupport
    import Millrace
    import MillraceExtras
    import PostgresTestSupport
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Storages without one of their protections. The check must refuse their histories, and accept those of the same steps with it.
    @MainActor @Suite("Many machines · controls") struct ControlTests {
        private let ledger = LedgerNode.engine

        private func send(_ client: Int, _ number: Int, _ began: Int, _ acknowledged: Int?, _ turn: UInt64?)
            -> History.Send
        {
            .init(
                client: client, number: number, ledger: ledger, began: began,
                acknowledged: turn == nil ? nil : acknowledged,
                turn: turn)
        }

        private func stored(_ database: String, _ server: PostgresServer) async throws -> [String: History.Stored] {
            [ledger: try await History.Stored(ledger, in: database, of: server)]
        }

        @Test(
            "Machines · control: a node that stops between check and write is refused without the token",
            arguments: [true, false])
        func token(_ isWrong: Bool) async throws {
            let server = try await PostgresServer.shared()
            let (database, gate) = (try await server.createDatabase(), ThreadGate(isClosed: false))
            let info = server.connectionString(database: database)
            let a = try await LedgerNode("a", info) {
                ($0.lease, $0.renews, $0.ignoresToken, $0.afterCheck) = (2, false, isWrong, { gate.pass() })
            }
            let b = try await LedgerNode("b", info)
            await a.host()
            let first = try await a.send(1, 1).value
            gate.close()
            let late = try await a.send(1, 2)
            await gate.waitForThread()
            // It takes the ledger when the lease has ended.
            await b.host()
            let second = try await b.send(2, 1).value
            gate.open()
            let third = try? await late.value
            for node in [a, b] { await node.close() }
            let history = History(
                sends: [send(1, 1, 1, 2, first), send(1, 2, 3, 6, third), send(2, 1, 4, 5, second)],
                stored: try await stored(database, server))
            #expect(first != nil && second != nil)
            let lost = ["\(ledger): the message 2-1 was overwritten", Self.notStored(ledger, 2, 1)]
            #expect(history.violations() == (isWrong ? lost : []))
        }

        @Test("Machines · control: two nodes with one ledger are refused") func owners() async throws {
            let server = try await PostgresServer.shared()
            let database = try await server.createDatabase()
            let info = server.connectionString(database: database)
            // It does not look soon whether it still has the ledger.
            let a = try await LedgerNode("a", info) { ($0.ignoresOwners, $0.pollInterval) = (true, 60) }
            let b = try await LedgerNode("b", info) { $0.ignoresOwners = true }
            await a.host()
            let first = try await a.send(1, 1).value
            await b.host()
            let second = try await b.send(2, 1).value
            let third = try await a.send(1, 2).value
            for node in [a, b] { await node.close() }
            let history = History(
                sends: [send(1, 1, 1, 2, first), send(2, 1, 3, 4, second), send(1, 2, 5, 6, third)],
                stored: try await stored(database, server))
            #expect(first != nil && second != nil)
            #expect(
                history.violations() == [
                    "\(ledger): the message 2-1 was overwritten", Self.notStored(ledger, 2, 1),
                    "\(ledger): the message 1-2 has turn 2, and one before it 2",
                ])
        }

        @Test(
            "Machines · control: a reader that trusts numbers is refused, because it skips a message that commits late",
            arguments: [true, false])
        func transactions(_ isWrong: Bool) async throws {
            let server = try await PostgresServer.shared()
            let database = try await server.createDatabase()
            let info = server.connectionString(database: database)
            let a = try await LedgerNode("a", info) { $0.ignoresOpenTransactions = isWrong }
            let b = try await LedgerNode("b", info)
            await a.host()
            let open = try PostgresConnection(info, timeout: 60)
            try open.run("BEGIN")
            let number = try open.run("SELECT pg_current_xact_id()::text::bigint")[0].integer(0)
            try await b.handle.send(.append(client: 2, number: 1), id: Ledger.id(client: 2, number: 1)).stored()
            if isWrong { try await wait(for: 2, 1, b) }
            let record = try WorkRecord(
                sending: Ledger.Action.append(client: 1, number: 1), to: Ledger.name,
                id: Ledger.id(client: 1, number: 1))
            try open.run(
                "INSERT INTO millrace.inbox VALUES ($1, $2, $3)", .integer(number << PostgresGroup.positionBits),
                .text(ledger), .bytes(try JSONCoding.encode(record)))
            try open.run("COMMIT")
            // The first message of the client is stored now, so the second one is behind it.
            try await b.handle.send(.append(client: 1, number: 2), id: Ledger.id(client: 1, number: 2)).stored()
            try await wait(for: 1, 2, b)
            for node in [a, b] { await node.close() }
            // The acknowledgements say that the messages are in the inbox.
            let times = [(1, 1, began: 0, acknowledged: 3), (2, 1, 1, 2), (1, 2, 4, 5)]
            let sends = times.map { client, number, began, acknowledged in
                History.Send(
                    client: client, number: number, ledger: ledger, began: began, acknowledged: acknowledged, turn: nil)
            }
            let history = History(sends: sends, stored: try await stored(database, server))
            let late = [
                "\(ledger): the message 1-1 is behind 2 of the same client",
                "\(ledger): the message 1-2 is entry 1, and one before it 2",
            ]
            #expect(history.violations() == (isWrong ? late : []))
        }

        private static func notStored(_ ledger: String, _ client: Int, _ number: Int) -> String {
            "\(ledger): the acknowledged message \(client)-\(number) is not stored"
        }

        /// Waits until a message is reduced and stored.
        private func wait(for client: Int, _ number: Int, _ node: LedgerNode) async throws {
            for try await entries in node.handle.observe(\.entries)
            where entries.contains(where: { $0.client == client && $0.number == number }) { return }
        }
    }
#endif
