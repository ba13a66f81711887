#if Web
    import Foundation
    import Millrace
    import MillraceModules
    import Testing

    @testable import MillraceWeb

    /// Issue 20: each client address has a share of the live connections, the work and the memory.
    @Suite("Shares", .timeLimit(.minutes(20))) struct ShareTests {
        private func connected(_ fixture: ServerFixture) async throws -> String {
            try await fixture.factory.waitFor { event in if case .connected(let id, _, _) = event { id } else { nil } }
        }

        /// Returns the fields with which a trusted proxy names a client.
        private func fields(_ client: String) -> String { "X-Forwarded-For: \(client)\r\n" }

        private func live(_ fixture: ServerFixture, from client: String) async throws -> WebSocketClient {
            let response = try await fixture.get("/", fields(client))
            let opened = (try #require(response.session), try #require(response.cookie))
            return try await WebSocketClient(fixture, opened, fields: fields(client))
        }

        @Test(
            "Issue 20 · a client has a share of the live connections, also of a shared session",
            arguments: [false, true])
        func perAddress(isShared: Bool) async throws {
            try await withServer(
                shared: isShared,
                { configuration in
                    configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                    configuration.limits.liveConnectionsPerAddress = 9
                }
            ) { fixture in
                var clients: [WebSocketClient] = []
                for _ in 0..<9 {
                    clients.append(try await live(fixture, from: "192.0.2.1"))
                    _ = try await connected(fixture)
                }
                let refused = try await live(fixture, from: "192.0.2.1")
                #expect(await refused.closeFrame().code == 1013)
                clients.append(try await live(fixture, from: "192.0.2.2"))
                _ = try await connected(fixture)
                #expect(await fixture.server.liveConnectionCount == 10)
                clients[0].socket.finish()
                _ = try await fixture.factory.waitFor { if case .disconnected = $0 { () } else { nil } }
                clients.append(try await live(fixture, from: "192.0.2.1"))
                _ = try await connected(fixture)
                withExtendedLifetime(clients) {}
            }
        }

        @Test("Issue 20 · a client with many sessions does not end the page that another client has just loaded")
        func freshPages() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessions = 3
            }) { fixture in
                var joined: [String] = []
                for _ in 0..<2 {
                    let client = try await live(fixture, from: "192.0.2.1")
                    joined.append(try await connected(fixture))
                    client.socket.finish()
                    try await fixture.factory.waitFor(.disconnected(joined[joined.count - 1]))
                }
                let fresh = try #require(try await fixture.get("/", fields("192.0.2.2")).session)
                let others = [
                    try await fixture.get("/", fields("192.0.2.1")), try await fixture.get("/", fields("192.0.2.1")),
                ]
                let ended = try await fixture.factory.waitFor { event in
                    if case .ended(let id) = event { id } else { nil }
                }
                #expect(ended == joined[0] && ended != fresh && others.allSatisfy { $0.status == 200 })
            }
        }

        @Test("Issue 20 · at the limit, a newcomer gets the place of the client with the most live connections")
        func displaced() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.liveConnections = 4
            }) { fixture in
                var clients: [WebSocketClient] = []
                for _ in 0..<4 {
                    clients.append(try await live(fixture, from: "192.0.2.1"))
                    _ = try await connected(fixture)
                }
                for client in ["192.0.2.2", "192.0.2.3"] {
                    clients.append(try await live(fixture, from: client))
                    _ = try await connected(fixture)
                }
                // Its oldest connections were closed. It has two left, so another client gets none of them.
                for client in clients[0...1] { #expect(await client.closeFrame().code == nil) }
                let last = try await live(fixture, from: "192.0.2.2")
                #expect(await last.closeFrame().code == 1013)
                #expect(await fixture.server.liveConnectionCount == 4)
                withExtendedLifetime(clients) {}
            }
        }

        @Test("Issue 20 · a newcomer gets the place of a session in use of the client with the most sessions")
        func sessions() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessions = 3
            }) { fixture in
                var clients: [WebSocketClient] = []
                for _ in 0..<3 {
                    clients.append(try await live(fixture, from: "192.0.2.1"))
                    _ = try await connected(fixture)
                }
                clients.append(try await live(fixture, from: "192.0.2.2"))
                _ = try await connected(fixture)
                #expect(await clients[0].closeFrame().code == 1001)
                let refused = try await live(fixture, from: "192.0.2.1")
                #expect(await refused.closeFrame().code == 1013)
                #expect(await fixture.server.resources.sessions == 3)
                withExtendedLifetime(clients) {}
            }
        }

        @Test("Issue 20 · the memory of a live page is counted as it grows, and the largest session ends") func memory()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessionMemory = 10_000_000
            }) { fixture in
                let (one, two) = (
                    try await live(fixture, from: "192.0.2.1"), try await live(fixture, from: "192.0.2.2")
                )
                _ = (try await connected(fixture), try await connected(fixture))
                let pages = await fixture.factory.pages
                for (page, memory) in zip(pages, [9_000_000, 2_000_000]) {
                    await page.set(memory: memory)
                    await page.sendFrame("changed")
                }
                #expect(await two.next()?.text == "changed")
                #expect(await one.closeFrame().code == 1001)
                #expect(await fixture.server.resources.sessions == 1)
                withExtendedLifetime(two) {}
            }
        }

        @Test("Issue 20 · a client's documents wait for each other, too many are refused, and newcomers are served")
        func documents() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsPerAddress = 1
            }) { fixture in
                let opened = try await fixture.openPage()
                let page = await fixture.factory.pages[0]
                await page.hold()
                let form =
                    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                    + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"
                let held = try RawSocket(port: fixture.port)
                await held.send(
                    fixture.head("POST /millrace/send?s=\(opened.session)&q=7", form + fields("192.0.2.1")) + "r=17")
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=17"], number: 7))
                // Eight more wait, so one of nine is refused.
                try await withThrowingTaskGroup(of: ParsedResponse.self) { group in
                    for _ in 1...9 { group.addTask { try await fixture.get("/", fields("192.0.2.1")) } }
                    let refused = try #require(try await group.next())
                    #expect(refused.status == 503 && refused["retry-after"] == "5")
                    #expect(refused.body == RequestError.tooManyRequests.message + "\n")
                    // Files and other clients do not wait.
                    #expect(try await fixture.get("/millrace/millrace.css", fields("192.0.2.1")).status == 200)
                    #expect(try await fixture.get("/", fields("192.0.2.2")).status == 200)
                    #expect(await fixture.factory.pages.count == 2)
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    for try await response in group { #expect(response.status == 200) }
                }
            }
        }

        @Test("Issue 20 · a document of a client that has closed when it is its turn is not made") func closed()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsPerAddress = 1
            }) { fixture in
                let form = try await FormSender(fixture, from: "192.0.2.1")
                let page = await fixture.factory.pages[0]
                await page.hold()
                let held = try await form.send("r=17")
                #expect(try await form.next().fields == ["r=17"])
                let sockets = try (1...9).map { _ in try RawSocket(port: fixture.port) }
                for socket in sockets { await socket.send(fixture.head("GET /", fields("192.0.2.1"))) }
                try await withThrowingTaskGroup(of: [UInt8].self) { group in
                    for socket in sockets { group.addTask { await socket.readAll() } }
                    // When one is refused, the others wait.
                    #expect(ParsedResponse(try #require(try await group.next())).status == 503)
                    for socket in sockets { socket.finish() }
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    for try await response in group { #expect(response.isEmpty) }
                }
                #expect(await fixture.factory.pages.count == 1)
            }
        }

        @Test("Issue 20 · a newcomer gets the connection of a request that waits for earlier ones of its address")
        func waitingRequests() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                (configuration.limits.requestsPerAddress, configuration.limits.connections) = (1, 10)
            }) { fixture in
                let opened = try await fixture.openPage()
                let page = await fixture.factory.pages[0]
                await page.hold()
                let held = try RawSocket(port: fixture.port)
                await held.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                            + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n\(fields("192.0.2.1"))")
                        + "r=17")
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=17"], number: 7))
                let sockets = try (1...9).map { _ in try RawSocket(port: fixture.port) }
                for socket in sockets { await socket.send(fixture.head("GET /", fields("192.0.2.1"))) }
                try await withThrowingTaskGroup(of: [UInt8].self) { group in
                    for socket in sockets { group.addTask { await socket.readAll() } }
                    // When one is refused, the others wait.
                    let refused = try #require(try await group.next())
                    #expect(ParsedResponse(refused).status == 503)
                    let other = try await live(fixture, from: "192.0.2.3")
                    #expect(try await fixture.get("/", fields("192.0.2.2")).status == 200)
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    // The other requests are handled.
                    let responses = try await group.reduce(into: []) { $0.append($1) }.filter { !$0.isEmpty }
                    #expect(responses.count >= 4 && responses.allSatisfy { ParsedResponse($0).status == 200 })
                    withExtendedLifetime(other) {}
                }
            }
        }

        @Test("Issue 20 · a newcomer gets the connection of a client that does not read its response") func unread()
            async throws
        {
            let file = WebFile("/long", type: "text/plain", bytes: [UInt8](repeating: 32, count: 50_000_000))
            try await withServer({ configuration in
                configuration.files.append(file)
                configuration.limits.connections = 1
            }) { fixture in
                let slow = try RawSocket(port: fixture.port)
                await slow.send(fixture.head("GET /long"))
                #expect(await !slow.read(1).isEmpty)
                #expect(try await fixture.get("/").status == 200)
                #expect(await slow.readAll().count < file.bytes.count)
            }
        }

        /// Lets a message of each client, whose pages were created first, be handled until its page is released. Returns all pages.
        private func holdPages(
            of clients: ArraySlice<WebSocketClient>, _ fixture: ServerFixture
        ) async throws -> [FakePage] {
            let pages = await fixture.factory.pages
            for (page, client) in zip(pages, clients) {
                await page.hold()
                await client.send("held")
                try await fixture.factory.waitFor(.received(page.id, "held"))
            }
            return pages
        }

        @Test("Issue 20 · the messages of one address are handled on as many cores as there are; others do not wait")
        func messages() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsPerAddress = 2
            }) { fixture in
                let cores = min(2, ProcessInfo.processInfo.activeProcessorCount)
                var clients: [WebSocketClient] = []
                for _ in 0...cores {
                    clients.append(try await live(fixture, from: "192.0.2.1"))
                    _ = try await connected(fixture)
                }
                let other = try await live(fixture, from: "192.0.2.2")
                _ = try await connected(fixture)
                let pages = try await holdPages(of: clients.prefix(cores), fixture)
                await clients[cores].send("waits")
                await other.send("is handled")
                let next = try await fixture.factory.waitFor { event -> String? in
                    if case .received(_, let text) = event { text } else { nil }
                }
                #expect(next == "is handled")
                await pages[0].release()
                try await fixture.factory.waitFor(.received(pages[cores].id, "waits"))
                for index in 1..<cores { await pages[index].release() }
                withExtendedLifetime(other) {}
            }
        }

        @Test("Issue 20 · the forms of one address share the cores with its messages") func forms() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsPerAddress = 2
            }) { fixture in
                let cores = min(2, ProcessInfo.processInfo.activeProcessorCount)
                var clients: [WebSocketClient] = []
                for _ in 0..<cores {
                    clients.append(try await live(fixture, from: "192.0.2.1"))
                    _ = try await connected(fixture)
                }
                let pages = try await holdPages(of: clients.prefix(cores), fixture)
                let (own, other) = (
                    try await FormSender(fixture, from: "192.0.2.1"), try await FormSender(fixture, from: "192.0.2.2")
                )
                let (waiting, handled) = (try await own.send("r=17"), try await other.send("r=17"))
                #expect(try await other.next().id == other.session)
                #expect(ParsedResponse(await handled.readAll()).status == 200)
                await pages[0].release()
                #expect(ParsedResponse(await waiting.readAll()).status == 200)
                for page in pages { await page.release() }
                withExtendedLifetime(clients) {}
            }
        }

        @Test("Issue 20 · the first message of a connection has a small limit") func firstMessage() async throws {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                await client.socket.send(WebSocketClient.header(1, Hello.maxBytes + 1))
                #expect(await client.closeFrame().code == 1009)
            }
        }

        @Test("Issue 20 · few long forms and messages of a client are received at the same time") func largeInputs()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsPerAddress = 1
            }) { fixture in
                let own = fields("192.0.2.1")
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened, fields: own)
                _ = try await connected(fixture)
                // The first half of a message takes the only place, so a form of this client is not read.
                let half = String(repeating: "x", count: 100_000)
                await client.send(1, Array(half.utf8), isLast: false)
                await client.send(9, [1])
                #expect(await client.next() == .init(code: 10, payload: [1]))
                let form = try RawSocket(port: fixture.port)
                await form.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100002\r\n"
                            + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n\(own)") + "r=" + half)
                #expect(try await fixture.get("/", fields("192.0.2.2")).status == 200)
                await client.send(0, [UInt8(ascii: "y")])
                try await fixture.factory.waitFor(.received(opened.session, half + "y"))
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=" + half], number: 7))
                #expect(ParsedResponse(await form.readAll()).status == 200)
                withExtendedLifetime(client) {}
            }
        }

        @Test("Issue 20 · an application can read the client that a session is created for") func client() async throws
        {
            let clients = Lock<[WebClient?]>([])
            var configuration = WebServer.Configuration(port: 0)
            configuration.clock = ManualClock()
            let server = try WebServer(
                configuration,
                sessions: WebSessions(isShared: false) { id in
                    clients.withLock { $0.append(WebClient.current) }
                    return FakePage(id) { _ in }
                })
            let running = Task { try await server.run() }
            let fixture = ServerFixture(
                server: server, factory: SessionFactory(), clock: ManualClock(), running: running)
            let cookie = try await fixture.openPage().cookie
            _ = try await fixture.get("/", "Cookie: \(cookie)\r\n")
            _ = try await fixture.answer(to: fixture.head("GET /"), from: "127.0.0.2")
            running.cancel()
            try await running.value
            let all = clients.withLock { $0.compactMap(\.self) }
            #expect(all.map(\.address) == ["127.0.0.1", "127.0.0.1", "127.0.0.2"])
            #expect(all[0] == all[1] && all[0].browser != all[2].browser)
            #expect(WebClient.current == nil)
        }

        /// Returns a browser at an address.
        private func browser(_ cookie: String, at address: String = "192.0.2.1") -> ClientIdentity {
            ClientIdentity(cookie: cookie, address: address)
        }

        @Test("Issue 20 · work of one address runs in order, and leaves nothing behind") func slots() async {
            let slots = WorkSlots(limit: 2, maxWaiting: 1)
            let (a, b) = (browser("a"), browser("b", at: "192.0.2.2"))
            #expect(await slots.enter(a))
            #expect(await slots.enter(browser("a2")))
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<2 { group.addTask { await slots.enter(a) } }
                // One waits, and the other one may not.
                #expect(await group.next() == false)
                #expect(await slots.enter(b))
                slots.leave(a)
                #expect(await group.next() == true)
            }
            for client in [a, browser("a2"), b] { slots.leave(client) }
            #expect(slots.count == 0)
        }

        @Test("Issue 20 · documents that are not read close the oldest one of the browser with the most bytes")
        func outgoing() async {
            let documents = OutgoingDocuments(limit: 10)
            let closed = Lock<[String]>([])
            func send(_ name: String, _ bytes: Int, to client: ClientIdentity, _ next: () async -> Void) async {
                await documents.send(bytes, to: client, close: { closed.withLock { $0.append(name) } }, next)
            }
            await send("a1", 4, to: browser("a")) {
                await send("b1", 4, to: browser("b")) {
                    await send("a2", 2, to: browser("a")) {
                        #expect(closed.withLock { $0 } == [])
                        await send("c1", 1, to: browser("c")) {
                            #expect(closed.withLock { $0 } == ["a1"])
                            // A document may exceed the limit. Another address has its own.
                            await send("c2", 20, to: browser("c")) {
                                #expect(closed.withLock { Set($0) } == ["a1", "a2", "b1", "c1"])
                                await send("d1", 9, to: browser("d", at: "192.0.2.2")) {
                                    #expect(documents.count == 2)
                                }
                            }
                        }
                    }
                }
            }
            #expect(closed.withLock { $0.count } == 4)
            #expect(documents.count == 0)
        }
    }
#endif
