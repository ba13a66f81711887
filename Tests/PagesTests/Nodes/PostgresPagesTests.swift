#if PostgreSQL && App
    import MillraceDurable
    import MillraceHummingbird
    import PostgresTestSupport
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Pages of nodes that share a database of PostgreSQL.
    @Suite("Pages · several nodes with PostgreSQL", .timeLimit(.minutes(20))) struct PostgresPagesTests {
        /// Starts nodes with a database of their own.
        private func nodes(_ count: Int) async throws -> [NodeServer] {
            let server = try await PostgresServer.shared()
            let database = server.connectionString(database: try await server.createDatabase())
            var nodes: [NodeServer] = []
            for _ in 0..<count { nodes.append(try await NodeServer(try await DurableStorage(postgres: database))) }
            return nodes
        }

        @Test("Machines 3 · a stream on one node, messages to two in turn, and a drain, with PostgreSQL")
        func drain() async throws {
            let nodes = try await nodes(2)
            try await EventNodesTests.drain(nodes)
            for node in nodes { await node.storage.close() }
        }

        @Test("Machines 3 · a page goes from node to node with its browser, and no press is lost")
        func moves() async throws {
            let nodes = try await nodes(3)
            let servers = nodes.map(\.server)
            let page = try await EventsPage(servers)
            var pressed = ""
            for round in 0..<6 {
                try await page.connect(to: servers[round % 3])
                for letter in ["a", "b", "c"] {
                    try await page.press(letter)
                    pressed += letter
                }
                #expect(await page.settle())
            }
            #expect(page.shown == pressed && page.refused == [])
            for node in nodes {
                try await node.shutDown()
                await node.storage.close()
            }
        }
    }
#endif
