#if Hummingbird || App
    @testable import WebTestSupport

    /// Clients of a server that the test runs.
    extension WebSocketClient {
        /// Returns the request for a WebSocket.
        static func head(_ fixture: ServerFixture, cookie: String, fields: String = "") -> String {
            fixture.head(
                "GET /millrace/live",
                "Origin: \(fixture.origin)\r\nCookie: \(cookie)\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)")
        }

        /// Opens a WebSocket.
        init(_ fixture: ServerFixture, cookie: String, fields: String = "") async throws {
            try await self.init(to: fixture.port, Self.head(fixture, cookie: cookie, fields: fields))
        }

        /// Opens a WebSocket and sends a hello.
        ///
        /// - Parameters:
        ///   - client: The page load. Defaults to a new one.
        ///   - fields: Further header fields of the request.
        init(
            _ fixture: ServerFixture, _ opened: (session: String, cookie: String), url: String = "/",
            client: String? = nil, fields: String = ""
        ) async throws {
            try await self.init(fixture, cookie: opened.cookie, fields: fields)
            await send(Self.hello(opened.session, url, client: client))
        }
    }
#endif
