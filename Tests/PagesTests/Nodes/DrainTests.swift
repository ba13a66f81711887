#if (Hummingbird || Web) && SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceKit
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A node that shuts down.
    @Suite("Pages · a node that drains", .timeLimit(.minutes(20))) struct DrainTests {
        private let database = MemoryNode.Database()

        @Test("Machines 3 · a node that drains is not ready first, and then hands its pages over") func handsOver()
            async throws
        {
            let (first, second) = (
                try await PageNode(database) { $0.drainTime = .seconds(7) }, try await PageNode(database)
            )
            var pages: [PageClient] = []
            for name in ["ada", "bob", "eve"] { pages.append(try await first.server.open(name)) }
            // The third one has no input yet.
            for page in pages[..<2] { try await page.type(page.client.cookie, into: "Text") }
            let drained = Task { await first.server.pages.drain() }
            await first.server.clock.sleeper(for: .seconds(7))
            let request = try PageRequest(method: "GET", target: "/ready", fields: [("host", "localhost")])
            let response = try await first.server.pages.respond(to: request, on: ConnectedBrowser()) { _ in [] }
            #expect(response.status == 503)
            try await pages[0].press("Add")
            #expect(await first.registry.count == 3)
            first.server.clock.autoAdvance(by: .seconds(7))
            await drained.value
            #expect(await first.registry.count == 0)
            await #expect(throws: RequestError.shuttingDown) { try await pages[0].connect() }
            for page in pages {
                let session = page.session
                try await page.connect(to: second.server)
                #expect(page.session == session)
            }
            #expect(await pages[0].html.contains("Open ada"))
            #expect(await pages[1].html.contains("value=\"bob\""))
            for node in [first, second] { await node.registry.endAll() }
        }

        @Test("Machines 3 · a page whose document a draining node has sent goes on with another node") func document()
            async throws
        {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let client = ClientIdentity("ada")
            let (id, content) = try await first.registry.open("/", client: client, keepsSession: true)
            await first.server.pages.drain()
            let page = PageClient(first.server, client, session: id, sequence: content.sequence)
            await #expect(throws: RequestError.shuttingDown) { try await page.connect() }
            try await page.connect(to: second.server)
            #expect(page.session == id)
            for node in [first, second] { await node.registry.endAll() }
        }

        @Test("Machines 3 · the connection of a page that moves closes, so that its browser connects again")
        func connection() async throws {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            let browser = ConnectedBrowser()
            let served = browser.connect(to: first.server, page)
            #expect(await browser.frame(with: "\"q\":") != nil)
            try await page.connect(to: second.server)
            await served.value
            #expect(browser.code == 1001)
            // A node that drains sends a frame first: the script must not take it for a network without WebSockets.
            await first.server.pages.drain()
            let next = ConnectedBrowser()
            await next.connect(to: first.server, page).value
            #expect(await next.frame(with: "z") == "{\"z\":\"\"}" && next.code == 1012)
            for node in [first, second] { await node.registry.endAll() }
        }
    }
#endif
