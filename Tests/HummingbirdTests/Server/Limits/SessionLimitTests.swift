#if Hummingbird || App
    import Foundation
    import MillraceHistory
    import MillraceModules
    import Testing

    @testable import Millrace
    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// No client uses up the sessions of the others.
    @Suite("Session limits", .timeLimit(.minutes(20))) struct SessionLimitTests {
        private func connected(_ fixture: ServerFixture) async throws -> (id: String, isNew: Bool) {
            try await fixture.factory.waitFor { event in
                if case .connected(let id, _, let isNew) = event { (id, isNew) } else { nil }
            }
        }

        @Test(
            "Limits of the server · a page that is loaded in advance creates no session",
            arguments: [
                "Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch",
            ])
        func prefetch(field: String) async throws {
            try await withServer { fixture in
                let response = try await fixture.get("/", field + "\r\n")
                #expect(response.status == 503 && response.body == RequestError.prefetch.message + "\n")
                #expect(await fixture.factory.pages.isEmpty)
                #expect(try await fixture.get("/millrace/millrace.css", field + "\r\n").status == 200)
            }
        }

        @Test("Limits of the server · requests without a cookie end only sessions of their own address") func flood()
            async throws
        {
            try await withServer { fixture in
                let mine = try await fixture.openPage()
                await withTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask {
                            for _ in 0..<150 {
                                _ = try? await fixture.answer(to: fixture.head("GET /"), from: "127.0.0.2")
                            }
                        }
                    }
                }
                #expect(await fixture.server.resources.sessions == 101)
                #expect(try await fixture.get("/").status == 200)
                let browser = try await WebSocketClient(fixture, mine)
                defer { withExtendedLifetime(browser) {} }
                #expect(try await connected(fixture) == (mine.session, false))
            }
        }

        @Test("Limits of the server · unused sessions are ended first, and a connected one never") func order()
            async throws
        {
            try await withServer({ $0.limits.sessions = 6 }) { fixture in
                let used = try await fixture.openPage()
                let form = try await fixture.post(
                    "r=17", to: "/millrace/send?s=\(used.session)&q=7",
                    "Origin: \(fixture.origin)\r\nCookie: \(used.cookie)\r\n")
                #expect(form.status == 200)
                let live = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, live)
                _ = try await connected(fixture)
                let unused = try await fixture.openPage()
                let next = try await fixture.openPage()
                try await fixture.factory.waitFor(.ended(unused.session))
                let client2 = try await WebSocketClient(fixture, next)
                _ = try await connected(fixture)
                let last = try await fixture.openPage()
                try await fixture.factory.waitFor(.ended(used.session))
                #expect(await fixture.server.resources.sessions == 3)
                let client3 = try await WebSocketClient(fixture, last)
                #expect(try await connected(fixture) == (last.session, false))
                withExtendedLifetime((client, client2, client3)) {}
            }
        }

        @Test("Limits of the server · an address with most of the memory does not end the pages of others")
        func newest() {
            var limits = LivePages.Limits()
            limits.sessionMemory = 1_000
            var table = SessionTable(limits)
            func add(_ id: String, at address: String, memory: Int, isLive: Bool) {
                let client = ClientIdentity(cookie: id, address: address)
                var entry = SessionTable.Entry(client: client, isTransient: false)
                entry.page = FakePage(id) { _ in }
                table.insert(entry, as: id)
                table.update(id) {
                    ($0.connections, $0.isJoined, $0.load.memory) = (isLive ? 1 : 0, isLive, memory)
                }
                table.noteUse(id)
            }
            for number in 1...3 { add("live \(number)", at: "192.0.2.1", memory: 400 + number, isLive: true) }
            add("older", at: "192.0.2.2", memory: 10, isLive: false)
            add("newest", at: "192.0.2.2", memory: 10, isLive: false)
            #expect(table.excess() == "live 3")
            #expect(table.room(for: ClientIdentity("", at: "192.0.2.1")) == .full)
            for other in ["192.0.2.2", "192.0.2.3"] {
                #expect(table.room(for: ClientIdentity("", at: other)) == .after("live 3"))
            }
            add("unused", at: "192.0.2.1", memory: 20, isLive: false)
            add("loaded", at: "192.0.2.1", memory: 20, isLive: false)
            #expect(table.excess() == "unused")
            _ = table.remove("unused")
            #expect(table.excess() == "live 3", "the page that was loaded last stays")
            for number in 1...3 { _ = table.remove("live \(number)") }
            add("large", at: "192.0.2.3", memory: 500, isLive: true)
            add("large too", at: "192.0.2.4", memory: 501, isLive: true)
            add("small", at: "192.0.2.5", memory: 30, isLive: true)
            _ = table.remove("loaded")
            #expect(table.excess() == "older", "no address has more than half")
        }

        @Test("Limits of the server · a newcomer is served while all sessions are in use, and is live when one ends")
        func full()
            async throws
        {
            try await withServer({ $0.limits.sessions = 1 }) { fixture in
                let first = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, first)
                _ = try await connected(fixture)
                let newcomer = try await fixture.get("/")
                let opened = (try #require(newcomer.session), try #require(newcomer.cookie))
                #expect(newcomer.status == 200 && newcomer.body.contains("<p>one</p>"))
                #expect(await fixture.server.resources.sessions == 1)
                let refused = try await WebSocketClient(fixture, opened)
                #expect(await refused.closeFrame() == (#"{"error":"\#(RequestError.tooManySessions.message)"}"#, 1013))
                for client in [client, refused] { client.socket.finish() }
                try await fixture.factory.waitFor(.disconnected(first.session))
                // The place is free after the page was informed.
                await fixture.server.waitUntilDisconnected()
                let browser = try await WebSocketClient(fixture, opened)
                defer { withExtendedLifetime(browser) {} }
                #expect(try await connected(fixture).isNew)
                #expect(await fixture.server.resources.sessions == 1)
            }
        }

        @Test("Limits of the server · the trees of pages that disconnect together are discarded one after another")
        func discarding() async throws {
            try await withServer { fixture in
                await fixture.factory.set(memory: 2_000_000)
                var clients: [WebSocketClient] = []
                for _ in 0..<4 {
                    clients.append(try await WebSocketClient(fixture, try await fixture.openPage()))
                    _ = try await connected(fixture)
                }
                for client in clients { client.socket.finish() }
                for _ in clients {
                    func discard(_ event: PageEvent) -> PageEvent? {
                        switch event {
                        case .discarding, .discarded: event
                        default: nil
                        }
                    }
                    guard case .discarding(let id) = try await fixture.factory.waitFor(discard) else {
                        Issue.record("Two trees are discarded at the same time.")
                        continue
                    }
                    #expect(try await fixture.factory.waitFor(discard) == .discarded(id))
                }
            }
        }

        @Test("Limits of the server · a browser has a limited number of sessions") func perBrowser() async throws {
            try await withServer({ $0.limits.sessions = 8 }) { fixture in
                let first = try await fixture.openPage()
                let other = try await fixture.openPage()
                for _ in 0..<5 { #expect(try await fixture.get("/", "Cookie: \(first.cookie)\r\n").status == 200) }
                #expect(await fixture.server.resources.sessions == 3)
                let browser = try await WebSocketClient(fixture, other)
                defer { withExtendedLifetime(browser) {} }
                #expect(try await connected(fixture) == (other.session, false))
            }
        }

        @Test("Limits of the server · the memory of all sessions is limited") func memory() async throws {
            try await withServer({ $0.limits.sessionMemory = 10_000_000 }) { fixture in
                await fixture.factory.set(memory: 4_000_000)
                let first = try await fixture.openPage()
                for _ in 0..<5 { _ = try await fixture.openPage() }
                try await fixture.factory.waitFor(.ended(first.session))
                #expect(await fixture.server.resources.sessions == 2)
            }
        }

        @Test("Limits of the server · a page without controls keeps no session, and is live in a new one")
        func noControls()
            async throws
        {
            try await withServer { fixture in
                await fixture.factory.set(hasControls: false)
                let opened = try await fixture.openPage("/notes/3")
                #expect(await fixture.server.resources.sessions == 0)
                let browser = try await WebSocketClient(fixture, opened, url: "/notes/3")
                defer { withExtendedLifetime(browser) {} }
                let (id, isNew) = try await connected(fixture)
                #expect(isNew && id != opened.session)
            }
        }

        @Test("Limits of the server · the page of an unused session is freed") func anonymous() async throws {
            let registry = SessionRegistry(
                .perTab { _ in Navigator(root: Ledger(count: 10_000), stacked: true, on: Engine()) },
                .init(), TimerQueue(ManualClock()))
            for _ in 0..<4 {
                let client = ClientIdentity(RandomID.make())
                let content = try await registry.open("/", client: client, keepsSession: true).content
                #expect(content.nodeCount > 40_000 && content.hasControls)
            }
            // The references of the controls remain. A tree of this page needs more than 20 MB.
            #expect(await registry.count == 4)
            #expect(await registry.memory < 4 * 5_000_000)
            await registry.endAll()
        }

        @Test(
            "Limits of the server · memory that sessions have freed returns to the system, once for many that end together",
            .timeLimit(.minutes(20)))
        func freedMemory() async throws {
            let clock = ManualClock()
            let timers = TimerQueue(clock)
            defer { timers.cancelAll() }
            let (releases, release) = AsyncStream<Void>.makeStream()
            let registry = SessionRegistry(
                WebSessions(isShared: false) { FakePage($0, memory: FreedMemory.limit / 2) { _ in } }, .init(),
                TimerQueue(ManualClock()), freed: FreedMemory(timers) { release.yield() })
            let client = ClientIdentity(RandomID.make())
            func endSessions(_ count: Int) async throws {
                var ids: [String] = []
                for _ in 0..<count { ids.append(try await registry.open("/", client: client, keepsSession: true).id) }
                for id in ids { await registry.endSession(id) }
            }
            try await endSessions(4)
            #expect(timers.count == 1)
            clock.advance(by: FreedMemory.delay)
            for await _ in releases { break }
            // One that frees little releases nothing.
            try await endSessions(1)
            #expect(timers.count == 0)
            try await endSessions(1)
            #expect(timers.count == 1)
            await registry.endAll()
        }

        @Test("Limits of the server · a client that has closed when it is its turn gets no page, and leaves no session")
        func closed()
            async throws
        {
            let opened = Lock(0)
            let registry = SessionRegistry(
                WebSessions(isShared: false) { id in
                    FakePage(id) { if case .opened = $0 { opened.withLock { $0 += 1 } } }
                }, .init(), TimerQueue(ManualClock()))
            let client = ClientIdentity(RandomID.make())
            let hello = Hello(session: RandomID.make(), client: "C", sequence: -1, url: "/")
            await #expect(throws: CancellationError.self) {
                let number = try await registry.beginConnection(from: client) { _ in }
                _ = try await registry.connect(hello, number, client: client, isClosed: { true })
            }
            #expect(await registry.count == 0)
            #expect(await registry.liveCount == 0)
            #expect(opened.withLock { $0 } == 0)
            let number = try await registry.beginConnection(from: client) { _ in }
            _ = try await registry.connect(hello, number, client: client, isClosed: { false })
            #expect(await registry.count == 1)
            #expect(await registry.liveCount == 1)
            #expect(opened.withLock { $0 } == 1)
            await registry.endAll()
        }

        @Test("Limits of the server · sessions that end early leave nothing on a shared engine") @MainActor func early()
            async throws
        {
            FuzzTests.disableBacktraces()
            let (engine, clock) = (Engine(), ManualClock())
            var configuration = LivePages.Configuration()
            configuration.clock = clock
            clock.autoAdvance(by: .seconds(1 << 40))
            let registry = SessionRegistry(
                .perTabOnMain { _ in Navigator(root: Ledger(count: 1), stacked: true, on: engine) }, configuration,
                TimerQueue(clock))
            let client = ClientIdentity(RandomID.make())
            // Other tests use memory at the same time. A leak adds to every part, and they do not. The soak test does
            // the same with 20,000 sessions.
            let count = 300
            var growth: [Int] = []
            for _ in 0..<10 {
                let before = FuzzTests.memory()
                for index in 0..<count {
                    _ = try await registry.open(
                        index.isMultiple(of: 2) ? "/" : "/lost", client: client, keepsSession: false)
                }
                growth.append((FuzzTests.memory() - before) * 1_000)
            }
            let perSession = growth.map { $0 / count }
            #expect(try #require(perSession.min()) < 200, "bytes for each session: \(perSession)")
            #expect(await registry.count == 0 && engine.resources.isEmpty)
        }

        @Test(
            "Limits of the server · a page whose content does not exist has the status 404",
            arguments: [(0, 404), (1, 200)])
        func soft404(count: Int, status: Int) async throws {
            var configuration = LivePages.Configuration()
            configuration.clock = ManualClock()
            let server = WebServer(
                port: 0, configuration,
                sessions: .perTab { _ in Navigator(root: Ledger(count: count), stacked: true, on: Engine()) })
            let running = Task { try await server.run() }
            defer { running.cancel() }
            let socket = try await RawSocket(port: try await server.port)
            await socket.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let response = ParsedResponse(await socket.readAll())
            #expect(response.status == status && response.body.contains("<h1>Ledger</h1>"))
            running.cancel()
            try await running.value
        }

        @Test("Limits of the server · an address counts as IPv4, or with the network of an IPv6 client")
        func addresses() {
            #expect(ClientAddress.normalized("192.0.2.7") == "192.0.2.7")
            #expect(ClientAddress.normalized("::ffff:192.0.2.7") == "192.0.2.7")
            #expect(ClientAddress.normalized("2001:db8:1:2:a::1") == ClientAddress.normalized("2001:db8:1:2::9"))
            #expect(ClientAddress.normalized("2001:db8:1:3::9") != ClientAddress.normalized("2001:db8:1:2::9"))
        }
    }
#endif
