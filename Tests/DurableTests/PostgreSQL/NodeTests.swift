#if PostgreSQL
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Programs on several nodes of a database.
    @MainActor @Suite("Many machines · nodes") struct NodeTests {
        private func storage(_ node: PostgresBackend) async throws -> DurableStorage {
            try await DurableStorage(node, migrations: [])
        }

        @Test("Machines 2 · a message reaches its engine from another node, once and in order")
        func messages() async throws {
            let database = try await Database()
            let (a, b) = (try await storage(database.node()), try await storage(database.node()))
            let mail = Mail(a)
            try await mail.startReceiver()
            let handle = b.remote(Office.self, in: "office", named: "notes")
            for number in 0..<20 { try await handle.send(.note(number), id: "\(number % 10)").stored() }
            for number in 0..<20 { try await handle.send(.note(100 + number)).stored() }
            try await mail.received(30)
            #expect(mail.office?.state.notes == Array(0..<10) + Array(100..<120))
            #expect(mail.faults.isEmpty)
            await mail.killReceiver()
            for storage in [a, b] { await storage.close() }
        }

        @Test("Machines 2 · a message is found although the listening connection is gone, which is replaced")
        func listener() async throws {
            let database = try await Database()
            let node = try await database.node()
            let (a, b) = (try await storage(node), try await storage(database.node()))
            let mail = Mail(a)
            try await mail.startReceiver()
            let raw = try database.connection()
            try raw.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN millrace'")
            try await b.remote(Office.self, in: "office", named: "notes").send(.note(1)).stored()
            try await mail.received(1)
            #expect(mail.office?.state.notes == [1])
            await mail.killReceiver()
            for storage in [a, b] { await storage.close() }
        }

        @Test("Machines · nodes that open a new database at the same time create its tables once") func creation()
            async throws
        {
            let database = try await Database()
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await database.node().close() } }
                try await group.waitForAll()
            }
        }

        @Test("Machines 1 · an engine goes on at another node when its own has ended in order")
        func succession() async throws {
            let database = try await Database()
            let (a, b) = (try await storage(database.node()), try await storage(database.node()))
            let (first, second) = (Mail(a), Mail(b))
            try await first.startReceiver()
            try await first.receiver?.suspend(grace: .zero)
            let handle = a.remote(Office.self, in: "office", named: "notes")
            try await handle.send(.note(1)).stored()
            await a.close()
            try await second.startReceiver()
            try await second.received(1)
            #expect(second.office?.state.notes == [1])
            await second.killReceiver()
            await b.close()
        }
    }
#endif
