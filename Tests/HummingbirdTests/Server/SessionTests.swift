#if Hummingbird || App
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Sessions", .timeLimit(.minutes(20))) struct SessionTests {
        private func form(_ fixture: ServerFixture, _ session: String, _ cookie: String) async throws -> ParsedResponse
        {
            try await fixture.post(
                "r=17&f18=%C3%A4+b", to: "/millrace/send?s=\(session)&q=7",
                "Origin: \(fixture.origin)\r\nCookie: \(cookie)\r\n")
        }

        @Test("M15 · a browser receives a cookie that scripts and other sites cannot use") func cookie() async throws {
            try await withServer { fixture in
                let first = try await fixture.get("/")
                let cookie = try #require(first.cookie)
                #expect(first["set-cookie"] == "\(cookie); HttpOnly; SameSite=Lax; Path=/")
                #expect(RandomID.isValid(String(cookie.dropFirst("millrace=".count))))
                let second = try await fixture.get("/", "Cookie: theme=dark; \(cookie)\r\n")
                #expect(second["set-cookie"] == nil && second.session != first.session)
                #expect(try await fixture.get("/", "Cookie: millrace=mine\r\n").cookie != cookie)
            }
        }

        @Test("M15 · a form is handled in its session, and the response shows the result") func form() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                await fixture.factory.pages[0].setError("No & never.")
                let response = try await form(fixture, opened.session, opened.cookie)
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=17", "f18=ä b"], number: 7))
                #expect(response.status == 200 && response.session == opened.session)
                #expect(response.body.contains(#"<div id="m-status" role="status">No &amp; never.</div>"#))
                #expect(response.body.contains("data-seq=\"8\"") && response.body.contains("&amp;q=8"))
                let reload = try await fixture.get("/millrace/send?s=\(opened.session)&q=7")
                #expect(reload.status == 303 && reload["location"] == "/")
            }
        }

        @Test("M15 · only the browser of a session can use it") func foreign() async throws {
            try await withServer { fixture in
                let (mine, other) = (try await fixture.openPage(), try await fixture.openPage())
                #expect(mine.cookie != other.cookie)
                let response = try await form(fixture, mine.session, other.cookie)
                #expect(response.status == 410 && response.body.contains(RequestError.gone.message))
                // The live connection of another browser gets its own session.
                let browser = try await WebSocketClient(fixture, (mine.session, other.cookie), url: "/notes/3")
                defer { withExtendedLifetime(browser) {} }
                let connected = try await fixture.factory.waitFor { event in
                    if case .connected(let id, let hello, let isNew) = event { (id, hello, isNew) } else { nil }
                }
                #expect(connected.0 != mine.session && connected.0 != other.session && connected.2)
                #expect(try await form(fixture, mine.session, mine.cookie).status == 200)
            }
        }

        @Test("M15 · a session that has ended is created again at the same URL") func anew() async throws {
            try await withServer { fixture in
                let cookie = "millrace=\(RandomID.make())"
                let browser = try await WebSocketClient(fixture, (RandomID.make(), cookie), url: "/notes/3")
                defer { withExtendedLifetime(browser) {} }
                let id = try await fixture.factory.waitFor { if case .made(let id) = $0 { id } else { nil } }
                try await fixture.factory.waitFor(.opened(id, url: "/notes/3"))
                let isNew = try await fixture.factory.waitFor {
                    if case .connected(id, _, let isNew) = $0 { isNew } else { nil }
                }
                #expect(isNew)
            }
        }

        @Test("M15 · if its URL no longer exists, a new session starts at the start page") func lost() async throws {
            try await withServer { fixture in
                let browser = try await WebSocketClient(
                    fixture, (RandomID.make(), "millrace=\(RandomID.make())"), url: "/lost")
                defer { withExtendedLifetime(browser) {} }
                let id = try await fixture.factory.waitFor { if case .opened(let id, "/lost") = $0 { id } else { nil } }
                try await fixture.factory.waitFor(.opened(id, url: "/"))
            }
        }

        @Test("M15 · a session that has ended by itself is created again for a returning browser") func ended()
            async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                await fixture.factory.pages[0].end()
                #expect(await client.closeFrame() == (nil, 1001))
                #expect(try await form(fixture, opened.session, opened.cookie).status == 410)
                let browser = try await WebSocketClient(fixture, opened)
                defer { withExtendedLifetime(browser) {} }
                let isNew = try await fixture.factory.waitFor {
                    if case .connected(_, _, let isNew) = $0 { isNew } else { nil }
                }
                #expect(isNew)
            }
        }

        @Test("M15 · an unused session ends after five minutes") func unused() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                fixture.clock.advance(by: .milliseconds(299_999))
                #expect(await fixture.server.resources.sessions == 1)
                fixture.clock.advance(by: .milliseconds(1))
                try await fixture.factory.waitFor(.ended(opened.session))
                #expect(await fixture.server.resources.sessions == 0)
            }
        }

        @Test("M15 · a used session ends five minutes after its last use") func idle() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                fixture.clock.advance(by: .milliseconds(299_999))
                #expect(try await form(fixture, opened.session, opened.cookie).status == 200)
                fixture.clock.advance(by: .seconds(299))
                #expect(try await form(fixture, opened.session, opened.cookie).status == 200)
                fixture.clock.advance(by: .seconds(300))
                try await fixture.factory.waitFor(.ended(opened.session))
            }
        }

        @Test("M15 · a connected session stays, and ends five minutes after its last connection")
        func connected() async throws {
            try await withServer({ $0.limits.idleTimeout = .seconds(1_000_000) }) { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                fixture.clock.advance(by: .seconds(100_000))
                await client.send("there")
                try await fixture.factory.waitFor(.received(opened.session, "there"))
                client.socket.finish()
                try await fixture.factory.waitFor(.disconnected(opened.session))
                // The time begins after the page was informed.
                await fixture.server.waitUntilDisconnected()
                fixture.clock.advance(by: .milliseconds(299_999))
                #expect(await fixture.server.resources.sessions == 1)
                fixture.clock.advance(by: .milliseconds(1))
                try await fixture.factory.waitFor(.ended(opened.session))
            }
        }

        @Test("M15 · a shared session is created once, serves every browser and never times out") func shared()
            async throws
        {
            try await withServer(shared: true) { fixture in
                let pages = try await withThrowingTaskGroup { group in
                    for _ in 0..<8 { group.addTask { try await fixture.openPage() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(pages.map(\.session)).count == 1 && Set(pages.map(\.cookie)).count == 8)
                #expect(await fixture.factory.pages.count == 1)
                #expect(try await form(fixture, pages[0].session, pages[1].cookie).status == 200)
                #expect(try await fixture.get("/lost").status == 404)
                fixture.clock.advance(by: .seconds(100_000))
                #expect(try await form(fixture, pages[0].session, pages[2].cookie).status == 200)
                // A new browser joins the session, and does not navigate the others.
                let browser = try await WebSocketClient(fixture, (RandomID.make(), pages[3].cookie), url: "/notes/3")
                defer { withExtendedLifetime(browser) {} }
                let opened = try await fixture.factory.waitFor { event in
                    switch event {
                    case .opened(_, "/notes/3"): true
                    case .connected(pages[0].session, _, let isNew): !isNew
                    default: nil
                    }
                }
                #expect(!opened)
            }
        }

        @Test("M15 · a shared session is created again after it has ended") func sharedAgain() async throws {
            try await withServer(shared: true) { fixture in
                let opened = try await fixture.openPage()
                await fixture.factory.pages[0].end()
                #expect(try await fixture.openPage().session != opened.session)
                #expect(await fixture.server.resources.sessions == 1)
            }
        }

        @Test("M15 · a HEAD request leaves no session") func head() async throws {
            try await withServer { fixture in
                let response = try await fixture.answer(to: fixture.head("HEAD /"))
                #expect(response.status == 200 && response.body.isEmpty && response["set-cookie"] == nil)
                #expect(Int(response["content-length"] ?? "") ?? 0 > 100)
                #expect(await fixture.server.resources.sessions == 0)
            }
        }

        @Test("M15 · a session that cannot be created gets status 500 and does not count") func failing()
            async throws
        {
            struct Broken: Error {}
            for shared in [false, true] {
                try await withServer(shared: shared, { $0.limits.sessions = 1 }) { fixture in
                    await fixture.factory.fail(Broken())
                    for _ in 0..<3 {
                        let response = try await fixture.get("/")
                        #expect(response.status == 500 && response.body == RequestError.sessionFailed.message + "\n")
                    }
                    await fixture.factory.fail(nil)
                    #expect(try await fixture.get("/").status == 200)
                }
            }
        }

        @Test("Server · an application can read the client that a session is created for") func client() async throws {
            let clients = Lock<[WebClient?]>([])
            var configuration = LivePages.Configuration()
            configuration.clock = ManualClock()
            let server = WebServer(
                port: 0, configuration,
                sessions: WebSessions(isShared: false) { id, visitor in
                    clients.withLock { $0.append(visitor.client) }
                    return FakePage(id) { _ in }
                })
            let running = Task { try await server.run() }
            defer { running.cancel() }
            let fixture = ServerFixture(
                server: server, factory: SessionFactory(), clock: ManualClock(), running: running,
                port: try await server.port)
            let cookie = try await fixture.openPage().cookie
            _ = try await fixture.get("/", "Cookie: \(cookie)\r\n")
            _ = try await fixture.answer(to: fixture.head("GET /"), from: "127.0.0.2")
            running.cancel()
            try await running.value
            let all = clients.withLock { $0.compactMap(\.self) }
            #expect(all.map(\.address) == ["127.0.0.1", "127.0.0.1", "127.0.0.2"])
            #expect(all[0] == all[1] && all[0].browser != all[2].browser)
        }
    }
#endif
