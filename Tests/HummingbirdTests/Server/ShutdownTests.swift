#if Hummingbird || App
    import Foundation
    import MillraceModules
    import Testing
    import UnixSignals

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Shutdown", .timeLimit(.minutes(20))) struct ShutdownTests {
        @Test("M15 · after cancellation, all connections and sessions end, whatever their progress") func cancelled()
            async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let unread = try await WebSocketClient(fixture, try await fixture.openPage())
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                for _ in 0..<50 { await fixture.factory.pages[1].sendFrame(String(repeating: "x", count: 1_000_000)) }
                var halves: [RawSocket] = []
                for half in [
                    "", "GET /", fixture.head("POST /", "Content-Length: 9\r\n") + "half",
                    WebSocketClient.head(fixture, cookie: opened.cookie),
                ] {
                    let socket = try await RawSocket(port: fixture.port)
                    await socket.send(half)
                    halves.append(socket)
                }
                await client.socket.send(WebSocketClient.header(1, 1_000))
                fixture.running.cancel()
                try await fixture.running.value
                #expect(await fixture.server.resources == (0, 0))
                for page in await fixture.factory.pages { #expect(await page.isReleased) }
                for socket in halves { _ = await socket.readAll() }
                withExtendedLifetime(unread) {}
                // The port is free again.
                let next = WebServer(
                    port: fixture.port, sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
                let running = Task { try await next.run() }
                #expect(try await next.port == fixture.port)
                await next.shutDown()
                try await running.value
            }
        }

        @Test("Server · a shutdown finishes requests, lets pages connect again, and refuses newcomers")
        func graceful()
            async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let slow = try await fixture.openPage()
                let page = await fixture.factory.pages[1]
                await page.hold()
                async let form = fixture.post(
                    "r=17", to: "/millrace/send?s=\(slow.session)&q=7",
                    "Origin: \(fixture.origin)\r\nCookie: \(slow.cookie)\r\n")
                try await fixture.factory.waitFor(.submitted(slow.session, ["r=17"], number: 7))
                let (idle, half) = (try await RawSocket(port: fixture.port), try await RawSocket(port: fixture.port))
                await half.send("GET / HTTP/1.1\r\nHo")
                let shutdown = Task { await fixture.server.shutDown() }
                // The connections without a request are closed, and the request still runs.
                #expect(await idle.readAll() == [])
                #expect(await half.readAll() == [])
                await #expect(throws: (any Error).self) { try await RawSocket(port: fixture.port) }
                await page.release()
                #expect(try await form.status == 200)
                #expect(await client.closeFrame() == (nil, 1012))
                client.socket.finish()
                await shutdown.value
                try await fixture.running.value
                #expect(await fixture.server.resources == (0, 0))
            }
        }

        @Test("Server · a shutdown does not wait for a live client that does not answer", .timeLimit(.minutes(20)))
        func silent() async throws {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, try await fixture.openPage())
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let shutdown = Task { await fixture.server.shutDown() }
                #expect(await client.closeFrame() == (nil, 1012))
                // The server waits three seconds for the client. A timer of the first connection may advance the clock by as much
                // before. Both are less than the time limit of the shutdown.
                fixture.clock.autoAdvance(by: .seconds(6))
                await shutdown.value
                try await fixture.running.value
                withExtendedLifetime(client) {}
            }
        }

        @Test("Server · a shutdown ends within its time limit") func stuck() async throws {
            try await withServer { fixture in
                let slow = try await fixture.openPage()
                let page = await fixture.factory.pages[0]
                await page.hold()
                let form = Task {
                    try await fixture.post(
                        "r=17", to: "/millrace/send?s=\(slow.session)&q=7",
                        "Origin: \(fixture.origin)\r\nCookie: \(slow.cookie)\r\n")
                }
                try await fixture.factory.waitFor(.submitted(slow.session, ["r=17"], number: 7))
                let shutdown = Task { await fixture.server.shutDown() }
                // Timers of connections may advance the time before the shutdown begins.
                fixture.clock.autoAdvance(by: .seconds(400))
                // The request is cancelled.
                try await fixture.running.value
                await shutdown.value
                _ = try? await form.value
                #expect(await fixture.server.resources == (0, 0))
            }
        }

        @Test("Server · a signal shuts the server down") func signals() async throws {
            let server = WebServer(
                port: 0, sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
            let running = Task { try await server.runUntilSignal([.sigusr1]) }
            let socket = try await RawSocket(port: try await server.port)
            await socket.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(ParsedResponse(await socket.readAll()).status == 200)
            kill(getpid(), SIGUSR1)
            try await running.value
        }

        @Test("M15 · a port in use is reported") func portInUse() async throws {
            try await withServer { fixture in
                let second = WebServer(
                    port: fixture.port, sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
                await #expect(throws: WebServer.Failure.portInUse(fixture.port)) { try await second.run() }
                await #expect(throws: WebServer.Failure.portInUse(fixture.port)) { try await second.port }
                #expect(
                    "\(WebServer.Failure.portInUse(7))"
                        == "Another program uses port 7. Close that program, or choose another port.")
            }
        }

        @Test("M15 · a server can run only once") func once() async throws {
            try await withServer { fixture in
                _ = try await fixture.get("/")
                await #expect(throws: WebServer.Failure.other("it has already run; create another server")) {
                    try await fixture.server.run()
                }
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("M15 · a server that never ran has nothing to shut down") func neverRan() async throws {
            let server = WebServer(port: 0, sessions: WebSessions(isShared: true) { FakePage($0) { _ in } })
            await server.shutDown()
            await #expect(throws: WebServer.Failure.other("it was shut down")) { try await server.port }
            await #expect(throws: WebServer.Failure.other("it has already run; create another server")) {
                try await server.run()
            }
        }
    }
#endif
