#if Hummingbird || App
    import Foundation
    import GuideBlocks
    import Hummingbird
    import Logging
    import Millrace
    import MillraceJournal
    import MillraceModules
    import ServiceLifecycle
    import Testing

    import MillraceAccounts
    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Runs the code of the guide “Who is it”.
    @Suite("Guides · Who is it", .timeLimit(.minutes(20))) struct WhoIsItTests {
        @Test("Guides · each code block of “Who is it” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceWeb/MillraceWeb.docc/WhoIsIt.md")
            #expect(guide.blocks.count == 9)
            #expect(try guide.strays(in: "Tests/HummingbirdTests/Guide/GuideAccounts.swift") == [])
        }

        @Test("Guides · the diary lets its member in, and knows the person in the next window") func signIn()
            async throws
        {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            #expect(throws: FileError.self) { try readMembers(in: folder) }
            let hash = try await Passwords(cost: .test).hash("correct horse")
            try JSONEncoder().encode([Member(name: "ada", password: hash)])
                .write(to: folder.appendingPathComponent("members.json"))
            let server = try diary(port: 0, folder: folder, members: readMembers(in: folder))
            let running = Task { try await server.run() }
            let port = try await server.port
            func get(_ cookies: String) async throws -> ParsedResponse {
                try await answer(port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(cookies)\r\n")
            }
            let page = try await get("")
            let browser = try #require(page.cookie)
            func enter(_ password: String, _ page: ParsedResponse) async throws -> ParsedResponse {
                let action = try #require(page.body.firstMatch(of: #/action="(/millrace/send[^"]*&amp;r=[0-9]+)"/#)).1
                let body = "name=ada&password=\(password)"
                return try await answer(
                    port,
                    "POST \(action.replacing("&amp;", with: "&")) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Origin: http://localhost\r\nCookie: \(browser)\r\nContent-Length: \(body.utf8.count)\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\n\r\n\(body)")
            }
            let refused = try await enter("wrong", page)
            #expect(refused.body.contains("The name or the password is wrong."))
            let entered = try await enter("correct+horse", refused)
            #expect(entered.body.contains("The diary of ada"))
            let cookie = try #require(entered.cookie)
            #expect(try await get("Cookie: \(browser); \(cookie)\r\n").body.contains("The diary of ada"))
            running.cancel()
            try await running.value
        }

        @MainActor @Test("Guides · a page for an admin does not exist for others") func roles() async throws {
            for (name, status) in [("admin", 200), ("ada", 404)] {
                var configuration = LivePages.Configuration()
                behindSignInProxy(&configuration)
                configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let engine = Engine()
                let server = WebServer(port: 0, configuration, sessions: office(engine, Passwords(cost: .test), []))
                let running = Task { try await server.run() }
                let port = try await server.port
                func get(_ path: String) async throws -> ParsedResponse {
                    try await answer(
                        port,
                        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-User: \(name)\r\n\r\n"
                    )
                }
                #expect(try await get("/admin").status == status)
                #expect(try await get("/").body.contains("Vault") == (name == "admin"))
                running.cancel()
                try await running.value
            }
        }

        @Test("Guides · a proxy's field, and a middleware, name the person") func others() async throws {
            var configuration = LivePages.Configuration()
            behindSignInProxy(&configuration)
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let sessions = WebSessions.perTab { session in
                Navigator(root: Diary(account: session.visitor.identity?.account), stacked: true, on: Engine())
            }
            let server = WebServer(port: 0, configuration, sessions: sessions)
            let running = Task { try await server.run() }
            let head = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            #expect(
                try await answer(try await server.port, head + "X-Forwarded-User: ada\r\n\r\n").body.contains(
                    "The diary of ada"))
            running.cancel()
            try await running.value

            let pages = LivePages(configuration, sessions: sessions)
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: staffRouter(pages), server: .http1Live(configuration),
                configuration: .init(address: .hostname("127.0.0.1", port: 0)), services: [pages],
                onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: configuration.logger)
            let services = ServiceGroup(configuration: .init(services: [application], logger: configuration.logger))
            let serving = Task { try await services.run() }
            for await number in ports {
                let page = try await answer(UInt16(number), head + "Authorization: bob\r\n\r\n")
                #expect(page.body.contains("The diary of bob"))
                break
            }
            await services.triggerGracefulShutdown()
            try await serving.value
        }

        private func answer(_ port: UInt16, _ request: String) async throws -> ParsedResponse {
            let socket = try await RawSocket(port: port)
            await socket.send(request)
            return ParsedResponse(await socket.readAll())
        }
    }
#endif
