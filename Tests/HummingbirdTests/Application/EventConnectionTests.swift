#if Hummingbird || App
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Live connections by events and requests", .timeLimit(.minutes(20))) struct EventConnectionTests {
        @Test("Events · a page receives posted messages in order, and its frames are streamed") func live() async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await EventClient(fixture, opened)
                _ = try await fixture.waitUntilConnected()
                #expect(try await client.post("one\ntwo\n\nthree") == 204)
                for text in ["one", "two", "three"] {
                    try await fixture.factory.waitFor(.received(opened.session, text))
                }
                #expect(try await client.post("echo") == 204)
                #expect(try await client.next() == "echoed")
                let long = String(repeating: "ä", count: 100_000)
                await fixture.factory.pages[0].sendFrame(long)
                var parts: [String] = []
                repeat { parts.append(try #require(try await client.next())) } while parts.last?.first == "+"
                #expect(parts.count == 4 && parts.map { $0.trimmingPrefix("+") }.joined() == long)
            }
        }

        @Test("Events · a stream that its client closes ends the live connection") func closed() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                var client: EventClient? = try await EventClient(fixture, opened)
                _ = try await fixture.waitUntilConnected()
                let id = try #require(client?.id)
                client = nil
                try await fixture.factory.waitFor(.disconnected(opened.session))
                let own = "Referer: \(fixture.origin)/\r\nCookie: \(opened.cookie)\r\n"
                // Its ID cannot be used again.
                await fixture.server.waitUntilDisconnected()
                #expect(try await fixture.get("/millrace/events?c=\(id)", own).status == 410)
            }
        }

        @Test("Events · only the browser that has begun a connection can use it, from a page of this server")
        func foreign() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await EventClient(fixture, opened)
                _ = try await fixture.waitUntilConnected()
                let referer = "Referer: \(fixture.origin)/\r\n"
                for (fields, status) in [
                    (referer + "Cookie: millrace=\(RandomID.make())\r\n", 410), (referer, 403),
                    ("Cookie: \(opened.cookie)\r\n", 403),
                    ("Origin: http://other.example\r\nCookie: \(opened.cookie)\r\n", 403),
                ] {
                    #expect(try await client.post("no", fields) == status, "\(fields)")
                    let path = "/millrace/events?c=\(client.id)"
                    #expect(try await fixture.get(path, fields).status == status, "\(fields)")
                }
                #expect(try await fixture.get("/millrace/events?c=\(client.id)&open", client.fields).status == 503)
                #expect(try await fixture.get("/millrace/events?c=none", client.fields).status == 410)
                #expect(try await fixture.get("/millrace/events", client.fields).status == 400)
                #expect(try await client.post("yes") == 204)
                try await fixture.factory.waitFor(.received(opened.session, "yes"))
            }
        }

        @Test("Events · a message that is too long ends the connection, and a body that is too long is refused")
        func tooLong() async throws {
            try await withServer({ $0.limits.inputBytes = 1_000 }) { fixture in
                let opened = try await fixture.openPage()
                let client = try await EventClient(fixture, opened)
                _ = try await fixture.waitUntilConnected()
                #expect(try await client.post(String(repeating: "x", count: 65_537)) == 413)
                #expect(try await client.post(String(repeating: "x", count: 1_001)) == 204)
                #expect(
                    try await client.next()
                        == #"{"error":"The message is too long. It may have at most 1000 bytes."}"#)
                #expect(try await client.next() == nil)
                try await fixture.factory.waitFor(.disconnected(opened.session))
            }
        }

        @Test("Events · a browser with few connections gets three streams, and asks for frames in its further tabs")
        func limited() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                var streams: [EventClient] = []
                for _ in 0..<3 {
                    streams.append(try await EventClient(fixture, opened, isLimited: true))
                    _ = try await fixture.waitUntilConnected()
                }
                var further = try await EventClient(fixture, opened, isLimited: true)
                _ = try await fixture.waitUntilConnected()
                #expect(try await further.next() == nil)
                // A response waits a second for the answer to a message, and a moment for a frame after it.
                fixture.clock.autoAdvance(by: .milliseconds(500))
                #expect(try await further.post("echo") == 204)
                try await further.open("&limited")
                #expect(try await further.next() == "echoed")
                #expect(try await further.next() == nil)
                try await further.open("&limited")
                #expect(try await further.next() == nil)
                // Another browser has streams of its own.
                let other = try await fixture.openPage()
                let client = try await EventClient(fixture, other, isLimited: true)
                #expect(try await client.post("echo") == 204)
                #expect(try await client.next() == "echoed")
                // A tab that asks no more is disconnected.
                fixture.clock.advance(by: .seconds(90))
                try await fixture.factory.waitFor(.disconnected(opened.session))
                withExtendedLifetime(streams) {}
            }
        }

        @Test("Events · when the server shuts down, the streams end, and the page is disconnected") func shutDown()
            async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await EventClient(fixture, opened)
                _ = try await fixture.waitUntilConnected()
                await fixture.server.shutDown()
                #expect(try await client.next() == nil)
                try await fixture.factory.waitFor(.disconnected(opened.session))
            }
        }

        @Test("Events · a document says whether the server accepts WebSockets") func document() async throws {
            let pages = LivePages(sessions: WebSessions(isShared: false) { FakePage($0) { _ in } })
            var request = try PageRequest(method: "GET", target: "/", fields: [("host", "localhost")])
            for acceptsSockets in [true, false] {
                request.acceptsSockets = acceptsSockets
                let response = try await pages.respond(to: request, on: UnknownConnection()) { _ in [] }
                let html = String(decoding: response.body, as: UTF8.self)
                #expect(html.contains(" data-events") == !acceptsSockets)
                // The server has no live page.
                #expect(html.contains(" data-few"))
            }
            await pages.end()
        }
    }
#endif
