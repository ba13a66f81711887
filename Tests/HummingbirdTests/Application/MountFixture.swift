#if Hummingbird || App
    import Hummingbird
    import Logging
    import MillraceHummingbird
    import MillraceModules
    import ServiceLifecycle

    @testable import Millrace
    @testable import WebTestSupport

    /// An application with the same pages at the root and below a path, and with a route of its own.
    struct MountFixture {
        let port: UInt16
        /// The requests for `/signal`, with which a page's script reports something to the test.
        let signals: AsyncStream<Void>
        var host: String { "localhost:\(port)" }

        static func run<Root: WebModule & Sendable>(
            _ module: Root = Shop(), trustedProxies: LivePages.TrustedProxies? = nil,
            _ body: (MountFixture) async throws -> Void
        ) async throws where Root.Requirement == Void {
            var configuration = LivePages.Configuration()
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            configuration.files = [WebFile("/shop.css", type: "text/css", bytes: Array("h1 { color: red }".utf8))]
            configuration.stylesheets = ["/shop.css", "/other.css"]
            configuration.trustedProxies = trustedProxies
            let sessions = WebSessions.perTab { _ in Navigator(root: module, stacked: true, on: Engine()) }
            let (root, admin) = (
                LivePages(configuration, sessions: sessions), LivePages(configuration, sessions: sessions)
            )
            let router = Router()
            router.get("status") { _, _ in "own route" }
            let (signals, signal) = AsyncStream<Void>.makeStream()
            router.get("signal") { _, _ in
                signal.yield()
                return HTTPResponse.Status.noContent
            }
            router.get("report") { _, _ in
                Response(
                    status: .ok, headers: [.contentDisposition: "attachment; filename=report.txt"],
                    body: .init(byteBuffer: .init(string: "report")))
            }
            for method in [HTTPRequest.Method.get, .post] {
                router.on("client", method: method) { request, _ in request.clientAddress }
            }
            router.pages(root).pages(admin, at: "back/office")
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: router, server: .http1Live(configuration),
                configuration: .init(address: .hostname("127.0.0.1", port: 0)), services: [root, admin],
                onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: configuration.logger)
            let services = ServiceGroup(
                configuration: .init(services: [application], logger: configuration.logger))
            let running = Task { try await services.run() }
            for await number in ports {
                try await body(MountFixture(port: UInt16(number), signals: signals))
                break
            }
            await services.triggerGracefulShutdown()
            try await running.value
        }

        func answer(to request: String) async throws -> ParsedResponse {
            let socket = try await RawSocket(port: port)
            await socket.send(request)
            return ParsedResponse(await socket.readAll())
        }

        func get(_ path: String, _ fields: String = "") async throws -> ParsedResponse {
            try await answer(to: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(fields)\r\n")
        }
    }
#endif
