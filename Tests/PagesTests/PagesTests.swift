#if App
    import Foundation
    import Millrace
    import MillraceDurable
    import MillraceKit
    import MillraceModules
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Sessions of live pages that survive their process.
    @Suite("Pages") struct PagesTests {
        @Test("Pages 5 · a document and a connection store nothing; the first input stores the session")
        func firstInput()
            async throws
        {
            let server = PageServer()
            let page = try await server.open()
            #expect(try await server.backend.engines().isEmpty)
            try await page.type("hello", into: "Text")
            let sessions = try await server.backend.allSessions()
            #expect(sessions.map(\.session.id) == [page.session] && sessions.allSatisfy { $0.bytes > 0 })
            await server.registry.endAll()
        }

        @Test("Pages 3 · after a kill, a page shows what it showed, says so to its browser, and nothing starts again")
        func kill() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            try await page.press("Add")
            try await page.type("half", into: "Text")
            try await page.press("Open one")
            let html = await page.html
            let second = await first.restarted()
            try await page.connect(to: second)
            #expect(page.frames.first?.hasPrefix("{\"x\":1") == true || page.frames.first?.contains("\"x\":1,") == true)
            let shown = await page.html
            #expect(shown.contains("Entry one") && shown.contains("half"))
            #expect(second.log.lines == ["listen"] && second.faults.lines.isEmpty)
            #expect(Self.text(shown) == Self.text(html))
            for server in [first, second] { await server.registry.endAll() }
        }

        /// The text and the values of a document.
        private static func text(_ html: String) -> String {
            html.replacing(/(name|value|data-r)="f?\d+"|id="[^"]*"/, with: "")
        }

        @Test("Pages 3 · an input that was handled before the kill is acknowledged, and not handled again") func once()
            async throws
        {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            try await page.press("Add")
            let second = await first.restarted()
            try await page.connect(to: second)
            // The acknowledgement was lost, so the script sends the press again, with the new reference.
            let add = try #require(await page.html.firstMatch(of: /<button[^>]*value="(\d+)"[^>]*>Add/))
            try await page.send("\"r\":\"\(add.1)\"", number: page.number)
            #expect(page.frames.last?.contains("\"k\":[[\(page.number),0]]") == true)
            #expect(await page.html.ranges(of: "Open one").count == 1)
            for server in [first, second] { await server.registry.endAll() }
        }

        @Test(
            "Pages 1 · the closure runs again with the stored identity and no request; if it throws, the session stays")
        func closure() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("kept", into: "Text")
            struct Refused: Error {}
            let broken = await first.restarted { session, _ in
                #expect(session.visitor.request == nil && session.visitor.client != nil)
                throw Refused()
            }
            await #expect(throws: RequestError.self) { try await page.connect(to: broken) }
            let second = await broken.restarted()
            try await page.connect(to: second)
            #expect(await page.html.contains("kept"))
            for server in [first, broken, second] { await server.registry.endAll() }
        }

        @Test(
            "Pages 4 · a state that a build cannot read starts its page anew, says so, and is kept; others are unaffected"
        )
        func unreadable() async throws {
            let first = PageServer()
            let (page, other) = (try await first.open(), try await first.open("bob"))
            try await page.type("old", into: "Text")
            try await other.type("other", into: "Text")
            try await page.press("Options")
            // A build without the sheet.
            let newBuild = await first.restarted { session, engine in
                Navigator(root: Narrow(), stacked: true, on: engine.engine)
            }
            try await page.connect(to: newBuild)
            #expect(page.frames.first?.contains("\"s\":\"\(page.session)\"") == true)
            #expect(page.frames.first?.contains(PageTexts.english[.startedAnew]) == true)
            try await page.press("Narrow")
            // A roll-back.
            let oldBuild = await newBuild.restarted()
            try await page.connect(to: oldBuild)
            let shown = await page.html
            #expect(shown.contains("value=\"old\"") && shown.contains("Options"))
            try await other.connect(to: oldBuild)
            #expect(await other.html.contains("value=\"other\""))
            for server in [first, newBuild, oldBuild] { await server.registry.endAll() }
        }

        @Test("Pages 6 · an idle session leaves memory, and comes back with its browser") func idle() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.type("idle", into: "Text")
            await page.disconnect()
            server.clock.advance(by: .seconds(301))
            for await count in server.counts.stream where count == 0 { break }
            try await page.connect()
            #expect(await page.html.contains("value=\"idle\"") && server.log.lines == ["listen", "start", "listen"])
            await server.registry.endAll()
        }

        @Test("Pages 5 · a password of a live field is a fault, and is not stored") func password() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.press("Options")
            try await page.type("secret", into: "Password")
            #expect(server.faults.lines.count == 1)
            let stored = try await server.backend.engines().values.flatMap(\.values.values)
            #expect(stored.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains("secret") })
            await server.registry.endAll()
        }
    }

    /// A page of another build.
    private struct Narrow: WebModule {
        struct State: Codable, Equatable { var count = 0 }
        enum Action: Codable, Equatable { case add }
        func state(for nothing: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Narrow> {
            state.count += 1
            return .none
        }
        func view(_ state: State) -> HTML<Action> { button("Narrow", send: .add) }
    }
#endif
