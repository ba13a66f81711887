#if Hummingbird || App
    import Foundation
    import Logging
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A running server, with requests for tests.
    struct ServerFixture: Sendable {
        let server: WebServer
        let factory: SessionFactory
        let clock: ManualClock
        let running: Task<Void, any Error>
        let port: UInt16
        var origin: String { "http://localhost:\(port)" }

        /// Returns the head of a request. Further header fields are lines that end with CRLF. The connection ends with
        /// the response.
        func head(_ first: String, _ fields: String = "") -> String {
            let end = fields.contains("Connection: ") ? "" : "Connection: close\r\n"
            return "\(first) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(end)\(fields)\r\n"
        }

        /// Sends a request with `Connection: close`, and reads the whole response.
        ///
        /// - Parameter source: The address of the client.
        func answer(to request: String, from source: String? = nil) async throws -> ParsedResponse {
            let socket = try await RawSocket(port: port, from: source)
            var request = request.replacing("PORT", with: "\(port)")
            if !request.contains("Connection: ") {
                request.replace(" HTTP/1.1\r\n", with: " HTTP/1.1\r\nConnection: close\r\n", maxReplacements: 1)
            }
            await socket.send(request)
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

        /// Sends requests that use all threads of the server. Each has then noticed which clients closed their connections before.
        func useAllThreads() async throws {
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                #expect(try await get("/ready").status == 200)
            }
        }

        /// Loads a page. Returns its session and its cookie.
        func openPage(_ path: String = "/") async throws -> (session: String, cookie: String) {
            let response = try await get(path)
            return (try #require(response.session), try #require(response.cookie))
        }
    }

    /// Runs a server while `body` runs. Fails if sessions or connections remain at the end.
    func withServer(
        shared: Bool = false, _ configure: (inout LivePages.Configuration) -> Void = { _ in },
        sessions: ((SessionFactory) -> WebSessions)? = nil,
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        let (factory, clock) = (SessionFactory(), ManualClock())
        var configuration = LivePages.Configuration()
        configuration.clock = clock
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configure(&configuration)
        let server = WebServer(
            port: 0, configuration,
            sessions: sessions?(factory) ?? WebSessions(isShared: shared) { try await factory.make($0) })
        let running = Task { try await server.run() }
        let outcome: Result<Void, any Error>
        do {
            let fixture = ServerFixture(
                server: server, factory: factory, clock: clock, running: running, port: try await server.port)
            outcome = .success(try await body(fixture))
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

    extension WebServer {
        /// The numbers of sessions and connections.
        var resources: (sessions: Int, connections: Int) {
            get async { (await pages.context.registry.count, connections.count) }
        }

        /// The number of live connections.
        var liveConnectionCount: Int { get async { await pages.context.registry.liveCount } }

        /// The queue for large inputs that are decoded and documents that are encoded.
        var conversions: FairQueue { pages.context.conversions }

        /// The work on pages.
        var work: PageWork { pages.context.registry.work }

        /// Waits until no connection is open.
        func waitUntilDisconnected() async { await connections.waitUntilEmpty() }
    }
#endif
