#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("WebSockets", .timeLimit(.minutes(20))) struct WebSocketTests {
        /// Opens a live connection, and waits until the page has accepted it.
        private func connect(_ fixture: ServerFixture) async throws -> (client: WebSocketClient, id: String) {
            let opened = try await fixture.openPage()
            let client = try await WebSocketClient(fixture, opened)
            _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
            return (client, opened.session)
        }

        @Test("M15 · a fragmented text is joined, and a ping between its fragments is answered") func parts()
            async throws
        {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                let text = Array("ä😀".utf8)
                for (index, byte) in text.enumerated() {
                    await client.send(index == 0 ? 1 : 0, [byte], isLast: index == text.count - 1)
                    if index == 2 { await client.send(9, [1, 2]) }
                    if index == 3 { await client.send(10, []) }
                }
                #expect(await client.next() == .init(code: 10, payload: [1, 2]))
                try await fixture.factory.waitFor(.received(id, "ä😀"))
            }
        }

        @Test("M15 · frames of every length are received and sent", arguments: [0, 125, 126, 65_535, 65_536, 300_000])
        func lengths(count: Int) async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                let text = String(repeating: "x", count: count)
                await client.send(text)
                try await fixture.factory.waitFor(.received(id, text))
                await fixture.factory.pages[0].sendFrame(text)
                #expect(await client.next() == .init(code: 1, payload: Array(text.utf8)))
            }
        }

        @Test("M15 · a message that is too long is rejected when its header is read") func longFrame() async throws {
            try await withServer { fixture in
                let (client, _) = try await connect(fixture)
                await client.send(1, [UInt8](repeating: 0x61, count: 65_535), isLast: false)
                await client.socket.send(WebSocketClient.header(0, 2))
                let closeFrame = await client.closeFrame()
                #expect(closeFrame.error == #"{"error":"The message is too long. It may have at most 65536 bytes."}"#)
                #expect(closeFrame.code == 1009)
            }
        }

        @Test("M15 · a text in parts has a limit") func tooLong() async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                await client.send(String(repeating: "a", count: 4_000_001))
                let closeFrame = await client.closeFrame()
                #expect(closeFrame.error == #"{"error":"The message is too long. It may have at most 4000000 bytes."}"#)
                #expect(closeFrame.code == 1009)
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        static let faults: [([UInt8], Int)] = [
            (WebSocketClient.header(1, 1 << 62), 1009),
            ([0x81, 0x05] + Array("hello".utf8), 1002),  // without a mask
            ([0xC1, 0x80, 0, 0, 0, 0], 1002), ([0xA1, 0x80, 0, 0, 0, 0], 1002), ([0x91, 0x80, 0, 0, 0, 0], 1002),
            ([0x83, 0x80, 0, 0, 0, 0], 1002), ([0x8B, 0x80, 0, 0, 0, 0], 1002),
            ([0x82, 0x80, 0, 0, 0, 0], 1003),
            ([0x80, 0x80, 0, 0, 0, 0], 1002),  // goes on with nothing
            ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),  // begins within another
            ([0x09, 0x80, 0, 0, 0, 0], 1002),  // a ping in parts
            (WebSocketClient.frame(9, [UInt8](repeating: 0, count: 126)), 1002),
            ([0x81, 0xFE, 0, 125], 1002), ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),  // longer than needed
            ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
            (WebSocketClient.frame(8, [3]), 1002), (WebSocketClient.frame(8, [3, 232, 0xFF]), 1002),
            (WebSocketClient.frame(8, [0, 0]), 1002), (WebSocketClient.frame(8, [3, 231]), 1002),
            (WebSocketClient.frame(8, [3, 236]), 1002), (WebSocketClient.frame(8, [3, 237]), 1002),
            (WebSocketClient.frame(8, [3, 238]), 1002), (WebSocketClient.frame(8, [3, 247]), 1002),
            (WebSocketClient.frame(8, [0x13, 0x88]), 1002),  // 5000
            (WebSocketClient.frame(1, [0xFF]), 1007), (WebSocketClient.frame(1, [0xED, 0xA0, 0x80]), 1007),
        ]

        @Test("M15 · an invalid frame closes the connection with a message", arguments: faults)
        func malformed(bytes: [UInt8], code: Int) async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                await client.socket.send(bytes)
                let closeFrame = await client.closeFrame()
                #expect(closeFrame.code == code && closeFrame.error?.hasPrefix(#"{"error":""#) == true)
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test(
            "M15 · the first message must be a hello",
            arguments: [
                #"{"n":1,"q":1,"r":"17"}"#, "", "hello", #"{"h":1,"s":"S","c":"C","q":"0","a":"/"}"#,
                // It has many names, or a long one. To decode such names takes long.
                #"{"h":1,"s":"S","c":"C","q":0,"a":"/"\#((0..<20).map { #","\#($0)":0"# }.joined())}"#,
                #"{"h":1,"s":"S","c":"C","q":0,"a":"/","ﬀﬀﬀ":0}"#,
            ])
        func hello(text: String) async throws {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                await client.send(9, [7])
                #expect(await client.next() == .init(code: 10, payload: [7]))
                await client.send(text)
                #expect(
                    await client.closeFrame() == (
                        #"{"error":"The browser sent an invalid first message. Reload the page."}"#, 1002
                    ))
                #expect(await fixture.server.resources.sessions == 0)
            }
        }

        @Test("Server · few pings may precede the hello") func pings() async throws {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                for _ in 0..<8 { await client.send(9, [7]) }
                for _ in 0..<8 { #expect(await client.next() == .init(code: 10, payload: [7])) }
                #expect(await client.closeFrame().code == 1008)
            }
        }

        @Test("M15 · a page's error message is sent, and closes the connection") func errorMessage() async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                await fixture.factory.pages[0].setError("That is \"nothing\".")
                await client.send("nonsense")
                #expect(await client.closeFrame() == (#"{"error":"That is \"nothing\"."}"#, 1008))
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("M15 · too many messages at once close the connection, and slower ones are accepted") func rate()
            async throws
        {
            try await withServer({ $0.limits.messagesPerSecond = 1 }) { fixture in
                let (client, id) = try await connect(fixture)
                for text in ["a", "b", "b2"] {
                    await client.send(text)
                    try await fixture.factory.waitFor(.received(id, text))
                }
                fixture.clock.advance(by: .seconds(1))
                await client.send("c")
                try await fixture.factory.waitFor(.received(id, "c"))
                await client.send("d")
                let closeFrame = await client.closeFrame()
                #expect(closeFrame == (#"{"error":"Too many messages were sent. Try again in a moment."}"#, 1008))
            }
        }

        @Test(
            "M15 · the page is informed of a disconnection, however it happens",
            arguments: ["close", "end", "reset", "middle"])
        func endings(way: String) async throws {
            try await withServer { fixture in
                var connection: (client: WebSocketClient, id: String)? = try await connect(fixture)
                let id = try #require(connection?.id)
                switch way {
                case "close": await connection?.client.send(8, [])
                case "end": connection?.client.socket.finish()
                case "reset": connection?.client.socket.resetAtEnd()
                default: await connection?.client.socket.send(WebSocketClient.header(1, 1_000) + [0, 0])
                }
                if way == "close" { #expect(await connection?.client.closeFrame().code == 1000) }
                connection = nil
                try await fixture.factory.waitFor(.disconnected(id))
                await fixture.server.waitUntilDisconnected()
            }
        }

        @Test("M15 · frames are created when they can be sent, and a client that does not read is disconnected")
        func unread() async throws {
            try await withServer({ $0.limits.idleTimeout = .seconds(1 << 40) }) { fixture in
                let (client, id) = try await connect(fixture)
                let page = await fixture.factory.pages[0]
                let text = String(repeating: "x", count: 1_000_000)
                for _ in 0..<100 { await page.sendFrame(text) }
                await client.send("echo")
                try await fixture.factory.waitFor(.received(id, "echo"))
                // The number of frames that fill the connection is unknown, so the time advances repeatedly.
                let ticking = Task {
                    while !Task.isCancelled {
                        fixture.clock.advance(by: .seconds(20))
                        await Task.yield()
                    }
                }
                // Frames that were not sent were never requested from the page.
                try await fixture.factory.waitFor(.disconnected(id))
                ticking.cancel()
                withExtendedLifetime(client) {}
            }
        }

        @Test("M15 · a client that disconnects with unread frames is not waited for") func goneUnread() async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                let page = await fixture.factory.pages[0]
                for _ in 0..<100 { await page.sendFrame(String(repeating: "x", count: 1_000_000)) }
                client.socket.finish()
                try await fixture.factory.waitFor(.disconnected(id))
                await fixture.server.waitUntilDisconnected()
            }
        }

        @Test("M15 · a page that ends by itself is removed before its browser is informed") func endedPage()
            async throws
        {
            try await withServer { fixture in
                let (client, _) = try await connect(fixture)
                await fixture.factory.pages[0].end()
                #expect(await client.closeFrame().code == 1001)
                #expect(await fixture.server.resources.sessions == 0)
            }
        }
    }
#endif
