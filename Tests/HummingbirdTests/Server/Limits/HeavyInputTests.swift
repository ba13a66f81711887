#if Hummingbird || App
    import Testing

    @testable import Millrace
    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The cost of input is proportional to its length, and idle connections do not delay others.
    @Suite("Heavy input", .timeLimit(.minutes(20))) struct HeavyInputTests {
        private func connect(_ fixture: ServerFixture) async throws -> (client: WebSocketClient, id: String) {
            let opened = try await fixture.openPage()
            let client = try await WebSocketClient(fixture, opened)
            _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
            return (client, opened.session)
        }

        @Test("Limits of the server · each fragment of a message counts, so 20,000 short ones are not read")
        func fragments()
            async throws
        {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                let rest = [[UInt8]](repeating: WebSocketClient.frame(0, [0x61], isLast: false), count: 19_999)
                await client.socket.send(WebSocketClient.frame(1, [0x61], isLast: false) + rest.joined())
                let closeFrame = await client.closeFrame()
                #expect(closeFrame == (#"{"error":"Too many messages were sent. Try again in a moment."}"#, 1008))
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("Limits of the server · a message of many fragments within the rate is joined") func joined() async throws
        {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                let fragment = [UInt8](repeating: 0x61, count: 10_000)
                // The text has 50 parts, each in six fragments.
                for part in 1...50 {
                    let mark = part == 50 ? [] : [UInt8(ascii: "+")]
                    for index in 0..<6 {
                        await client.send(
                            index == 0 ? 1 : 0, (index == 0 ? mark : []) + fragment, isLast: index == 5)
                    }
                }
                try await fixture.factory.waitFor(.received(id, String(repeating: "a", count: 3_000_000)))
            }
        }

        @Test(
            "Limits of the server · one long form of a client is handled at a time; its short ones and other clients do not wait"
        )
        func longForms() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
            }) { fixture in
                let long = "r=" + String(repeating: "x", count: 100_000)
                let first = try await FormSender(fixture, from: "192.0.2.1")
                let second = try await FormSender(fixture, from: "192.0.2.1")
                let other = try await FormSender(fixture, from: "192.0.2.2")
                let page = try #require(await fixture.factory.pages.first { $0.id == first.session })
                await page.hold()
                let held = try await first.send(long)
                #expect(try await first.next() == (first.session, [long]))
                let waiting = try await second.send(long)
                let short = try await second.send("r=1")
                #expect(try await first.next() == (second.session, ["r=1"]))
                let another = try await other.send(long)
                #expect(try await first.next() == (other.session, [long]))
                await page.release()
                #expect(try await first.next() == (second.session, [long]))
                for form in [held, waiting, short, another] {
                    #expect(ParsedResponse(await form.readAll()).status == 200)
                }
            }
        }

        /// Returns the next message or form that a page receives.
        private func input(_ fixture: ServerFixture) async throws -> PageEvent {
            try await fixture.factory.waitFor {
                switch $0 {
                case .received, .receivesLate, .submitted, .done: $0
                default: nil
                }
            }
        }

        @Test(
            "Limits of the server · one long message or form of a client is decoded at a time; short ones do not wait")
        func decoding() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
            }) { fixture in
                let (own, address) = (
                    "X-Forwarded-For: 192.0.2.1\r\n", WebClient(browser: 0, address: "192.0.2.1")
                )
                let response = try await fixture.get("/", own)
                let opened = (session: try #require(response.session), cookie: try #require(response.cookie))
                let client = try await WebSocketClient(fixture, opened, fields: own)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let form = try await FormSender(fixture, from: "192.0.2.1")
                let long = String(repeating: "x", count: 100_000)
                _ = await fixture.server.conversions.enter(address)
                await client.send(long)
                let held = try await form.send("r=" + long)
                let short = try await form.send("r=1")
                #expect(try await input(fixture) == .submitted(form.session, ["r=1"], number: 7))
                fixture.server.conversions.release(address)
                let both = [try await input(fixture), try await input(fixture)]
                #expect(both.contains(.received(opened.session, long)))
                #expect(both.contains(.submitted(form.session, ["r=" + long], number: 7)))
                for form in [held, short] { #expect(ParsedResponse(await form.readAll()).status == 200) }
                withExtendedLifetime(client) {}
            }
        }

        private static let navigation = #"{"n":1,"q":7,"go":-1,"a":"/other"}"#

        /// Runs `body` while large work of this address keeps its place.
        private func withHeldLargeWork(
            _ server: WebServer, _ body: (_ release: @escaping @Sendable () -> Void) async throws -> Void
        ) async throws {
            let (begins, begin) = AsyncStream<Void>.makeStream()
            let (ends, end) = AsyncStream<Void>.makeStream()
            let work = server.work
            async let held: Void = work.run(
                for: WebClient("other", at: "127.0.0.1"), isLarge: true
            ) { _ in
                begin.finish()
                for await _ in ends {}
            }
            for await _ in begins {}
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body { end.finish() }) } catch { outcome = .failure(error) }
            end.finish()
            await held
            try outcome.get()
        }

        @Test(
            "Limits of the server · a navigation waits for the large work of its address, and later messages wait for it"
        )
        func navigation() async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                try await withHeldLargeWork(fixture.server) { release in
                    for text in ["before", Self.navigation, "after"] { await client.send(text) }
                    var inputs = [try await input(fixture)]
                    fixture.factory.record(.done("release"))
                    release()
                    for _ in 0..<3 { inputs.append(try await input(fixture)) }
                    #expect(
                        inputs == [
                            .received(id, "before"), .done("release"), .received(id, Self.navigation),
                            .received(id, "after"),
                        ])
                }
            }
        }

        @Test("Limits of the server · when a page receives a navigation, it knows whether the client has disconnected")
        func lateNavigation() async throws {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                try await withHeldLargeWork(fixture.server) { release in
                    for text in ["before", Self.navigation, "after"] { await client.send(text) }
                    var inputs = [try await input(fixture)]
                    client.socket.finish()
                    try await fixture.useAllThreads()
                    release()
                    for _ in 0..<2 { inputs.append(try await input(fixture)) }
                    #expect(inputs == [.received(id, "before"), .receivesLate(id), .received(id, Self.navigation)])
                }
                try await fixture.factory.waitFor(.disconnected(id))
            }
        }

        @Test("Limits of the server · a message with many combining marks is received with the first ones") func marks()
            async throws
        {
            try await withServer { fixture in
                let (client, id) = try await connect(fixture)
                func text(_ count: Int) -> String { "a" + String(repeating: "\u{301}\u{323}", count: count / 2) + "b" }
                await client.send(text(20_000))
                try await fixture.factory.waitFor(.received(id, text(MarkRuns.limit)))
            }
        }

        @Test(
            "Limits of the server · valid close codes are answered",
            arguments: [1000, 1001, 1003, 1007, 1014, 3000, 4999])
        func closeCodes(code: Int) async throws {
            try await withServer { fixture in
                let (client, _) = try await connect(fixture)
                await client.send(8, [UInt8(code >> 8), UInt8(code & 0xFF)])
                #expect(await client.closeFrame() == (nil, 1000))
            }
        }

        @Test("Limits of the server · the URL of a first message is limited") func helloURL() async throws {
            try await withServer { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                await client.send(WebSocketClient.hello("s", "/" + String(repeating: "x", count: ClientFrame.maxURL)))
                #expect(await client.closeFrame().code == 1002)
                #expect(await fixture.factory.pages.isEmpty)
            }
        }

        // An address can have 450 connections, including those that are being closed.
        @Test(
            "Limits of the server · idle connections do not delay a newcomer",
            arguments: [("127.0.0.1", 440), ("127.0.0.2", 460)])
        func idle(source: String, count: Int) async throws {
            try await withServer { fixture in
                let beginnings = ["", "GET / HT", fixture.head("POST /", "Content-Length: 9\r\n") + "half"]
                var sockets: [RawSocket] = []
                for index in 0..<count {
                    let socket = try await RawSocket(port: fixture.port, from: source)
                    await socket.send(beginnings[index % 3])
                    sockets.append(socket)
                }
                // The clock is manual, so no timeout closes a connection.
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                await client.send("echo")
                #expect(await client.next()?.text == "echoed")
                withExtendedLifetime(sockets) {}
            }
        }

        @Test("Limits of the server · a form has at most 1,000 values") func formFields() {
            func form(_ count: Int) -> [UInt8] {
                Array(Array(repeating: "f1=a", count: count).joined(separator: "&").utf8)
            }
            #expect(FormFields.parse(form(1_000))?.count == 1_000)
            #expect(FormFields.parse(form(1_001)) == nil)
        }

        @Test("Limits of the server · the name of a field in a form has at most 256 bytes") func fieldNames() {
            let longest = String(repeating: "n", count: SentValue.maxNameBytes)
            #expect(FormFields.parse("\(longest)=\(longest)n".utf8)?.count == 1)
            #expect(FormFields.parse("\(longest)n=a".utf8) == nil)
        }
    }
#endif
