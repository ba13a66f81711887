#if Hummingbird || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Each client address has a share of the work on pages and of the input that is received.
    @Suite("Shares of the work", .timeLimit(.minutes(20))) struct WorkShareTests {
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

        @Test(
            "Limits of the server · of the messages of one address, at most as many as cores are handled at once; others do not wait"
        )
        func messages() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
            }) { fixture in
                let cores = ProcessInfo.processInfo.activeProcessorCount
                var clients: [WebSocketClient] = []
                for _ in 0...cores {
                    clients.append(try await fixture.openLivePage(from: "192.0.2.1"))
                    _ = try await fixture.waitUntilConnected()
                }
                let other = try await fixture.openLivePage(from: "192.0.2.2")
                _ = try await fixture.waitUntilConnected()
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

        @Test("Limits of the server · the forms of one address share the cores with its messages") func forms()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
            }) { fixture in
                let cores = ProcessInfo.processInfo.activeProcessorCount
                var clients: [WebSocketClient] = []
                for _ in 0..<cores {
                    clients.append(try await fixture.openLivePage(from: "192.0.2.1"))
                    _ = try await fixture.waitUntilConnected()
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

        @Test("Limits of the server · the first message of a connection has a small limit") func firstMessage()
            async throws
        {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                await client.socket.send(WebSocketClient.header(1, Hello.maxBytes + 1))
                #expect(await client.closeFrame().code == 1009)
            }
        }

        @Test("Limits of the server · few long forms and messages of a client are received at the same time")
        func largeInputs()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsOfAddress = 1
            }) { fixture in
                let own = fixture.forwardedFields(for: "192.0.2.1")
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened, fields: own)
                _ = try await fixture.waitUntilConnected()
                // The first half of a message takes the only place, so a form of this client is not read.
                let half = String(repeating: "x", count: 100_000)
                // After a part of this length, nothing else is received with it. So the pong shows that the text has its place.
                for part in [half.dropLast(65_535), half.suffix(65_535)] {
                    await client.send(1, Array("+\(part)".utf8))
                }
                await client.send(9, [1])
                #expect(await client.next() == .init(code: 10, payload: [1]))
                let form = try await RawSocket(port: fixture.port)
                await form.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100002\r\n"
                            + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n\(own)") + "r=" + half)
                #expect(try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.2")).status == 200)
                await client.send("y")
                try await fixture.factory.waitFor(.received(opened.session, half + "y"))
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=" + half], number: 7))
                #expect(ParsedResponse(await form.readAll()).status == 200)
                withExtendedLifetime(client) {}
            }
        }

        @Test("Limits of the server · work of one address runs in order, and leaves nothing behind") func places() async
        {
            let places = FairQueue(ofAddress: 2, waiting: 1)
            let (a, b) = (WebClient("a"), WebClient("b", at: "192.0.2.2"))
            #expect(await places.enter(a))
            #expect(await places.enter(WebClient("a2")))
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<2 { group.addTask { await places.enter(a) } }
                // One waits, and the other one may not.
                #expect(await group.next() == false)
                #expect(await places.enter(b))
                places.release(a)
                #expect(await group.next() == true)
            }
            for client in [a, WebClient("a2"), b] { places.release(client) }
            #expect(places.runningCount == 0)
        }
    }
#endif
