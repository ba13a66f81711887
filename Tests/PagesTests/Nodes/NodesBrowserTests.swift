#if Hummingbird && SQLite || App
    import MillraceDurable
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Pages in Chromium whose nodes change. The tests share a browser, so they run one after the other.
    @MainActor @Suite("Pages · several nodes in a browser", .serialized, .timeLimit(.minutes(60)))
    struct NodesBrowserTests {
        private let database = MemoryNode.Database()

        /// Opens the page in a tab that notes what the page reports, and that it was not loaded again.
        private func open(_ port: UInt16, events: Bool) async throws -> (Browser, Tab) {
            let browser = try await Browser.open()
            let tab = try await browser.tab(inWindow: true)
            if events { try await tab.runBeforeEach(PageDriver.blockedSockets) }
            try await tab.open("http://localhost:\(port)/")
            try await tab.untilLive()
            try await tab.run(
                """
                window.isSame = true;
                window.reports = [];
                new MutationObserver(() => reports.push(document.querySelector('#m-status').textContent))
                    .observe(document.querySelector('#m-status'), { childList: true, subtree: true, characterData: true });
                """)
            return (browser, tab)
        }

        /// Begins to press buttons. The script goes on without the server.
        private func press(_ letters: [String], in tab: Tab) async throws {
            try await tab.run(
                """
                window.isOver = false;
                (async () => {
                    for (const letter of arguments[0]) {
                        await new Promise((done) => setTimeout(done, 10));
                        [...document.querySelectorAll('#m-page button')].find((e) => e.textContent === letter).click();
                    }
                    isOver = true;
                })();
                """, .array(letters.map(JSON.string)))
        }

        private func until(_ tab: Tab, shows letters: [String]) async throws {
            try await tab.until(
                "isOver && document.querySelector('#m-page p').textContent === arguments[0]",
                .string("pressed \(letters.joined())"))
        }

        private func check(_ tab: Tab) async throws {
            #expect(try await tab.run("return isSame") == true)
            let reports = try await tab.run("return reports").elements?.compactMap(\.text) ?? []
            #expect(!reports.contains { $0.hasPrefix("Not sent") }, "\(reports)")
        }

        @Test(
            "Machines 3 · while a user presses, the nodes shut down one after the other: no press is lost, and the page is not loaded again",
            arguments: [false, true])
        func drains(events: Bool) async throws {
            var node = try await NodeServer(database)
            let ports = try PortSwitch(to: node.port)
            let (browser, tab) = try await open(ports.port, events: events)
            var pressed: [String] = []
            for round in 0..<3 {
                let letters = (0..<40).map { ["a", "b", "c"][($0 * $0 + round) % 7 % 3] }
                try await press(letters, in: tab)
                try await tab.until(
                    "document.querySelector('#m-page p').textContent.length > arguments[0]",
                    .number(Double(pressed.count + 20)))
                let next = try await NodeServer(database)
                ports.turn(to: next.port)
                try await node.shutDown()
                node = next
                pressed += letters
                try await until(tab, shows: pressed)
                try await tab.untilLive()
            }
            try await check(tab)
            try await browser.close()
            try await node.shutDown()
        }

        @Test("Machines 4 · a page waits for the newer build, says so, keeps a press, and goes on without a reload")
        func versions() async throws {
            let migrations = [DurableMigration("stamps") { _ in }]
            let (old, new) = (
                try await NodeServer(database), try await NodeServer(database, migrations: migrations)
            )
            let ports = try PortSwitch(to: new.port)
            let (browser, tab) = try await open(ports.port, events: false)
            try await press(["a"], in: tab)
            try await until(tab, shows: ["a"])
            ports.turn(to: old.port)
            try await new.shutDown()
            try await tab.until(
                "document.querySelector('#m-status').textContent.includes(arguments[0])",
                .string(PageTexts.english[.waitsForUpdate]))
            try await press(["b"], in: tab)
            let newer = try await NodeServer(database, migrations: migrations)
            ports.turn(to: newer.port)
            try await until(tab, shows: ["a", "b"])
            try await tab.until("document.querySelector('#m-status').hidden")
            try await check(tab)
            try await browser.close()
            for node in [old, newer] { try await node.shutDown() }
        }

        @Test("Machines 5 · while the database is away, a page says so, and no longer when it is back") func away()
            async throws
        {
            let node = try await NodeServer(database)
            let (browser, tab) = try await open(node.port, events: false)
            try await press(["a"], in: tab)
            try await until(tab, shows: ["a"])
            let memory = try #require(node.node)
            memory.setReachable(false)
            await database.report(.unreachable(reason: "It is away."), to: memory)
            try await press(["b"], in: tab)
            try await tab.until(
                "isOver && document.querySelector('#m-status').textContent === arguments[0]",
                .string(PageTexts.english[.waitsForStorage]))
            memory.setReachable(true)
            await database.report(.working, to: memory)
            try await until(tab, shows: ["a", "b"])
            try await tab.until("document.querySelector('#m-status').hidden")
            try await check(tab)
            try await browser.close()
            try await node.shutDown()
        }
    }
#endif
