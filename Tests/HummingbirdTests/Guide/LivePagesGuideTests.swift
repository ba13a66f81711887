#if Hummingbird || App
    import Foundation
    import GuideBlocks
    import Logging
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Runs the code of the live pages guide.
    @MainActor struct LivePagesGuideTests {
        @Test("Guides · the feed and a post are pages") func feed() throws {
            let fixture = PageFixture(root: Feed())
            let browser = try fixture.connectBrowser()
            #expect(browser.replica.outline.contains("“<World>”"))
            #expect(try browser.press("0 likes") == "[1,0]")
            #expect(try browser.type("\"World\"", into: "Search") == "[2,0]")
            try browser.press("<World>")
            #expect(browser.replica.location == #"{"i":1,"a":"/posts/2","how":"push"}"#)
            try browser.type("\"Well\"", into: "comment")
            browser.send(try browser.reference(of: "post"), #"{"stars":["5"],"text":["Good"]}"#)
            try browser.check()
            #expect(browser.replica.outline.contains("“5 stars: Good”"))
            #expect(try fixture.store(of: Article.self).comment == "Well")
        }

        @Test("Guides · the server serves the feed") func server() async throws {
            let server = feeds(port: 0)
            let running = Task { try await server.run() }
            let socket = try await RawSocket(port: try await server.port)
            await socket.send("GET /posts/2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(String(decoding: await socket.readAll(), as: UTF8.self).contains("<h1>Post 2</h1>"))
            running.cancel()
            try await running.value
        }

        @Test("Guides · a server behind a proxy serves its site, and the log has a level") func proxied() async throws {
            let server = feeds(behindProxyAt: 0, for: "feed.example")
            let running = Task { try await server.run() }
            for (host, status) in [("feed.example", 200), ("localhost", 421)] {
                let socket = try await RawSocket(port: try await server.port)
                await socket.send("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                #expect(ParsedResponse(await socket.readAll()).status == status)
            }
            running.cancel()
            try await running.value
            var configuration = LivePages.Configuration()
            quiet(&configuration)
            #expect(configuration.logger.logLevel == .warning)
        }

        @Test("Guides · the sketch is drawn by its view, and its test passes") func sketch() throws {
            try checkSketch()
            let fixture = PageFixture(root: Sketch())
            let browser = try fixture.connectBrowser()
            #expect(try browser.report("drag", "[0,3,4,3,4]", of: "Your drawing") == "[1,0]")
            #expect(try browser.report("drag", "[1,3,4,5,6]", of: "Your drawing") == "[2,0]")
            #expect(browser.replica.outline.contains("points=3,4 5,6"))
            try browser.check()
            var configuration = LivePages.Configuration()
            inFrench(&configuration)
            #expect(configuration.texts[.close] == "Fermer" && configuration.texts[.back] == "Page précédente")
        }

        @Test("Guides · a photo is stored, and its progress is shown") func photos() async throws {
            let fixture = PageFixture(root: Photos())
            storePhotos(on: fixture.engine) { _ in }
            let store = try fixture.store(of: Photos.self)
            let bytes = [UInt8](repeating: 1, count: 100_000)
            let page = Photos().render(.init())
            let file = FileUpload(name: "a.png", type: "image/png", bytes: bytes)
            try await store.send(try page.field("Photo").choose(file)).finished()
            #expect(store.message == "100000 bytes are stored." && store.progress == nil)
            let large = FileUpload(name: "b.png", bytes: [UInt8](repeating: 1, count: 5_000_001))
            #expect(throws: RenderedViewError.self) { try page.field("Photo").choose(large) }
        }

        @Test("Guides · the server of the photos serves its page") func photosServer() async throws {
            let server = photoServer(port: 0) { _ in }
            let running = Task { try await server.run() }
            let socket = try await RawSocket(port: try await server.port)
            await socket.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(String(decoding: await socket.readAll(), as: UTF8.self).contains("<h1>Photos</h1>"))
            running.cancel()
            try await running.value
        }

        @Test("Guides · a table is sorted by the query of its URL") func prices() throws {
            let page = Prices().render(.init(url: .init()))
            #expect(page.html.contains("<td>Cake</td><td>5</td></tr><tr><td>Tea</td>"))
            let chart = Prices().chart([.init(name: "Tea", price: 3), .init(name: "Cake", price: 6)]).render()
            #expect(chart.html.contains(##"<rect x="0" y="50" width="40" height="50" fill="#3366cc"></rect>"##))
            #expect(chart.text == "TeaCake" && chart.faults.isEmpty)
            guard case .show(let url) = try page.link("Price").press() else { return }
            #expect(url.path == "prices?sort=price" && Prices().path(.init(url: url)) == url.path)
            var path = WebPath("/prices?sort=price")
            guard case .show(let same)? = Prices().action(for: &path) else { return }
            #expect(same.sort == .price)
        }

        @Test("Guides · a hook of the application pushes a place") func map() throws {
            let fixture = PageFixture(root: Map())
            let browser = try fixture.connectBrowser()
            #expect(try browser.report("hook", #""{\"x\":1,\"y\":2.5}""#, of: "map") == "[1,0]")
            #expect(try fixture.store(of: Map.self).place == Map.Place(x: 1, y: 2.5))
            for value in [#""{\"x\":1}""#, #""[""#, "\"\"", "[1,2]", "null", "true"] {
                #expect(try browser.report("hook", value, of: "map").contains(",2,"), "\(value)")
            }
            var configuration = LivePages.Configuration()
            addMap(&configuration, script: [])
            addStyles(&configuration, css: [])
            useOwnStyle(&configuration)
            #expect(!configuration.usesDefaultStyle)
            #expect(configuration.stylesheets == ["/feed.css"])
            #expect(configuration.files.map(\.path) == ["/map.js", "/feed.css"])
            #expect(configuration.scripts == ["/map.js"])
        }

        @Test("Guides · a ticket is saved only while its fields are valid") func ticket() throws {
            let fixture = PageFixture(root: Ticket())
            let browser = try fixture.connectBrowser()
            #expect(try browser.press("Save") == #"[1,2,"A value is required."]"#)
            try browser.type("\"Opera\"", into: "Title")
            try browser.type("\"9\"", into: "Seats")
            #expect(try browser.press("Save") == #"[4,2,"9 is not between 1 and 8."]"#)
            try browser.type("\"2\"", into: "Seats")
            try browser.press("Save")
            #expect(browser.replica.outline.contains("“Saved: 2 × Opera”"))
            #expect(throws: RenderedViewError.self) { try Ticket().render(.init()).button("Save").press() }
            #expect(try Ticket().render(.init(title: "Opera")).button("Save").press() == .save)
        }

        @Test("Guides · each code block of the live pages guide is in Guide.swift") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceWeb/MillraceWeb.docc/LivePagesGuide.md")
            #expect(guide.blocks.count == 15)
            #expect(
                try guide.strays(
                    in: "Tests/HummingbirdTests/Guide/Guide.swift", "Tests/HummingbirdTests/Guide/Ticket.swift") == [])
        }
    }
#endif
