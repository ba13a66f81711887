#if PostgreSQL && App
    import MachineSupport
    import Millrace
    import MillraceExtras
    import PostgresTestSupport
    import Testing

    @testable import MillraceDurable

    /// The order of messages and commands of several nodes.
    @MainActor @Suite("Many machines · order") struct NodeOrderTests {
        private func nodes() async throws -> (database: String, a: LedgerNode, b: LedgerNode) {
            let server = try await PostgresServer.shared()
            let database = server.connectionString(database: try await server.createDatabase())
            let a = try await LedgerNode("a", database)
            await a.host()
            return (database, a, try await LedgerNode("b", database))
        }

        /// Begins a transaction that writes. What is stored after that cannot be read before it ends.
        private func openTransaction(_ database: String) throws -> PostgresConnection {
            let connection = try PostgresConnection(database, timeout: 60)
            try connection.run("BEGIN")
            try connection.run("SELECT pg_current_xact_id()")
            return connection
        }

        private func send(_ client: Int, _ number: Int, _ node: LedgerNode) async throws {
            let id = Ledger.id(client: client, number: number)
            try await node.handle.send(.append(client: client, number: number), id: id).stored()
        }

        @Test(
            "Machines 2 · what another node has stored is reduced before a message that is sent later on the node of the engine"
        )
        func messages() async throws {
            let (database, a, b) = try await nodes()
            let open = try openTransaction(database)
            try await send(1, 1, b)
            let late = Task { try await send(2, 1, a) }
            try await send(1, 2, b)
            try open.run("COMMIT")
            try await late.value
            let clients = try await a.handle.value(of: \.entries).map(\.client)
            #expect(clients.first == 1 && clients.contains(2))
            for node in [a, b] { await node.close() }
        }

        @Test("Machines 2 · a call that waits for the messages of another node ends with its task")
        func cancellation() async throws {
            let (database, a, b) = try await nodes()
            let open = try openTransaction(database)
            try await send(1, 1, b)
            let late = Task { try await send(2, 1, a) }
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
            let read = Task { try await a.handle.execute(ReadLedger()) }
            try await send(1, 2, b)
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
            try open.run("COMMIT")
            try await send(3, 1, a)
            #expect(try await a.handle.value(of: \.entries).map(\.client) == [1, 1, 3])
            for node in [a, b] { await node.close() }
        }

        @Test("Machines 2 · a command sees what another node has stored before")
        func commands() async throws {
            let (_, a, b) = try await nodes()
            for number in 1...20 {
                try await send(1, number, b)
                #expect(try await a.handle.execute(ReadLedger()).last == [1: number])
            }
            for node in [a, b] { await node.close() }
        }
    }
#endif
