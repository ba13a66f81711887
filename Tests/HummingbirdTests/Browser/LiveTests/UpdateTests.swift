#if Hummingbird || App
    import Millrace
    import MillraceModules
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// A tab that stays open while the program is replaced by a newer one.
        @MainActor @Suite struct UpdateTests {
            /// Starts a server whose headings have this color.
            private func server(color: String, port: UInt16 = 0) async throws -> LivePageFixture {
                try await LivePageFixture(root: Shop(), port: port) { configuration in
                    configuration.files = [
                        WebFile("/shop.css", type: "text/css", bytes: Array("h1 { color: \(color) }".utf8))
                    ]
                    configuration.stylesheets = ["/shop.css"]
                }
            }

            private let color = "return getComputedStyle(document.querySelector('h1')).color"

            @Test("Pages in a browser · an open page loads the new style sheet after an update, and keeps its text")
            func update()
                async throws
            {
                let first = try await server(color: "rgb(1, 2, 3)")
                let tab = try await first.openTab("/items/2")
                try await tab.type("kept", into: "#text")
                try await tab.untilAnswered()
                try await tab.run("window.isOld = true; document.activeElement.blur()")
                #expect(try await tab.run(color) == "rgb(1, 2, 3)")
                let port = first.port
                await first.stop()
                let second = try await server(color: "rgb(4, 5, 6)", port: port)
                try await tab.until("!window.isOld && document.documentElement.dataset.live")
                #expect(try await tab.run(color) == "rgb(4, 5, 6)")
                #expect(try await tab.value("#text") == "kept")
                // The document of the reload has a session too, which is not used.
                #expect(second.navigators.contains { $0.store(of: Item.self)?.state.text == "kept" })
                // The reload has continued the session.
                #expect(await second.server.resources.sessions == 1)
                try await tab.until(url: second.site + "/items/2")
                await first.end()
                await second.end()
            }

            @Test("a wait of a test continues in the page that the browser loads meanwhile") func wait() async throws {
                let fixture = try await server(color: "rgb(1, 2, 3)")
                let tab = try await fixture.openTab("/items/2")
                for _ in 1...20 {
                    try await tab.run("window.isOld = true; setTimeout(() => location.reload(), 10)")
                    try await tab.until("!window.isOld && document.documentElement.dataset.live")
                }
                await fixture.end()
            }

            @Test("Pages in a browser · a page of the same version is not loaded again") func same() async throws {
                let first = try await server(color: "rgb(1, 2, 3)")
                let tab = try await first.openTab("/items/2")
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                let second = try await server(color: "rgb(1, 2, 3)", port: port)
                try await tab.untilLive()
                try await tab.clickLabel("Hold")
                #expect(try await tab.run("return sessionStorage['m-version'] ?? null") == nil)
                await first.end()
                await second.end()
            }
        }

        @Suite("The script: updates of the server") struct ClientUpdateTests {
            private let field = #"<input id="f" form="m-form" name="f3" value="ab"><p>x</p>"#
            private let reload = "return sessionStorage['m-version'] ?? null"

            @Test("Pages in a browser · an outdated page is loaded again once, when no input can be lost")
            func reloads()
                async throws
            {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.run("window.isOld = true")
                    try await client.deliver(["v": "2"])
                    try await client.tab.type("c", into: "#f")
                    try await client.advance(by: 5_000)
                    #expect(try await client.tab.run(reload) == nil, "The user is typing.")
                    try await client.tab.run("document.activeElement.blur()")
                    try await client.advance(by: 1_000)
                    #expect(try await client.tab.run(reload) == nil, "The text is not acknowledged.")
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.advance(by: 1_000)
                    try await client.tab.until("!window.isOld && window.stub?.socket")
                    #expect(try await client.tab.run(reload) == "2")
                    // Another server behind the same address may still have the earlier version.
                    try await client.tab.run("window.isOld = true")
                    try await client.completeHandshake()
                    try await client.deliver(["v": "2"])
                    try await client.advance(by: 5_000)
                    #expect(try await client.tab.run("return window.isOld") == true)
                }
            }
        }
    }
#endif
