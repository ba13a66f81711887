#if Hummingbird || App
    import MillraceHummingbird
    import ServiceLifecycle
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Live pages in a Hummingbird application that exists.
    @Suite struct ApplicationTests {
        @Test("Hummingbird · pages are behind the middleware of the application, and beside its routes") func routes()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let close = "Connection: close\r\n"
                let own = try await fixture.answer(to: fixture.head("GET /status", close, password: "none"))
                #expect((own.status, own.body) == (200, "own route"))
                #expect(try await fixture.answer(to: fixture.head("GET /", close, password: "none")).status == 401)
                let live = fixture.head("GET /millrace/live", "Upgrade: websocket\r\n", password: "none")
                #expect(try await fixture.answer(to: live).status == 401)
                let page = try await fixture.answer(to: fixture.head("GET /", close))
                #expect(page.status == 200 && page.body.contains("<p>one</p>"))
                #expect(page["content-security-policy"]?.contains("default-src 'none'") == true)
                #expect(try await fixture.answer(to: fixture.head("GET /lost", close)).status == 404)
                let head = try await fixture.answer(to: fixture.head("HEAD /", close))
                #expect(head.status == 200 && head.body.isEmpty && head["content-length"] != "0")
                #expect(try await fixture.answer(to: fixture.head("GET /millrace/millrace.js", close)).status == 200)
            }
        }

        @Test("Hummingbird · requests of one connection are answered in order") func keepAlive() async throws {
            try await ApplicationFixture.run { fixture in
                let socket = try await RawSocket(port: fixture.port)
                await socket.send(fixture.head("GET /status") + fixture.head("GET /status", "Connection: close\r\n"))
                let text = String(decoding: await socket.readAll(), as: UTF8.self)
                #expect(text.split(separator: "own route", omittingEmptySubsequences: false).count == 3)
            }
        }

        @Test("Hummingbird · a form of 100 KB is submitted") func form() async throws {
            try await ApplicationFixture.run { fixture in
                let body = "text=" + String(repeating: "x", count: 100_000)
                let (head, session) = try await fixture.formHead(length: body.utf8.count, "Connection: close\r\n")
                let sent = try await fixture.answer(to: head + body)
                #expect(sent.status == 200 && sent.body.contains("Sent"))
                try await fixture.factory.waitFor(.submitted(session, [body], number: 7))
            }
        }

        @Test(
            "Hummingbird · messages and frames of every length pass a live connection",
            arguments: [0, 125, 126, 65_535, 65_536, 65_537, 300_000])
        func frames(count: Int) async throws {
            try await ApplicationFixture.run { fixture in
                let (client, id) = try await fixture.connect()
                let text = String(repeating: "x", count: count)
                await client.send(text)
                try await fixture.factory.waitFor(.received(id, text))
                await fixture.factory.pages[0].sendFrame(text)
                // Long frames come in fragments.
                var received: [UInt8] = []
                repeat { received += try #require(await client.next()).payload } while received.count < count
                #expect(received == Array(text.utf8))
                await client.send(8, [3, 232])
                #expect(await client.closeFrame().code == 1000)
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("Hummingbird · a fragmented message is joined, and a ping between its fragments is answered") func parts()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let (client, id) = try await fixture.connect()
                let text = Array("ä😀".utf8)
                for (index, byte) in text.enumerated() {
                    await client.send(index == 0 ? 1 : 0, [byte], isLast: index == text.count - 1)
                    if index == 2 { await client.send(9, [1, 2]) }
                }
                #expect(await client.next() == .init(code: 10, payload: [1, 2]))
                try await fixture.factory.waitFor(.received(id, "ä😀"))
            }
        }

        static let faults: [([UInt8], Int)] = [
            ([0x81, 0x05] + Array("hello".utf8), 1002),  // without a mask
            ([0xC1, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002), ([0x82, 0x80, 0, 0, 0, 0], 1003),
            ([0x80, 0x80, 0, 0, 0, 0], 1002),  // goes on with nothing
            ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),  // begins within another
            (WebSocketClient.frame(1, [0xFF]), 1007),
        ]

        @Test("Hummingbird · an invalid frame closes the connection with a message", arguments: faults)
        func malformed(bytes: [UInt8], code: Int) async throws {
            try await ApplicationFixture.run { fixture in
                let (client, id) = try await fixture.connect()
                await client.socket.send(bytes)
                let closeFrame = await client.closeFrame()
                #expect(closeFrame.code == code && closeFrame.error?.hasPrefix(#"{"error":""#) == true)
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("Hummingbird · a message that is too long closes the connection with a message") func tooLong()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let (client, _) = try await fixture.connect()
                await client.send(String(repeating: "a", count: 4_000_001))
                #expect(await client.closeFrame().code == 1009)
            }
        }

        @Test("Hummingbird · an upgrade is refused without a page's origin, its cookie or a valid key") func refused()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                let origin = "Origin: http://\(fixture.host)\r\n"
                for (fields, status) in [
                    (upgrade + key, 403), (upgrade + key + origin, 403), (upgrade + origin, 426),
                    (upgrade + "Sec-WebSocket-Key: short\r\n" + origin, 426), (origin, 426),
                ] {
                    let end = fields == origin ? "Connection: close\r\n" : ""
                    let answer = try await fixture.answer(to: fixture.head("GET /millrace/live", fields + end))
                    #expect(answer.status == status)
                }
            }
        }

        @Test("Hummingbird · a client that does not send its head is disconnected") func slowHead() async throws {
            try await ApplicationFixture.run({ $0.limits.transferTimeout = .milliseconds(50) }) { fixture in
                let silent = try await RawSocket(port: fixture.port)
                await silent.send("GET / HTTP/1.1\r\nHost:")
                #expect(ParsedResponse(await silent.readAll()).status == 408)
            }
        }

        @Test("Hummingbird · a client that does not send its form is disconnected") func slowBody() async throws {
            try await ApplicationFixture.run({ $0.limits.transferTimeout = .seconds(5) }) { fixture in
                let head = try await fixture.formHead(length: 10).head
                let client = try await RawSocket(port: fixture.port)
                await client.send(head + "text=")
                #expect(ParsedResponse(await client.readAll()).status == 408)
            }
        }

        @Test("Hummingbird · a client that does not read is disconnected") func unread() async throws {
            try await ApplicationFixture.run({ $0.limits.transferTimeout = .seconds(5) }) { fixture in
                let (client, id) = try await fixture.connect()
                let page = await fixture.factory.pages[0]
                await page.sendFrame(String(repeating: "x", count: 10_000_000))
                try await fixture.factory.waitFor(.disconnected(id))
                _ = client
            }
        }

        @Test("Hummingbird · a page that ends by itself closes its connection") func endedPage() async throws {
            try await ApplicationFixture.run { fixture in
                let (client, id) = try await fixture.connect()
                await fixture.factory.pages[0].end()
                #expect(await client.closeFrame().code == 1001)
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("Hummingbird · a frame that is too long closes the connection when its header is read") func longFrame()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let (client, _) = try await fixture.connect()
                await client.socket.send(WebSocketClient.header(1, 4_000_001))
                #expect(await client.closeFrame().code == 1009)
            }
        }

        @Test("Hummingbird · few pings may precede the first message, and then it is required") func pings()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let page = try await fixture.answer(to: fixture.head("GET /", "Connection: close\r\n"))
                let cookie = try #require(page.cookie) + "\r\nAuthorization: secret"
                let client = try await WebSocketClient(
                    to: fixture.port, host: fixture.host, origin: "http://\(fixture.host)", cookie: cookie)
                for _ in 0..<8 { await client.send(9, []) }
                #expect(await client.closeFrame().code == 1008)
            }
        }

        @Test("Hummingbird · a long message before the first one is refused by its header, and takes no place")
        func longFirst()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let page = try await fixture.answer(to: fixture.head("GET /", "Connection: close\r\n"))
                let cookie = try #require(page.cookie) + "\r\nAuthorization: secret"
                for _ in 0..<10 {
                    let client = try await WebSocketClient(
                        to: fixture.port, host: fixture.host, origin: "http://\(fixture.host)", cookie: cookie)
                    await client.socket.send(WebSocketClient.header(1, 100_000))
                    #expect(await client.closeFrame().code == 1009)
                }
                let body = "text=" + String(repeating: "x", count: 100_000)
                let head = try await fixture.formHead(length: body.utf8.count, "Connection: close\r\n").head
                #expect(try await fixture.answer(to: head + body).status == 200)
            }
        }

        @Test("Hummingbird · a client that expects it is asked for the body of its form") func expectation()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let (head, _) = try await fixture.formHead(
                    length: 6, "Connection: close\r\nExpect: 100-continue\r\n")
                let client = try await RawSocket(port: fixture.port)
                await client.send(head)
                let asked = "HTTP/1.1 100 Continue\r\n\r\n"
                var received: [UInt8] = []
                while received.count < asked.utf8.count {
                    received += await client.read(asked.utf8.count - received.count)
                }
                #expect(String(decoding: received, as: UTF8.self) == asked)
                await client.send("text=x")
                #expect(ParsedResponse(await client.readAll()).status == 200)
            }
        }

        @Test("Hummingbird · a client that reads slowly receives the whole response") func slowReader() async throws {
            let (clock, limit) = (ManualClock(), Duration.seconds(100))
            try await ApplicationFixture.run({ ($0.clock, $0.limits.transferTimeout) = (clock, limit) }) { fixture in
                let client = try await RawSocket(port: fixture.port)
                // A million bytes are more than the buffers of the system hold, so the server writes parts in each step.
                client.limitReceiveBuffer(to: 65_536)
                await client.send(fixture.head("GET /long", "Connection: close\r\n"))
                var bytes: [UInt8] = []
                for step in 1...7 {
                    while bytes.count < step * 1_000_000, case let part = await client.read(), !part.isEmpty {
                        bytes += part
                    }
                    clock.advance(by: limit * 0.4)
                }
                bytes += await client.readAll()
                #expect(ParsedResponse(bytes).body.utf8.count == 8_000_000)
            }
        }

        @Test("Hummingbird · a connection over the limit takes the place of one that waits") func connections()
            async throws
        {
            try await ApplicationFixture.run({ $0.limits.connections = 4 }) { fixture in
                let open = [try await RawSocket(port: fixture.port), try await RawSocket(port: fixture.port)]
                // Each has a place when it has its answer. Then it waits for the next request.
                for socket in open {
                    await socket.send(fixture.head("GET /status"))
                    #expect(await !socket.read(1).isEmpty)
                }
                let response = try await fixture.answer(to: fixture.head("GET /status", "Connection: close\r\n"))
                #expect(response.status == 200)
                _ = await open[0].readAll()
                await open[1].send(fixture.head("GET /status", "Connection: close\r\n"))
                #expect(String(decoding: await open[1].readAll(), as: UTF8.self).hasSuffix("own route"))
            }
        }

        @Test("Hummingbird · when the time for the shutdown is over, a request that still runs is cancelled")
        func stuck() async throws {
            try await ApplicationFixture.run({ $0.shutdownTimeout = .milliseconds(50) }) { fixture in
                let (head, session) = try await fixture.formHead(length: 4)
                await fixture.factory.pages[0].hold()
                let client = try await RawSocket(port: fixture.port)
                await client.send(head + "r=17")
                try await fixture.factory.waitFor(.submitted(session, ["r=17"], number: 7))
                await fixture.services.triggerGracefulShutdown()
                #expect(await client.readAll().isEmpty)
            }
        }

        @Test("Hummingbird · when the services shut down, live connections close with 1012, and sessions end")
        func shutDown()
            async throws
        {
            try await ApplicationFixture.run { fixture in
                let (client, id) = try await fixture.connect()
                await fixture.services.triggerGracefulShutdown()
                #expect(await client.closeFrame().code == 1012)
                try await fixture.factory.waitFor(.ended(id))
            }
        }
    }
#endif
