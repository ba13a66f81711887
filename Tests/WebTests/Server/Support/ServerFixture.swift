#if Web || App
    import Logging
    import Testing

    @testable import MillraceWeb

    /// A running server, with requests for tests.
    struct ServerFixture: Sendable {
        let server: WebServer
        let factory: SessionFactory
        let clock: ManualClock
        let running: Task<Void, any Error>
        var port: UInt16 { server.port }
        var origin: String { "http://localhost:\(port)" }

        /// Returns the head of a request. Further header fields are lines that end with CRLF.
        func head(_ first: String, _ fields: String = "") -> String {
            "\(first) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)\r\n"
        }

        /// Sends `request` unchanged, and reads the whole response.
        ///
        /// - Parameter source: The address of the client.
        func answer(to request: String, from source: String? = nil) async throws -> ParsedResponse {
            let socket = try RawSocket(port: port, from: source)
            await socket.send(request.replacing("PORT", with: "\(port)"))
            return ParsedResponse(await socket.readAll())
        }

        func get(_ path: String, _ fields: String = "") async throws -> ParsedResponse {
            try await answer(to: head("GET \(path)", fields))
        }

        /// Sends a form. `fields` must contain the origin and the cookie.
        func post(_ body: String, to path: String, _ fields: String) async throws -> ParsedResponse {
            let own = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
            return try await answer(to: head("POST \(path)", own + fields) + body)
        }

        /// Loads a page. Returns its session and its cookie.
        func openPage(_ path: String = "/") async throws -> (session: String, cookie: String) {
            let response = try await get(path)
            return (try #require(response.session), try #require(response.cookie))
        }
    }

    /// Runs a server while `body` runs. Fails if sessions or connections remain at the end.
    func withServer(
        shared: Bool = false, _ configure: (inout WebServer.Configuration) -> Void = { _ in },
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        let (factory, clock) = (SessionFactory(), ManualClock())
        var configuration = WebServer.Configuration(port: 0)
        configuration.clock = clock
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configure(&configuration)
        let server = try WebServer(
            configuration, sessions: WebSessions(isShared: shared) { try await factory.make($0) })
        let running = Task { try await server.run() }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(
                try await body(ServerFixture(server: server, factory: factory, clock: clock, running: running)))
        } catch {
            outcome = .failure(error)
        }
        running.cancel()
        try await running.value
        let resources = await server.resources
        #expect(resources == (0, 0), "Sessions or connections remain.")
        for page in await factory.pages { #expect(await page.isReleased) }
        try outcome.get()
    }
#endif
