#if Hummingbird || App
    import MillraceHistory
    import MillraceModules
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A server with real pages in a real browser. The test has access to the stores and acts as the user.
    @MainActor final class LivePageFixture {
        let engine: Engine
        let server: WebServer
        let port: UInt16
        private let running: Task<Void, any Error>
        private(set) var sessions: [MainActorSession] = []
        private(set) var navigators: [Navigator] = []
        private(set) var tabs: [Tab] = []
        private(set) var faults: [Fault] = []

        /// Creates a server with one window per tab. All windows have `root` as their root and share one engine.
        init<Root: WebModule>(
            root: Root, port: UInt16 = 0, configure: (inout LivePages.Configuration) -> Void = { _ in }
        ) async throws where Root.Requirement == Void {
            let (engine, box) = (Engine(), Box())
            self.engine = engine
            let begin: @MainActor @Sendable () -> Navigator = {
                let navigator = Navigator(root: root, stacked: true, on: engine)
                box.fixture?.navigators.append(navigator)
                return navigator
            }
            let sessions = WebSessions(isShared: false) { id in
                let session = try await MainActorSession(id, isShared: false, begin)
                await box.note(session)
                return session
            }
            var configuration = LivePages.Configuration()
            configuration.limits.sessions = 40
            // These tests run in real time, also on a slow machine. Other tests prove the time limits, with a manual clock.
            configuration.limits.transferTimeout = .seconds(600)
            configuration.limits.sessionTimeout = .seconds(600)
            configure(&configuration)
            let server = WebServer(port: port, configuration, sessions: sessions)
            self.server = server
            running = Task { try await server.run() }
            self.port = try await server.port
            box.fixture = self
            engine.onFault = { box.fixture?.faults.append($0) }
        }

        @MainActor private final class Box {
            weak var fixture: LivePageFixture?

            func note(_ session: MainActorSession) { fixture?.note(session) }
        }

        private func note(_ session: MainActorSession) { sessions.append(session) }

        /// Runs a test. Fails if a script threw an error or resources remain at its end.
        static func run<Root: WebModule>(
            _ root: Root, configure: (inout LivePages.Configuration) -> Void = { _ in },
            sourceLocation: SourceLocation = #_sourceLocation,
            _ body: (LivePageFixture) async throws -> Void
        ) async throws where Root.Requirement == Void {
            let fixture = try await LivePageFixture(root: root, configure: configure)
            do {
                try await body(fixture)
                for tab in fixture.tabs {
                    let errors = try await tab.run("return window.failures ?? []")
                    #expect(errors == [], "A script failed.", sourceLocation: sourceLocation)
                }
            } catch {
                await fixture.end()
                throw error
            }
            #expect(fixture.faults.isEmpty, sourceLocation: sourceLocation)
            await fixture.end()
            #expect(fixture.engine.resources.isEmpty, sourceLocation: sourceLocation)
        }

        /// Closes the tabs, and stops the server with all sessions.
        func end() async {
            for tab in tabs { try? await tab.close() }
            tabs = []
            running.cancel()
            _ = await running.result
            (sessions, navigators) = ([], [])
        }

        /// Stops the server with all sessions. The tabs stay open.
        func stop() async {
            running.cancel()
            _ = await running.result
            (sessions, navigators) = ([], [])
        }

        /// Ends a session, as the server does at a limit.
        func endSession(_ index: Int) {
            sessions[index].end()
            navigators.remove(at: index)
        }

        var site: String { "http://localhost:\(port)" }

        /// Opens a tab and waits until its page is connected.
        ///
        /// - Parameter recording: Whether to record each sent message with its WebSocket in `recorded`.
        func openTab(_ path: String = "/", in browser: Browser? = nil, recording: Bool = false) async throws -> Tab {
            let shared = try await Browser.shared
            let tab = try await (browser ?? shared).tab()
            tabs.append(tab)
            try await tab.runBeforeEach(
                "window.failures = []; addEventListener('error', (e) => failures.push(e.message));"
                    + "addEventListener('securitypolicyviolation', (e) => failures.push(e.violatedDirective));")
            if recording {
                try await tab.runBeforeEach(
                    """
                    window.recorded = [];
                    const send = WebSocket.prototype.send;
                    WebSocket.prototype.send = function (text) { recorded.push([this, text]); send.call(this, text); };
                    """)
            }
            try await tab.open(site + path)
            try await tab.untilLive()
            return tab
        }

        /// Opens an empty tab that does not load the page's script. Scripts of the test run.
        func openTabWithoutScript() async throws -> Tab {
            let tab = try await Browser.shared.tab()
            tabs.append(tab)
            try await tab.runDevToolsCommand("Network.enable", [:])
            try await tab.runDevToolsCommand("Network.setBlockedURLs", ["urls": ["*/millrace.js"]])
            return tab
        }

        /// Returns the newest store of a module.
        func store<M: Module>(of type: M.Type = M.self) throws -> Store<M> {
            try #require(navigators.reversed().lazy.compactMap { $0.store(of: type) }.first)
        }

        /// Waits until the newest store of a module has a state that satisfies the condition.
        func waitUntil<M: Module>(_ type: M.Type, _ condition: @escaping (M.State) -> Bool) async throws {
            let (states, state) = AsyncStream<Bool>.makeStream()
            let subscription = try store(of: type).subscribe { state.yield(condition($0)) }
            for await isMet in states { if isMet { break } }
            subscription.cancel()
        }

        /// Waits until the tab shows the current state.
        func waitUntilCurrent(_ tab: Tab, _ session: Int = 0) async throws {
            guard let page = sessions[session].page else { return }
            page.draw()
            try await tab.until(sequence: page.sequence)
        }
    }
#endif
