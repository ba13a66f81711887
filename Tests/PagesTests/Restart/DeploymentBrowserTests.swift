#if Hummingbird && SQLite || App
    import Foundation
    import Testing

    @testable import WebTestSupport

    extension RestartBrowserTests {
        /// A new build, and a browser with several tabs.
        @MainActor @Suite struct DeploymentBrowserTests {
            @Test(
                "Pages 3 · aspnetcore#62901 · after a kill, each of four tabs shows its own screen and text, and connects within 3 s"
            )
            func fourTabs() async throws {
                try await withFolder { folder in
                    var server = try await ServerProcess(folder)
                    let browser = try await Browser.open()
                    var tabs: [PageDriver] = []
                    for name in ["root", "entry", "sheet", "form"] {
                        tabs.append(
                            try await PageDriver.open(
                                browser, "http://localhost:\(server.port)/", named: name, events: name == "sheet"))
                    }
                    try await show(tabs)
                    let count = Int(try await tabs[3].tab.texts("#countdown")[0]) ?? 0
                    let (pictures, places) = (try await PageDriver.pictures(tabs), try await Self.places(tabs))
                    #expect(places == [[0, 0], [0, 0], [0, 300], [400, 0]])
                    await server.kill()
                    for tab in tabs { try await tab.untilOffline() }
                    try await tabs[0].tab.type(" and offline", into: "#text")
                    server = try await ServerProcess(folder, port: server.port)
                    for tab in tabs {
                        try await tab.tab.untilLive()
                        try await tab.tab.untilAnswered()
                        // A page connects again at once, or after one delay.
                        for delay in try await tab.tab.run("return retryDelays").elements ?? [] {
                            guard case .number(let time) = delay else { continue }
                            #expect(time < 3_000)
                        }
                    }
                    var restarted = try await PageDriver.pictures(tabs)
                    restarted[0].replace(" and offline", with: "")
                    #expect(restarted == pictures)
                    let newPlaces = try await Self.places(tabs)
                    #expect(newPlaces == places)
                    #expect(try await tabs[0].tab.value("#text") == "root text and offline")
                    #expect(try await tabs[3].tab.value("#draft-title") == "half a title")
                    // The countdown goes on.
                    try await tabs[3].tab.until(
                        "(({ textContent }) => textContent > 0 && textContent < arguments[0])(document.querySelector('#countdown'))",
                        .number(Double(count)))
                    // Back works.
                    for tab in tabs[1...2] {
                        try await tab.goBack()
                        #expect(try await tab.tab.texts("h1") == ["Notebook"])
                    }
                    #expect(server.complaints.isEmpty, "\(server.complaints)")
                    await server.kill()
                    try await browser.close()
                }
            }

            /// Opens another screen in each of four tabs, and types something there.
            private func show(_ drivers: [PageDriver]) async throws {
                let tabs = drivers.map(\.tab)
                try await tabs[0].type("root text", into: "#text")
                try await tabs[1].type("first", into: "#text")
                try await tabs[1].clickLabel("Add")
                try await tabs[1].until(
                    "[...document.querySelectorAll('button')].some((e) => e.textContent === 'Open first')")
                try await tabs[1].clickLabel("Open first")
                try await tabs[1].until("document.querySelector('#note')")
                try await tabs[1].type("a note", into: "#note")
                try await tabs[2].clickLabel("Options")
                try await tabs[2].until("document.querySelector('#name')")
                try await tabs[2].type("a name", into: "#name")
                try await tabs[3].clickLabel("Count")
                try await tabs[3].type("half a title", into: "#draft-title")
                for tab in tabs { try await tab.untilAnswered() }
                try await tabs[3].run("scrollTo(0, 400)")
                try await tabs[2].run("document.querySelector('.m-layer').scrollTop = 300")
            }

            /// The positions in the page and in the sheet.
            private static func places(_ drivers: [PageDriver]) async throws -> [JSON] {
                var places: [JSON] = []
                for driver in drivers {
                    places.append(
                        try await driver.tab.run("return [scrollY, document.querySelector('.m-layer')?.scrollTop ?? 0]")
                    )
                }
                return places
            }

            @Test(
                "Pages 4 · a new build with another reducer, a new field and a removed screen takes over 100 pages; only those on the removed screen start again"
            )
            func deployment() async throws {
                try await withFolder { folder in
                    let old = try await ServerProcess(folder, holdsAnswers: true)
                    let browser = try await Browser.open()
                    var drivers: [PageDriver] = []
                    for name in ["star", "gone", "attic", "note"] {
                        drivers.append(
                            try await PageDriver.open(
                                browser, "http://localhost:\(old.port)/", named: name, events: name == "note"))
                    }
                    try await prepare(drivers)
                    var pages: [(DeployedPage, SocketPage)] = []
                    for number in 0..<96 {
                        let (kind, page) = (DeployedPage(number), try await SocketPage(old.port))
                        try await kind.prepare(page)
                        pages.append((kind, page))
                    }
                    await old.shutDown()
                    for driver in drivers { try await driver.untilOffline() }
                    // The new build does not have this control.
                    try await drivers[1].pressWithoutServer("Attic")
                    let new = try await ServerProcess(folder, port: old.port, build: .b)
                    for (kind, page) in pages { try await kind.check(page) }
                    try await check(drivers)
                    #expect(old.complaints.isEmpty, "\(old.complaints)")
                    // The pages on the removed screen.
                    let lines = new.complaints.split(separator: "\n")
                    // The log has at most ten lines for one reason in a minute.
                    #expect((10...13).contains(lines.count), "\(new.complaints)")
                    #expect(lines.allSatisfy { $0.contains("cannot be read by this build") }, "\(new.complaints)")
                    await new.kill()
                    try await browser.close()
                }
            }

            private func prepare(_ drivers: [PageDriver]) async throws {
                let tabs = drivers.map(\.tab)
                for tab in tabs {
                    try await tab.type("first", into: "#text")
                    try await tab.clickLabel("Add")
                    try await tab.until(
                        "[...document.querySelectorAll('button')].some((e) => e.textContent === 'Star first')")
                }
                try await tabs[0].clickLabel("Star first")
                try await tabs[2].clickLabel("Attic")
                try await tabs[2].until("document.querySelector('#dust')")
                try await tabs[2].type("dust", into: "#dust")
                try await tabs[3].clickLabel("Open first")
                try await tabs[3].until("document.querySelector('#note')")
                try await tabs[3].type("a note", into: "#note")
                for tab in tabs { try await tab.untilAnswered() }
            }

            /// Checks the tabs with the new build.
            private func check(_ drivers: [PageDriver]) async throws {
                for driver in drivers { try await driver.tab.untilLive() }
                #expect(try await drivers[1].tab.texts("#m-status") == ["Not sent: Attic."])
                #expect(
                    try await drivers[2].tab.texts("#m-status") == [
                        "This page could not be continued after an update, so it starts again."
                    ])
                for driver in drivers { try await driver.settle() }
                let title = "Notebook with 1 entries"
                try await drivers[0].tab.clickLabel("Star first")
                try await drivers[0].tab.until("document.querySelector('#entries span').textContent === 'first 11'")
                #expect(try await drivers[0].tab.texts("#title") == [title])
                #expect(try await drivers[1].tab.texts("#entries span") == ["first 0"])
                #expect(try await drivers[2].tab.texts("#title") == ["No title"])
                #expect(try await drivers[3].tab.value("#note") == "a note")
                try await drivers[3].goBack()
                #expect(try await drivers[3].tab.texts("#title") == [title])
                #expect(try await drivers[3].state().entries.map(\.note) == ["a note"])
                for driver in drivers { #expect(try await driver.tab.run("return failures") == []) }
            }
        }
    }
#endif
