#if Hummingbird || App
    import Logging
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A log in memory.
    struct MemoryLog: LogHandler {
        struct Entry: Sendable { var level: Logger.Level, text: String }

        let entries: Lock<[Entry]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(_ entries: Lock<[Entry]>) { self.entries = entries }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let text = "\(event.message) \(event.metadata ?? [:])"
            entries.withLock { $0.append(Entry(level: event.level, text: text)) }
        }
    }

    /// The log shows refusals and limits, and no client can fill it.
    @Suite("Log", .timeLimit(.minutes(20))) struct LogTests {
        private let entries = Lock<[MemoryLog.Entry]>([])
        private var logger: Logger { Logger(label: "test") { [entries] _ in MemoryLog(entries) } }
        private func texts(_ level: Logger.Level) -> [String] {
            entries.withLock { $0.filter { $0.level == level }.map(\.text) }
        }

        private let nonsense =
            "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: a\r\nOrigin: b\r\nConnection: close\r\n\r\n"

        @Test("Server · a rejected request is logged with its status, and the first ten of a minute only")
        func requests() async throws {
            try await withServer({ $0.logger = logger }) { fixture in
                for _ in 0..<25 {
                    let response = try await fixture.answer(to: nonsense)
                    #expect(response.status == 400)
                }
                #expect(texts(.info).count == ServerLog.maxPerMinute)
                #expect(texts(.info).allSatisfy { $0.contains("malformed") && $0.contains("\"status\": 400") })
                // Another kind is not affected.
                #expect(try await fixture.get("/", "Sec-Purpose: prefetch\r\n").status == 503)
                #expect(texts(.debug).count == 1)
                fixture.clock.advance(by: .seconds(60))
                #expect(try await fixture.answer(to: nonsense).status == 400)
                #expect(texts(.info).count == ServerLog.maxPerMinute + 1)
                #expect(texts(.info).last?.contains("\"omitted\": 15") == true)
                #expect(texts(.info).last?.contains("127.0.0.1") == true)
            }
            #expect(texts(.notice).map { $0.prefix(17) } == ["The server starts", "The server has en"])
        }

        @Test("Server · nothing that a person types is logged") func values() async throws {
            try await withServer({ configuration in
                configuration.logger = logger
                configuration.limits.inputBytes = 100
            }) { fixture in
                let opened = try await fixture.openPage()
                _ = try await fixture.get("/lost?q=secret")
                _ = try await fixture.get("/millrace/secret", "Referer: http://localhost/secret\r\n")
                _ = try await fixture.post(
                    "f1=secret", to: "/millrace/send?s=secret&q=7", "Cookie: \(opened.cookie)\r\n")
                _ = try await fixture.answer(to: "GET /secret HTTP/9\r\nHost: secret\r\n\r\n")
                let client = try await WebSocketClient(fixture, opened)
                await client.send(1, Array(repeating: UInt8(ascii: "s"), count: 80))
                await client.send(String(repeating: "secret", count: 100))
                #expect(await client.closeFrame().code == 1009)
                let page = await fixture.factory.pages[0]
                await page.setError("Reload.")
                let other = try await WebSocketClient(fixture, opened)
                await other.send("secret")
                #expect(await other.closeFrame().code == 1008)
            }
            let all = entries.withLock { $0 }
            #expect(all.count >= 6)
            #expect(all.filter { $0.text.contains("secret") || $0.text.contains("ssss") }.map(\.text) == [])
        }

        @Test("Server · a session that the application cannot create is an error") func failure() async throws {
            struct Broken: Error {}
            try await withServer({ $0.logger = logger }) { fixture in
                await fixture.factory.fail(Broken())
                let response = try await fixture.get("/")
                #expect(response.status == 500)
            }
            #expect(texts(.error).count == 1 && texts(.error)[0].contains("Broken"))
        }
    }
#endif
