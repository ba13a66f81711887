#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's limits", .timeLimit(.minutes(10))) struct LimitTests {
        @Test("M15 · one session too many is refused, and let in when another has gone") func sessions() async throws {
            try await serving({ $0.limits.sessions = 2 }) { served in
                let first = try await served.openPage()
                _ = try await served.openPage()
                let answer = try await served.get("/")
                #expect(answer.status == 503 && answer.body == Refusal.manySessions.sentence + "\n")
                let live = try await LiveCaller(served, (Secret.make(), first.cookie))
                #expect(await live.closeFrame() == (#"{"error":"\#(Refusal.manySessions.sentence)"}"#, 1013))
                served.clock.advance(by: .seconds(60))
                try await served.house.hear(.ended(first.session))
                #expect(try await served.get("/").status == 200)
            }
        }

        @Test("M15 · one connection too many is told so, and let in when another has gone") func connections()
            async throws
        {
            try await serving({ $0.limits.connections = 1 }) { served in
                var first: Caller? = try Caller(port: served.port)
                await first?.send("GET / HT")
                // Connections are accepted one after the other.
                let answer = try await served.get("/")
                #expect(answer.status == 503 && answer.body == Refusal.manyConnections.sentence + "\n")
                withExtendedLifetime(first) {}
                first = nil
                await served.server.quiet()
                #expect(try await served.get("/").status == 200)
            }
        }

        @Test("M15 · one connection too many of a session is told so") func perSession() async throws {
            try await serving({ $0.limits.connectionsPerSession = 2 }) { served in
                let opened = try await served.openPage()
                var lives: [LiveCaller] = []
                for _ in 0..<2 {
                    lives.append(try await LiveCaller(served, opened))
                    _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                }
                let third = try await LiveCaller(served, opened)
                let sentence = "This page has too many connections: close some tabs, or try again later."
                #expect(await third.closeFrame() == (#"{"error":"\#(sentence)"}"#, 1013))
                lives[0].caller.finish()
                try await served.house.hear(.disconnected(opened.session))
                _ = try await LiveCaller(served, opened)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
            }
        }

        /// The error and the close frame are sent even when a time limit is reached meanwhile.
        private func patient(_ configuration: inout WebServer.Configuration) {
            configuration.limits.patience = .seconds(10_000)
        }

        @Test(
            "M15 · a request that does not come to its end in time is told so",
            arguments: [
                "", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
            ])
        func slow(beginning: String) async throws {
            try await serving(patient) { served in
                served.clock.rush(by: .seconds(400))
                let answer = try await served.answer(to: beginning)
                #expect(answer.status == 408)
                #expect(answer.body == Refusal.slow.sentence + "\n")
            }
        }

        @Test("M15 · who is let in and does not say hello in time is told so") func mute() async throws {
            try await serving(patient) { served in
                let live = try await LiveCaller(served, cookie: "millrace=\(Secret.make())")
                served.clock.rush(by: .seconds(400))
                #expect(
                    await live.closeFrame() == (#"{"error":"The browser did not say in time what it shows."}"#, 1002))
            }
        }

        @Test("M15 · who says nothing any more is taken to be gone", arguments: [[], LiveCaller.header(1, 1_000)])
        func silence(half: [UInt8]) async throws {
            try await serving(patient) { served in
                let opened = try await served.openPage()
                let live = try await LiveCaller(served, opened)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                await live.caller.send(half)
                served.clock.rush(by: .seconds(400))
                #expect(await live.closeFrame() == (nil, 1001))
                try await served.house.hear(.disconnected(opened.session))
            }
        }

        @Test("M15 · timers fire once, in order, and not after they are cleared") func timers() async {
            let clock = HandClock()
            let timers = TimerQueue(clock)
            let (fired, fire) = AsyncStream.makeStream(of: Int.self)
            for second in [3, 1, 2, 5] { _ = timers.set(.seconds(second)) { fire.yield(second) } }
            timers.clear(timers.set(.seconds(1)) { fire.yield(-1) })
            clock.advance(by: .seconds(4))
            var numbers = fired.makeAsyncIterator()
            for second in 1...3 { #expect(await numbers.next() == second) }
            _ = timers.set(.zero) { fire.yield(4) }
            #expect(await numbers.next() == 4)
            #expect(timers.count == 1)
            timers.end()
            #expect(timers.count == 0)
        }
    }
#endif
