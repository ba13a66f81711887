#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A client that uses events and requests in place of a WebSocket.
    struct EventClient {
        let fixture: ServerFixture
        let opened: (session: String, cookie: String)
        let id = RandomID.make()
        /// The response that sends frames.
        private(set) var stream: RawSocket
        /// What was received after the last line.
        private let rest = Lock<ArraySlice<UInt8>>([])

        /// Begins a live connection, and sends the hello.
        init(
            _ fixture: ServerFixture, _ opened: (session: String, cookie: String), isLimited: Bool = false
        ) async throws {
            (self.fixture, self.opened, stream) = (fixture, opened, try await RawSocket(port: fixture.port))
            try await self.open("&open" + (isLimited ? "&limited" : ""))
            #expect(try await post(WebSocketClient.hello(opened.session)) == 204)
        }

        var fields: String { "Referer: \(fixture.origin)/\r\nCookie: \(opened.cookie)\r\n" }

        /// Requests frames.
        mutating func open(_ parameters: String) async throws {
            stream = try await RawSocket(port: fixture.port)
            rest.withLock { $0 = [] }
            await stream.send(fixture.head("GET /millrace/events?c=\(id)\(parameters)", fields))
            let head = try #require(await read(until: "\r\n\r\n"))
            try #require(head.hasPrefix("HTTP/1.1 200") && head.contains("text/event-stream"))
        }

        /// Posts messages. Returns the status.
        func post(_ text: String, _ fields: String? = nil) async throws -> Int {
            let length = "Content-Length: \(text.utf8.count)\r\n"
            let head = fixture.head("POST /millrace/events?c=\(id)", length + (fields ?? self.fields))
            return try await fixture.answer(to: head + text).status
        }

        /// Reads the next frame. Returns `nil` at the end, also that of a response which is no stream.
        func next() async throws -> String? {
            while let line = await read(until: "\n") {
                if line == "event: end\n" { return nil }
                if line.hasPrefix("data: ") { return String(line.dropFirst(6).dropLast()) }
            }
            return nil
        }

        /// Reads up to the end of a line. The framing of HTTP is between the lines of the events.
        private func read(until end: String) async -> String? {
            while true {
                let line = rest.withLock { rest -> ArraySlice<UInt8>? in
                    guard let index = rest.firstRange(of: Array(end.utf8))?.upperBound else { return nil }
                    defer { rest = rest[index...] }
                    return rest[..<index]
                }
                if let line { return String(decoding: line, as: UTF8.self) }
                let bytes = await stream.read()
                if bytes.isEmpty { return nil }
                rest.withLock { $0 += bytes }
            }
        }
    }
#endif
