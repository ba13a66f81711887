#if Hummingbird || App
    import HTTPTypes
    import Hummingbird
    import Logging
    import MillraceHummingbird
    import ServiceLifecycle

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The context of an application with a middleware that signs in.
    struct SignedInContext: RequestContext {
        var coreContext: CoreRequestContextStorage
        var user: String?

        init(source: Source) { coreContext = .init(source: source) }
    }

    /// Refuses requests without a password.
    private struct PasswordMiddleware: RouterMiddleware {
        @concurrent func handle(
            _ request: Request, context: SignedInContext,
            next: @concurrent (Request, SignedInContext) async throws -> Response
        ) async throws -> Response {
            guard request.headers[.authorization] == "secret" else { throw HTTPError(.unauthorized) }
            var context = context
            context.user = "Ada"
            return try await next(request, context)
        }
    }

    /// A Hummingbird application with a route of its own, and live pages behind a middleware.
    struct ApplicationFixture: Sendable {
        let factory: SessionFactory
        let port: UInt16
        let services: ServiceGroup
        var host: String { "localhost:\(port)" }

        /// Runs an application while `body` runs.
        static func run(
            _ configure: (inout LivePages.Configuration) -> Void = { _ in },
            _ body: (ApplicationFixture) async throws -> Void
        ) async throws {
            let factory = SessionFactory()
            var configuration = LivePages.Configuration()
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            configure(&configuration)
            let pages = LivePages(configuration, sessions: WebSessions(isShared: false) { try await factory.make($0) })
            let router = Router(context: SignedInContext.self)
            router.get("status") { _, _ in "own route" }
            router.get("long") { _, _ in String(repeating: "x", count: 8_000_000) }
            router.group().add(middleware: PasswordMiddleware()).pages(pages)
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: router, server: .http1Live(configuration),
                configuration: .init(address: .hostname("127.0.0.1", port: 0)), services: [pages],
                onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: configuration.logger)
            let services = ServiceGroup(
                configuration: .init(services: [application], logger: configuration.logger))
            let running = Task { try await services.run() }
            for await number in ports {
                try await body(.init(factory: factory, port: UInt16(number), services: services))
                break
            }
            await services.triggerGracefulShutdown()
            try await running.value
        }

        /// Sends `request` unchanged, and reads the whole response.
        func answer(to request: String) async throws -> ParsedResponse {
            let socket = try await RawSocket(port: port)
            await socket.send(request)
            return ParsedResponse(await socket.readAll())
        }

        func head(_ first: String, _ fields: String = "", password: String = "secret") -> String {
            "\(first) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: \(password)\r\n\(fields)\r\n"
        }

        /// Opens a page. Returns the head of a form on it, without the body.
        func formHead(length: Int, _ fields: String = "") async throws -> (head: String, session: String) {
            let page = try await answer(to: head("GET /", "Connection: close\r\n"))
            guard let session = page.session, let cookie = page.cookie else { throw CancellationError() }
            let own =
                "Origin: http://\(host)\r\nCookie: \(cookie)\r\nContent-Length: \(length)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
            return (head("POST /millrace/send?s=\(session)&q=7", own + fields), session)
        }

        /// Opens a page and its live connection.
        func connect() async throws -> (client: WebSocketClient, id: String) {
            let response = try await answer(to: head("GET /", "Connection: close\r\n"))
            guard let session = response.session, let cookie = response.cookie else { throw CancellationError() }
            let client = try await WebSocketClient(
                to: port, host: host, origin: "http://\(host)", cookie: "\(cookie)\r\nAuthorization: secret")
            await client.send(WebSocketClient.hello(session))
            let id = try await factory.waitFor { event in if case .connected(let id, _, _) = event { id } else { nil } }
            return (client, id)
        }
    }
#endif
