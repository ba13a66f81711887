#if Hummingbird || App
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: idle connections held all places, and newcomers received 503.
    /// Cause: the waits for a head and for a body counted as one. The end of a body, whose request had been answered before, ended the
    /// wait for the next head.
    /// Correct behavior: a connection waits for its next head when the request and its response are complete.
    struct EarlyAnswerTests {
        @Test("a connection that was answered before the end of its body gives its place to a newcomer")
        func displaced()
            async throws
        {
            try await withServer({ ($0.limits.connections, $0.limits.inputBytes) = (6, 1_000_000) }) { fixture in
                func connect() async throws -> WebSocketClient {
                    let client = try await WebSocketClient(
                        fixture, (RandomID.make(), "millrace=\(RandomID.make())"))
                    _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                    return client
                }
                let one = try await connect()
                let early = try await RawSocket(port: fixture.port)
                await early.send(
                    "POST /lost HTTP/1.1\r\nHost: localhost:\(fixture.port)\r\nContent-Length: 2000000\r\n\r\n")
                let answer = String(decoding: await early.read(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 413"))
                await early.send([UInt8](repeating: 0, count: 2_000_000))
                try await fixture.useAllThreads()
                let other = try await connect()
                #expect(try await fixture.get("/ready").status == 200)
                withExtendedLifetime((one, other)) {}
            }
        }
    }
#endif
