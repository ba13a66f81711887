#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's limits", .timeLimit(.minutes(10))) struct LimitTests {
        @Test("M15 · one session too many is refused, and let in when another has gone") func sessions() async throws {
            try await serving({ $0.limits.sessions = 2 }) { served in
                let first = try await served.visit()
                _ = try await served.visit()
                let answer = try await served.get("/")
                #expect(answer.status == 503 && answer.body == Refusal.manySessions.sentence + "\n")
                let live = try await LiveCaller(served, (Secret.make(), first.cookie))
                #expect(await live.parting() == (#"{"error":"\#(Refusal.manySessions.sentence)"}"#, 1013))
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
                // Visitors are let in one after the other.
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
                let visit = try await served.visit()
                var lives: [LiveCaller] = []
                for _ in 0..<2 {
                    lives.append(try await LiveCaller(served, visit))
                    _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                }
                let third = try await LiveCaller(served, visit)
                let sentence = "This page has too many connections: close some tabs, or try again later."
                #expect(await third.parting() == (#"{"error":"\#(sentence)"}"#, 1013))
                lives[0].caller.finish()
                try await served.house.hear(.disconnected(visit.session))
                _ = try await LiveCaller(served, visit)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
            }
        }

        /// What is said at parting is said also while time flies.
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
                #expect(await live.parting() == (#"{"error":"The browser did not say in time what it shows."}"#, 1002))
            }
        }

        @Test("M15 · who says nothing any more is taken to be gone", arguments: [[], LiveCaller.header(1, 1_000)])
        func silence(half: [UInt8]) async throws {
            try await serving(patient) { served in
                let visit = try await served.visit()
                let live = try await LiveCaller(served, visit)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                await live.caller.send(half)
                served.clock.rush(by: .seconds(400))
                #expect(await live.parting() == (nil, 1001))
                try await served.house.hear(.disconnected(visit.session))
            }
        }

        @Test("M15 · what waits for time rings in its order, once, and not when cleared") func alarms() async {
            let clock = HandClock()
            let alarms = Alarms(clock)
            let (rung, ring) = AsyncStream.makeStream(of: Int.self)
            for second in [3, 1, 2, 5] { _ = alarms.set(.seconds(second)) { ring.yield(second) } }
            alarms.clear(alarms.set(.seconds(1)) { ring.yield(-1) })
            clock.advance(by: .seconds(4))
            var rings = rung.makeAsyncIterator()
            for second in 1...3 { #expect(await rings.next() == second) }
            _ = alarms.set(.zero) { ring.yield(4) }
            #expect(await rings.next() == 4)
            #expect(alarms.count == 1)
            alarms.end()
            #expect(alarms.count == 0)
        }
    }
#endif
