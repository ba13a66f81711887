#if (Hummingbird || Web) && SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceKit
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Pages that wait: for a newer build, or for the storage.
    @Suite("Pages · that wait", .timeLimit(.minutes(20))) struct WaitingPagesTests {
        private let database = MemoryNode.Database()

        @Test(
            "Machines 4 · an older build takes no page of a newer one, which waits, says so, and goes on with a newer one"
        )
        func versions() async throws {
            let migrations = [DurableMigration("stamps") { _ in }]
            let first = try await PageNode(database)
            let second = try await PageNode(database, migrations: migrations)
            let page = try await second.server.open()
            try await page.type("one", into: "Text")
            try await page.press("Remind")
            await second.die()
            await #expect(throws: RequestError.waitsForUpdate) { try await page.connect(to: first.server) }
            let browser = ConnectedBrowser()
            await browser.connect(to: first.server, page).value
            #expect(await browser.frame(with: "error")?.contains(PageTexts.english[.waitsForUpdate]) == true)
            #expect(browser.code == 1013)
            // Its work waits too.
            first.server.time.withLock { $0 += 61 }
            first.server.clock.advance(by: .seconds(6))
            #expect(await first.registry.count == 0)
            let third = try await PageNode(database, migrations: migrations)
            let session = page.session
            try await page.connect(to: third.server)
            #expect(page.session == session && page.frames.first?.contains("\"x\":\(page.number),") == true)
            #expect(await page.html.contains("value=\"one\""))
            for node in [first, second, third] { await node.registry.endAll() }
        }

        @Test("Machines 5 · while the database is away, a page says so, acknowledges nothing and loses nothing")
        func away() async throws {
            let node = try await PageNode(database)
            let page = try await node.server.open()
            try await page.type("one", into: "Text")
            let add = try #require(await page.html.firstMatch(of: /<button[^>]*value="(\d+)"[^>]*>Add/))
            let browser = ConnectedBrowser()
            let served = browser.connect(to: node.server, page)
            #expect(await browser.frame(with: "\"q\":") != nil)
            node.node.setReachable(false)
            browser.post("{\"n\":\(page.number + 1),\"q\":\(page.sequence),\"r\":\"\(add.1)\"}")
            await database.report(.unreachable(reason: "It is away."), to: node.node)
            // It comes before the answer to the press, which waits.
            #expect(
                await browser.frame(with: "z", before: "\"k\"")
                    == "{\"z\":\"\(PageTexts.english[.waitsForStorage])\"}")
            await #expect(throws: RequestError.waitsForStorage) {
                _ = try await node.registry.find("another", page.client)
            }
            node.node.setReachable(true)
            await database.report(.working, to: node.node)
            var frames: [String] = []
            for await frame in browser.frames {
                frames.append(frame)
                if frames.contains("{\"z\":\"\"}"), frames.contains(where: { $0.contains("[\(page.number + 1),0]") }) {
                    break
                }
            }
            #expect(frames.contains { $0.contains("Open one") })
            browser.abort()
            await served.value
            await node.registry.endAll()
        }

        @Test("Machines 2 · while messages wait in the storage, a page says so, also one that connects meanwhile")
        func stalled() async throws {
            let node = try await PageNode(database)
            let page = try await node.server.open()
            try await page.type("one", into: "Text")
            let text = "{\"z\":\"\(PageTexts.english[.messagesWait])\"}"
            let first = ConnectedBrowser()
            let task = first.connect(to: node.server, page)
            #expect(await first.frame(with: "\"q\":") != nil)
            await database.report(.stalled(process: 7, database: "other", age: 5), to: node.node)
            #expect(await first.frame(with: "z") == text)
            first.abort()
            await task.value
            let browser = ConnectedBrowser()
            let served = browser.connect(to: node.server, page)
            #expect(await browser.frame(with: "z") == text)
            await database.report(.working, to: node.node)
            #expect(await browser.frame(with: "\"z\"") == "{\"z\":\"\"}")
            browser.abort()
            await served.value
            await node.registry.endAll()
        }
    }
#endif
