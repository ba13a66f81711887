#if Hummingbird && SQLite || App
    import MillraceDurable
    import MillraceHummingbird
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Live connections by events whose requests reach several nodes.
    @Suite("Pages · events on several nodes", .timeLimit(.minutes(20))) struct EventNodesTests {
        @Test(
            "Machines 3 · a stream on one node, messages to two in turn, the first drains after 25 of 50 presses: all take effect once and in order"
        )
        func drain() async throws {
            let database = MemoryNode.Database()
            try await Self.drain([try await NodeServer(database), try await NodeServer(database)])
        }

        /// Presses 50 buttons of a page at two nodes, the first of which drains meanwhile.
        static func drain(_ nodes: [NodeServer]) async throws {
            let servers = nodes.map(\.server)
            let letters = (0..<50).map { ["a", "b", "c"][$0 * $0 % 7 % 3] }
            let page = try await EventsPage(servers)
            try await page.connect(to: servers[0])
            for letter in letters[..<25] { try await page.press(letter) }
            await servers[0].pages.drain()
            await page.readToEnd()
            // The first node passes its messages on.
            try await page.connect(to: servers[1])
            for letter in letters[25...] { try await page.press(letter) }
            #expect(await page.settle())
            #expect(page.shown == letters.joined() && page.refused == [])
            for node in nodes { try await node.shutDown() }
        }

        @Test("Machines 3 · only the browser of a connection can send to it through another node") func foreign()
            async throws
        {
            let database = MemoryNode.Database()
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let owner = LiveInput(first.server.pages.context, ClientIdentity("ada"))
            let other = LiveInput(second.server.pages.context, ClientIdentity("eve"))
            try await second.server.pages.relay(Array("theirs".utf8), of: other, to: "c")
            try await second.server.pages.relay(
                Array("one\ntwo".utf8), of: LiveInput(second.server.pages.context, ClientIdentity("ada")), to: "c")
            let lines = try await first.server.pages.relayed(to: "c", of: owner)
            #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "two"])
            // Those of the other browser wait for its own connection of this name.
            let others = try await second.server.pages.relayed(to: "c", of: other)
            #expect(others.map { String(decoding: $0, as: UTF8.self) } == ["theirs"])
            #expect(try await first.server.pages.relayed(to: "c", of: owner) == [])
            for node in [first, second] { await node.registry.endAll() }
        }
    }
#endif
