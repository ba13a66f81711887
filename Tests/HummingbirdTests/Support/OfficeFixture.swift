#if Hummingbird || App
    import Foundation
    import Hummingbird
    import Logging
    import Millrace
    import MillraceModules
    import Testing

    @testable import MillraceAccounts
    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A server with accounts: its pages sign in and out, and it has routes of its own.
    struct OfficeFixture: Sendable {
        let fixture: ServerFixture
        let signIns: SignIns
        /// The turns of all engines.
        let turns: Lock<Int>
        var site: String { "http://localhost:\(fixture.port)" }

        /// Runs a server while `body` runs. The password of each account is its name, twice.
        ///
        /// - Parameter isManual: Whether the test advances the clock. Then no form may have asynchronous effects, because their document
        ///   waits for the clock.
        static func run(
            isManual: Bool = false, _ configure: (inout LivePages.Configuration) -> Void = { _ in },
            _ body: (OfficeFixture) async throws -> Void
        ) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let signIns = try SignIns(folder: folder)
            let (turns, clock) = (Lock(0), ManualClock())
            var configuration = LivePages.Configuration()
            configuration.identities = signIns
            if isManual { configuration.clock = clock }
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            configure(&configuration)
            let server = WebServer(port: 0, configuration, sessions: sessions(turns), openRoutes: ["/hook"]) {
                router, pages in
                router.post("own") { _, _ in "changed" }
                router.on("own", method: .options) { _, _ in "changed" }
                router.post("hook") { _, _ in "changed" }
                router.get("own") { _, _ in "read" }
                router.get("me") { request, _ in pages.identity(of: request)?.account ?? "stranger" }
            }
            let running = Task { try await server.run() }
            let fixture = ServerFixture(
                server: server, factory: SessionFactory(), clock: clock, running: running, port: try await server.port)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(.init(fixture: fixture, signIns: signIns, turns: turns)))
            } catch {
                result = .failure(error)
            }
            running.cancel()
            try await running.value
            #expect(await server.resources == (0, 0), "Sessions or connections remain.")
            try result.get()
        }

        private static func sessions(_ turns: Lock<Int>) -> WebSessions {
            .perTab { session in
                let (engine, visitor) = (Engine(), session.visitor)
                engine.middleware = [CountedPresses(turns: turns)]
                engine.handle(Office.SignIn.self) { command in
                    guard command.password == command.name + command.name else { throw PasswordError.wrongPassword }
                    visitor.signIn(as: command.name)
                    return command.name
                }
                engine.handle(Office.SignOut.self) { _ in await visitor.signOut() }
                return Navigator(root: Office(account: visitor.identity?.account), stacked: true, on: engine)
            }
        }

        private struct CountedPresses: Middleware {
            let turns: Lock<Int>

            func intercept(_ message: Message) -> Decision {
                if case .press? = message.payload(as: Office.Action.self) { turns.withLock { $0 += 1 } }
                return .pass
            }
        }

        /// The cookie of a sign-in, as a browser sends it.
        func cookie(_ account: String, signIn: String = RandomID.make()) -> String {
            String(signIns.cookie(for: Identity(account, signIn: signIn), isSecure: false).prefix { $0 != ";" })
        }

        /// Opens a page with these cookies. Returns its session, and the browser's cookies.
        func open(_ cookies: String...) async throws -> (page: ParsedResponse, session: String, cookies: String) {
            let fields = cookies.isEmpty ? "" : "Cookie: \(cookies.joined(separator: "; "))\r\n"
            let page = try await fixture.get("/", fields)
            let all = cookies + (page.cookie.map { [$0] } ?? [])
            return (page, try #require(page.session), all.joined(separator: "; "))
        }

        /// Opens the live connection of a page, and waits for its first frame.
        func connect(_ session: String, _ cookies: String) async throws -> (client: WebSocketClient, frame: String) {
            let client = try await WebSocketClient(fixture, (session, cookies))
            return (client, try #require(await client.next()).text)
        }

        /// Submits the form of the sign-in without the script.
        func submitSignIn(_ body: String, on page: ParsedResponse, _ cookies: String) async throws -> ParsedResponse {
            let form = try #require(page.body.firstMatch(of: #/action="(/millrace/send[^"]*&amp;r=[0-9]+)"/#))
            return try await post(body, to: String(form.1), cookies)
        }

        /// Presses a button without the script.
        func press(_ id: String, on page: ParsedResponse, _ cookies: String) async throws -> ParsedResponse {
            let form = try #require(page.body.firstMatch(of: #/action="(/millrace/send[^"]*)"/#))
            return try await post("r=\(try reference(of: id, on: page.body))", to: String(form.1), cookies)
        }

        /// Returns the reference of a button.
        func reference(of id: String, on html: String) throws -> String {
            let tag = try #require(html.matches(of: #/<button[^>]*>/#).first { $0.0.contains("id=\"\(id)\"") })
            return String(try #require(tag.0.firstMatch(of: #/ value="([0-9]+)"/#)).1)
        }

        private func post(_ body: String, to action: String, _ cookies: String) async throws -> ParsedResponse {
            try await fixture.post(
                body, to: action.replacing("&amp;", with: "&"),
                "Origin: \(fixture.origin)\r\nCookie: \(cookies)\r\n")
        }

        /// Exchanges a token.
        func exchange(
            _ token: String, _ session: String, _ cookies: String, origin: String? = nil
        ) async throws -> ParsedResponse {
            try await fixture.post(
                "s=\(session)&t=\(token)", to: "/millrace/sign-in",
                "Origin: \(origin ?? fixture.origin)\r\nCookie: \(cookies)\r\n")
        }
    }
#endif
