#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceInspector
    import MillraceKit
    import Testing

    @testable import MillraceJournal
    @testable import WebTestSupport

    extension BrowserTests {
        @MainActor @Suite(.serialized) struct ScreenPageTests {
            /// Serves an inspector, and opens its link in a browser of its own.
            private func open(
                _ inspector: Inspector, _ body: (_ tab: Tab, _ origin: String) async throws -> Void
            ) async throws {
                let server = InspectorServer(inspector)
                let running = Task { try await server.run() }
                let browser = try await Browser.open()
                let tab = try await browser.tab()
                try await tab.open(try await server.link)
                try await tab.untilLive()
                try await tab.until(
                    "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Timeline'")
                try await body(tab, try await tab.run("return location.origin").text ?? "")
                try await browser.close()
                await server.shutDown()
                try await running.value
            }

            @Test(
                "Inspector · the frame shows the earlier page, no recorded script runs, and nothing runs in the program"
            )
            func frame() async throws {
                let bistro = try Bistro()
                let menu = try #require(bistro.menu)
                for await special in menu.values(of: \.special) where special == "soup" { break }
                menu.send(.add("<img src=x onerror='top.document.title = 1'><script>top.document.title = 2</script>"))
                let earlier = bistro.engine.turn
                menu.send(.add("pie"))
                menu.send(.look("pie"))
                let turn = bistro.engine.turn
                try await open(Inspector(bistro.recorder, screens: Bistro.screens)) { tab, origin in
                    try await tab.open("\(origin)/turn/\(earlier)")
                    try await tab.untilLive()
                    try await tab.until("document.querySelector('.i-why-button')")
                    #expect(try await tab.texts(".m-page:not([data-covered]) h1") == ["Menu.add"])
                    try await tab.press("p")
                    try await tab.until("document.querySelector('iframe')")
                    #expect(try await tab.texts(".i-tree li a") == ["Menu", "Weather"])
                    let html = try await tab.frame("iframe") { try await $0.source }
                    #expect(html.contains("Today: soup") && html.contains("onerror=") && !html.contains("pie"))
                    #expect(try await tab.frame("iframe") { try await $0.texts(".special") } == ["Today: soup"])
                    #expect(try await tab.run("return document.title") == .string("Page after turn \(earlier)"))
                    // Without the cookie of the key, there is no frame.
                    let port = try #require(UInt16(origin.split(separator: ":").last ?? ""))
                    let socket = try await RawSocket(port: port)
                    await socket.send(
                        "GET \(bistro.frame) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
                    let foreign = ParsedResponse(await socket.readAll())
                    #expect(foreign.status == 404 && !foreign.body.contains("soup"))
                    try await tab.press("j")
                    try await tab.until(
                        "document.querySelector('iframe')?.title === 'The page after turn \(earlier + 1)'")
                    #expect(try await tab.frame("iframe") { try await $0.source }.contains("pie"))
                }
                #expect(bistro.engine.turn == turn && bistro.calls.withLock { $0 } == 1)
                await bistro.recorder.end()
            }

            @Test("Inspector · a recording of another build, and one without screens, are opened with a notice")
            func notices() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: folder) }
                let run = try RingFiles.newRun(in: folder, at: Date())
                let writer = try RingWriter(
                    folder, limit: 1_000_000,
                    header: RunHeader(run: run, started: 0, origin: .zero, program: "other", build: "1"), tokens: nil,
                    onFailure: { _ in })
                let store = CollectedStore(
                    number: 1, reducer: Menu.self, state: Box(Menu.State(dishes: ["pie"])),
                    place: StorePlace(window: 1, position: .root))
                let turn = CollectedTurn(
                    id: 1, message: 1, cause: 0, kind: .action, store: 1, time: .zero, start: .now)
                writer.write([CollectedBatch(stores: [store], entries: [.turn(turn)])])
                writer.flush(ends: true)
                try await open(try await Inspector(recording: folder, screens: Bistro.screens)) { tab, origin in
                    try await tab.open("\(origin)/turn/1/page/1")
                    try await tab.untilLive()
                    try await tab.until(
                        "document.querySelector('.m-page:not([data-covered]) .i-gap')?.textContent.startsWith('This was recorded by the program other.')"
                    )
                    #expect(try await tab.frame("iframe") { try await $0.source }.contains("pie"))
                }
                try await open(try await Inspector(recording: folder)) { tab, origin in
                    try await tab.open("\(origin)/turn/1/page/1")
                    try await tab.untilLive()
                    try await tab.until(
                        "document.querySelector('.m-page:not([data-covered]) .i-gap')?.textContent.startsWith('The page is not drawn')"
                    )
                    #expect(try await tab.texts(".i-tree li a") == ["Menu"])
                    #expect(try await tab.run("return document.querySelector('iframe')") == nil)
                }
            }
        }
    }

    extension Tab {
        /// The HTML of the document.
        fileprivate var source: String {
            get async throws { try await run("return document.documentElement.outerHTML").text ?? "" }
        }
    }
#endif
