#if Web
    import MillraceModules
    import Testing

    @testable import MillraceWeb

    @Suite("The server's end", .timeLimit(.minutes(10))) struct EndingTests {
        @Test("M15 · when it is cancelled everything ends, wherever it stands") func cancelled() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                let live = try await LiveCaller(served, opened)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                let unheard = try await LiveCaller(served, try await served.openPage())
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                for _ in 0..<50 { await served.house.pages[1].say(String(repeating: "x", count: 1_000_000)) }
                let halves = try [
                    "", "GET /", served.head("POST /", "Content-Length: 9\r\n") + "half",
                    LiveCaller.head(served, cookie: opened.cookie),
                ].map { ($0, try Caller(port: served.port)) }
                for (half, caller) in halves { await caller.send(half) }
                await live.caller.send(LiveCaller.header(1, 1_000))
                served.running.cancel()
                try await served.running.value
                #expect(await served.server.census == (0, 0))
                for page in await served.house.pages { #expect(await page.isGone) }
                for (_, caller) in halves { _ = await caller.readAll() }
                withExtendedLifetime(unheard) {}
                // The port is free again.
                _ = try WebServer(
                    .init(port: served.port), sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
            }
        }

        @Test("M15 · a port that is taken is said to be") func portTaken() async throws {
            try await serving { served in
                #expect(throws: WebServer.Failure.portTaken(served.port)) {
                    _ = try WebServer(
                        .init(port: served.port), sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
                }
                #expect(
                    "\(WebServer.Failure.portTaken(7))"
                        == "Port 7 is taken by another program: close it, or choose another port.")
            }
        }

        @Test("M15 · a server runs once") func once() async throws {
            try await serving { served in
                _ = try await served.get("/")
                await #expect(throws: WebServer.Failure.other("a server runs once: make another one")) {
                    try await served.server.run()
                }
                #expect(try await served.get("/").status == 200)
            }
        }

        @Test("M15 · a server that never ran gives its port back") func neverRan() throws {
            let sessions = WebSessions(isShared: true) { FakePage($0) { _ in } }
            let port = try WebServer(.init(port: 0), sessions: sessions).port
            _ = try WebServer(.init(port: port), sessions: sessions)
        }
    }
#endif
