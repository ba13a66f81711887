#if Hummingbird || App
    import Hummingbird
    import MillraceHummingbird
    import MillraceKit
    import MillraceWeb

    // The recipe of a page in a server that exists, in the guide Recipes. It is compiled as in an application, without the settings of
    // this package.

    struct Visits: Module, WebModule {
        struct State { var count = 0 }
        enum Action { case count }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.count += 1
            return .none
        }

        func view(_ state: State) -> HTML<Action> { button("Visits: \(state.count)", send: .count) }
    }

    struct Password<Context: RequestContext>: RouterMiddleware {
        func handle(
            _ request: Request, context: Context, next: (Request, Context) async throws -> Response
        ) async throws -> Response {
            // The name "ada" and the password "secret" in Base64.
            guard request.headers[.authorization] == "Basic YWRhOnNlY3JldA==" else {
                throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Basic"])
            }
            return try await next(request, context)
        }
    }

    func application(port: Int) -> Application<RouterResponder<BasicRequestContext>> {
        let pages = LivePages(
            sessions: .perTab { _ in Navigator(root: Visits(), stacked: true, on: Engine()) })
        let router = Router()
        router.get("version") { _, _ in "1.0" }
        router.group().add(middleware: Password()).pages(pages)
        return Application(
            router: router, server: .http1Live(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
            services: [pages])
    }

    /// Runs the application on a free port while `body` runs. For the tests.
    public func runVisits(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let original = application(port: 0)
        let (ports, port) = AsyncStream<Int>.makeStream()
        let running = Application(
            responder: original.responder, server: original.server, configuration: original.configuration,
            services: original.services, onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup { group in
            group.addTask { try await running.run() }
            for await number in ports {
                try await body(number)
                break
            }
            group.cancelAll()
        }
    }
#endif
