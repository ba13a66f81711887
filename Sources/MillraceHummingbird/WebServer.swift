#if Hummingbird || App
    import Foundation
    public import Hummingbird
    import Logging
    public import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore
    public import ServiceLifecycle
    public import UnixSignals

    /// Serves a navigator as a live web page, to this machine or to a network.
    ///
    /// ```swift
    /// try await WebServer(sessions: .perTab { … }).runUntilSignal()
    /// ```
    /// Available with the package trait `App` or `Hummingbird`. It is a Hummingbird application with `LivePages` and nothing
    /// else. For routes, middleware or TLS of your own, mount the pages in an application instead.
    ///
    /// The server uses HTTP without encryption. To serve a network, put a proxy in front of it that handles TLS.
    public final class WebServer: Service {
        /// The pages.
        public let pages: LivePages
        let connections: Connections
        private let requestedPort: UInt16
        private let configuration: LivePages.Configuration
        /// The addresses to listen on: the first one that the system has.
        let addresses: [String]
        /// The routes of the application, and the paths of those that accept requests from anywhere.
        private let routes: Routes?
        typealias Routes = (open: [String], add: @Sendable (Router<BasicRequestContext>, LivePages) -> Void)
        private let state = NIOLockedValueBox(State())

        private struct State {
            var services: ServiceGroup?
            var hasBegun = false
            /// Whether the server was shut down.
            var isStopping = false
            /// The port, or why the server does not listen.
            var port: Result<UInt16, Failure>?
            var hasEnded = false
            /// Resumed when the port is known, and when the server has ended.
            var waitingForPort: [CheckedContinuation<Void, Never>] = []
            var waitingForEnd: [CheckedContinuation<Void, Never>] = []
        }

        /// Creates a server. It opens its port when it runs.
        ///
        /// ```swift
        /// WebServer(sessions: sessions, openRoutes: ["/hooks/payment"]) { router, pages in
        ///     router.get("orders.csv") { request, context in … }
        /// }
        /// ```
        /// The routes accept requests for the hosts of the configuration. Those that change something must come from the server's own
        /// pages, as ``SiteMiddleware`` says.
        ///
        /// - Parameters:
        ///   - port: The port. With 0, the system chooses a free one. Defaults to 8080.
        ///   - configuration: The files, texts and limits of the pages, and who can connect. Defaults to this machine.
        ///   - sessions: How sessions are created.
        ///   - openRoutes: The paths of routes that accept requests from anywhere, such as webhooks. Defaults to none.
        ///   - routes: Adds routes of the application, when the server runs. `pages.identity(of: request)` is the person behind a request.
        ///     Defaults to none.
        public convenience init(
            port: UInt16 = 8080, _ configuration: LivePages.Configuration = .init(), sessions: WebSessions,
            openRoutes: [String] = [], routes: (@Sendable (Router<BasicRequestContext>, LivePages) -> Void)? = nil
        ) {
            // The first address of a network accepts IPv6 and IPv4.
            let addresses = configuration.access.isLoopback ? ["127.0.0.1"] : ["::", "0.0.0.0"]
            self.init(
                port: port, configuration, addresses: addresses, sessions: sessions,
                routes: routes.map { (openRoutes, $0) })
        }

        init(
            port: UInt16, _ configuration: LivePages.Configuration, addresses: [String], sessions: WebSessions,
            routes: Routes? = nil
        ) {
            self.routes = routes
            (requestedPort, self.configuration, self.addresses) = (port, configuration, addresses)
            pages = LivePages(configuration, sessions: sessions)
            connections = Connections(configuration)
        }

        /// The port that the server listens on. Waits until the server listens.
        ///
        /// - Throws: ``Failure``, if the server ends before.
        public var port: UInt16 {
            get async throws(Failure) {
                await wait(\.waitingForPort, until: { $0.port != nil })
                guard let port = state.withLockedValue({ $0.port }) else { throw Failure.other("it has ended") }
                return try port.get()
            }
        }

        /// Opens the port, and serves pages until the task is cancelled or the server is shut down, by ``shutDown()`` or as one of
        /// several services.
        ///
        /// Returns normally after both, when all sessions have ended and all connections are closed. A server can run only once.
        ///
        /// - Throws: ``Failure``, if the port cannot be opened, or if the server has already run.
        public func run() async throws { try await run([]) }

        /// Serves pages until the process receives one of these signals. Then shuts the server down.
        ///
        /// The signals no longer end the process by themselves.
        ///
        /// - Parameter signals: The signals. Defaults to those of Ctrl-C and of process managers.
        /// - Throws: ``Failure``, as ``run()`` does.
        public func runUntilSignal(_ signals: [UnixSignal] = [.sigint, .sigterm]) async throws {
            try await run(signals)
        }

        /// Shuts the server down without losing requests. ``run()`` then returns normally.
        ///
        /// The server stops accepting connections and finishes the requests that run. It closes live pages with the code 1012, and their
        /// scripts connect again: to the next program, in a new session. The method returns when the server has ended. Connections that
        /// remain after `LivePages.Configuration.shutdownTimeout` are closed. Effects of the application are not waited for.
        public func shutDown() async {
            let (hasBegun, services) = state.withLockedValue { state in
                defer { (state.hasBegun, state.isStopping) = (true, true) }
                return (state.hasBegun, state.services)
            }
            guard hasBegun else { return end(.other("it was shut down")) }
            await services?.triggerGracefulShutdown()
            await wait(\.waitingForEnd, until: { $0.hasEnded })
        }

        // MARK: Running

        private func run(_ signals: [UnixSignal]) async throws {
            let isFirst = state.withLockedValue { state in
                defer { state.hasBegun = true }
                return !state.hasBegun
            }
            guard isFirst else { throw Failure.other("it has already run; create another server") }
            let result = await serve(signals)
            await pages.end()
            connections.timers.cancelAll()
            switch result {
            case .success:
                configuration.logger.notice("The server has ended.")
                end(.other("it has ended"))
            case .failure(let failure): end(failure)
            }
            try result.get()
        }

        /// Tries the addresses until one can be opened.
        private func serve(_ signals: [UnixSignal]) async -> Result<Void, Failure> {
            var result = Result<Void, Failure>.success(())
            for address in addresses {
                do {
                    try await serve(on: address, signals)
                    return .success(())
                } catch {
                    let hasEnded = state.withLockedValue { $0.port != nil || $0.isStopping }
                    if Task.isCancelled || hasEnded { return .success(()) }
                    result = .failure(Failure(error, port: requestedPort))
                    guard Failure.isMissingAddress(error) else { return result }
                }
            }
            return result
        }

        private func serve(on address: String, _ signals: [UnixSignal]) async throws {
            let router = Router()
            // The middleware applies to the routes after it: pages check their requests themselves, and `/health` has no host.
            router.pages(pages)
            if let routes {
                router.add(middleware: SiteMiddleware(pages, except: routes.open))
                routes.add(router, pages)
            }
            let logger = configuration.frameworkLogger
            let application = Application(
                router: router, server: .http1Live(connections),
                configuration: .init(address: .hostname(address, port: Int(requestedPort))),
                onServerRunning: { [self] in listen($0) }, logger: logger)
            let services = ServiceGroup(
                configuration: .init(
                    services: [application, ShutdownBegin(pages, connections)], gracefulShutdownSignals: signals,
                    logger: logger))
            let isStopping = state.withLockedValue { state in
                state.services = services
                return state.isStopping
            }
            // The services keep a shutdown that precedes their start.
            if isStopping { await services.triggerGracefulShutdown() }
            // In a task of its own, because NIO stops the process if a server is cancelled while it accepts a connection.
            let running = Task { try await services.run() }
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                Task {
                    await stop()
                    await services.triggerGracefulShutdown()
                }
            }
        }

        /// Ends all connections and sessions at once.
        private func stop() async {
            connections.stop()
            await pages.end()
        }

        private func listen(_ channel: any Channel) {
            let port = UInt16(channel.localAddress?.port ?? 0)
            configuration.logger.notice("The server starts.", metadata: ["port": "\(port)"])
            let waiting = state.withLockedValue { state in
                state.port = .success(port)
                defer { state.waitingForPort = [] }
                return state.waitingForPort
            }
            for continuation in waiting { continuation.resume() }
        }

        private func end(_ failure: Failure) {
            let waiting = state.withLockedValue { state in
                state.hasEnded = true
                if state.port == nil { state.port = .failure(failure) }
                defer { (state.waitingForPort, state.waitingForEnd) = ([], []) }
                return state.waitingForPort + state.waitingForEnd
            }
            for continuation in waiting { continuation.resume() }
        }

        private func wait(
            _ list: any WritableKeyPath<State, [CheckedContinuation<Void, Never>]> & Sendable,
            until isDone: (State) -> Bool
        ) async {
            await withCheckedContinuation { continuation in
                let isDone = state.withLockedValue { state in
                    if isDone(state) { return true }
                    state[keyPath: list].append(continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        }
    }

    extension LivePages.Configuration {
        /// The log of the frameworks, which write much at lower levels.
        fileprivate var frameworkLogger: Logger {
            var logger = logger
            logger.logLevel = max(logger.logLevel, .warning)
            return logger
        }
    }
#endif
