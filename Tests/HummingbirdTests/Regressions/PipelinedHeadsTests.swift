#if Hummingbird || App
    import Foundation
    import Testing

    @testable import WebTestSupport

    /// Symptom: a client without a response filled the memory.
    /// Cause: all requests that it had sent at once were parsed and kept.
    /// Correct behavior: a client with many requests without a response is disconnected. Browsers send one at a time.
    struct PipelinedHeadsTests {
        @Test("a client that sends many requests at once is disconnected, and others are served") func many()
            async throws
        {
            try await withServer { fixture in
                let socket = try await RawSocket(port: fixture.port)
                let head = "GET /ready HTTP/1.1\r\nHost: localhost:\(fixture.port)\r\n\r\n"
                await socket.send(String(repeating: head, count: 5_000))
                let text = String(decoding: await socket.readAll(), as: UTF8.self)
                #expect(text.components(separatedBy: "HTTP/1.1 200").count < 1_000)
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("a few requests at once are answered in order") func few() async throws {
            try await withServer { fixture in
                let socket = try await RawSocket(port: fixture.port)
                let head = "GET /ready HTTP/1.1\r\nHost: localhost:\(fixture.port)\r\n\r\n"
                await socket.send(String(repeating: head, count: 9) + fixture.head("GET /lost"))
                let text = String(decoding: await socket.readAll(), as: UTF8.self)
                #expect(text.components(separatedBy: "HTTP/1.1 200").count == 10 && text.contains("HTTP/1.1 404"))
            }
        }
    }
#endif
