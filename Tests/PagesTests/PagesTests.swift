#if (Hummingbird || Web) && SQLite || App
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
            #expect(page.frames.first?.contains("\"x\":\(page.number),") == true)
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

        @Test("Pages 3 · a screen that was stored before the page was drawn has its entry in the browser's history")
        func historyEntry() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            try await page.press("Add")
            try await page.press("Open one", receives: false)
            let second = await first.restarted()
            try await page.connect(to: second)
            #expect(page.frames.first?.contains("\"l\":{\"i\":1,\"a\":\"/entries/one\"") == true)
            try await page.send("\"go\":0,\"a\":\"/\"")
            #expect(await page.html.contains("Entry one") == false)
            for server in [first, second] { await server.registry.endAll() }
        }

        @Test("Pages 3 · a session whose work goes on before its browser has connected keeps the browser's history")
        func workFirst() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            try await page.press("Add")
            try await page.press("Look")
            try await page.press("Open one")
            let second = await first.restarted()
            await second.registry.startStorage()
            // The second start of the command is stored with the record of the page.
            for await _ in second.calls.stream { break }
            let third = await second.restarted()
            try await page.connect(to: third)
            #expect(page.frames.first?.contains("\"l\":{\"i\":1,\"a\":\"/entries/one\"") == true)
            for server in [first, second, third] { await server.registry.endAll() }
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
            "Pages 4 · a state that a build cannot read starts its page again, says so, and is kept; others are unaffected"
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

        @Test("Pages 2 · what waited for an answer ends with the process, and the page says so") func interrupted()
            async throws
        {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("text", into: "Text")
            try await page.press("Question")
            #expect(await page.html.contains("Sure?"))
            let second = await first.restarted()
            try await page.connect(to: second)
            let shown = await page.html
            #expect(!shown.contains("Sure?") && shown.contains("value=\"text\""))
            #expect(page.frames.first?.contains(PageTexts.english[.interrupted]) == true)
            for server in [first, second] { await server.registry.endAll() }
        }

        @Test("Pages 3 · an input whose state cannot be stored is not acknowledged") func unstorable() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.press("Spoil")
            #expect(!page.frames.joined().contains("[\(page.number),0]"))
            await server.registry.endAll()
        }

        @Test("Pages 3 · a session that its own work has loaded keeps its history") func history() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.press("Remind")
            try await page.type("one", into: "Text")
            try await page.press("Add")
            try await page.press("Open one")
            let second = await first.restarted(after: 61)
            #expect(await second.registry.startStorage())
            second.clock.advance(by: .zero)
            await second.log.contains("tick")
            #expect(await second.registry.records.all.allSatisfy { $0.end != nil })
            await second.registry.endAll()
            let third = await second.restarted()
            try await page.connect(to: third)
            #expect(page.frames.first?.contains("\"l\":{\"i\":1,\"a\":\"/entries/one\"") == true)
            for server in [first, third] { await server.registry.endAll() }
        }

        @Test("Pages 3 · the answer to a refused input is there after a kill, beside that to a later one")
        func refused()
            async throws
        {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            let field = try #require(await page.html.firstMatch(of: /name="f(\d+)"/))
            try await page.send("\"r\":\"\(field.1)\",\"v\":true")
            try await page.press("Add")
            let second = await first.restarted()
            try await page.connect(to: second)
            let start = try #require(page.frames.first)
            #expect(start.contains("\"k\":[[\(page.number - 1),2,") && start.contains("\"x\":\(page.number),"))
            for server in [first, second] { await server.registry.endAll() }
        }

        @Test("Pages 3 · a form without the script from before a kill is not accepted") func form() async throws {
            let first = PageServer()
            let page = try await first.open()
            try await page.type("one", into: "Text")
            let add = try #require(await page.html.firstMatch(of: /<button[^>]*value="(\d+)"[^>]*>Add/))
            let number = page.sequence
            var server = first
            // Twice, because the numbers of documents are not in order.
            for _ in 0..<2 {
                server = await server.restarted()
                let content = try await server.registry.submit(
                    [("r", String(add.1))], number: number, to: page.session, client: page.client)
                #expect(content.message == PageTexts.english[.unavailable] && !content.html.contains("Open one"))
                await server.registry.endAll()
            }
            await first.registry.endAll()
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
