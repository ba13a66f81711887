#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Limits", .timeLimit(.minutes(20))) struct LimitTests {
        @Test("Limits of the server · above the limit of sessions, the oldest unused session ends") func sessions()
            async throws
        {
            try await withServer({ $0.limits.sessions = 4 }) { fixture in
                let first = try await fixture.openPage()
                let second = try await fixture.openPage()
                #expect(try await fixture.get("/").status == 200)
                try await fixture.factory.waitFor(.ended(first.session))
                let client = try await WebSocketClient(fixture, (RandomID.make(), first.cookie))
                try await fixture.factory.waitFor(.ended(second.session))
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                #expect(await fixture.server.resources.sessions == 2)
                withExtendedLifetime(client) {}
            }
        }

        @Test("M15 · one connection too many gets status 503, until another one has ended") func connections()
            async throws
        {
            try await withServer({ $0.limits.connections = 1 }) { fixture in
                var first: WebSocketClient? = try await WebSocketClient(
                    fixture, (RandomID.make(), "millrace=\(RandomID.make())"))
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let response = try await fixture.get("/")
                #expect(response.status == 503 && response.body == RequestError.tooManyConnections.message + "\n")
                withExtendedLifetime(first) {}
                first = nil
                await fixture.server.waitUntilDisconnected()
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("M15 · one connection too many for a session is closed with a message") func perSession() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                var lives: [WebSocketClient] = []
                for _ in 0..<8 {
                    lives.append(try await WebSocketClient(fixture, opened))
                    _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                }
                let ninth = try await WebSocketClient(fixture, opened)
                let message = "This page has too many connections. Close some tabs, or try again later."
                #expect(await ninth.closeFrame() == (#"{"error":"\#(message)"}"#, 1013))
                lives[0].socket.finish()
                try await fixture.factory.waitFor(.disconnected(opened.session))
                let browser = try await WebSocketClient(fixture, opened)
                defer { withExtendedLifetime(browser) {} }
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
            }
        }

        /// A manual clock would also end the time for sending the answer.
        private func useShortTimeouts(_ configuration: inout LivePages.Configuration) {
            (configuration.clock, configuration.limits.transferTimeout) = (ContinuousClock(), .seconds(5))
        }

        @Test(
            "M15 · a request that takes too long gets status 408",
            arguments: [
                "", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
            ])
        func slow(beginning: String) async throws {
            try await withServer(useShortTimeouts) { fixture in
                let response = try await fixture.answer(to: beginning)
                #expect(response.status == 408)
                #expect(response.body == RequestError.timeout.message + "\n")
            }
        }

        @Test("M15 · a WebSocket without a hello in time is closed with a message") func mute() async throws {
            try await withServer(useShortTimeouts) { fixture in
                let client = try await WebSocketClient(fixture, cookie: "millrace=\(RandomID.make())")
                #expect(
                    await client.closeFrame() == (
                        #"{"error":"The browser did not send its first message in time."}"#, 1002
                    ))
            }
        }

        @Test("M15 · an idle connection is closed", arguments: [[], WebSocketClient.header(1, 1_000)])
        func silence(half: [UInt8]) async throws {
            // The close frame is sent in this time after the end of the idle time.
            try await withServer({ $0.limits.transferTimeout = .seconds(100) }) { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                await client.socket.send(half)
                fixture.clock.autoAdvance(by: .seconds(260))
                #expect(await client.closeFrame() == (nil, 1001))
                try await fixture.factory.waitFor(.disconnected(opened.session))
            }
        }

        @Test("M15 · timers fire once, in order, and not after their cancellation") func timers() async {
            let clock = ManualClock()
            let timers = TimerQueue(clock)
            let (fired, fire) = AsyncStream.makeStream(of: Int.self)
            for second in [3, 1, 2, 5] { _ = timers.schedule(after: .seconds(second)) { fire.yield(second) } }
            timers.cancel(timers.schedule(after: .seconds(1)) { fire.yield(-1) })
            clock.advance(by: .seconds(4))
            var numbers = fired.makeAsyncIterator()
            for second in 1...3 { #expect(await numbers.next() == second) }
            _ = timers.schedule(after: .zero) { fire.yield(4) }
            #expect(await numbers.next() == 4)
            #expect(timers.count == 1)
            timers.cancelAll()
            #expect(timers.count == 0)
        }
    }
#endif
