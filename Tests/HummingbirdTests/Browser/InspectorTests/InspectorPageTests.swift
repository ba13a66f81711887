#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceInspector
    import MillraceJournal
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @MainActor @Suite(.serialized) struct InspectorPageTests {
            /// Opens the link in a browser of its own, because cookies of other ports would be shared.
            private func open(_ link: String, _ body: (Tab) async throws -> Void) async throws {
                let browser = try await Browser.open()
                let tab = try await browser.tab()
                try await tab.open(link)
                try await tab.untilLive()
                try await body(tab)
                try await browser.close()
            }

            @Test("Inspector · the link lets one browser in, and is used up") func link() async throws {
                try await InspectorFixture.run { fixture, link in
                    fixture.shop()
                    try await open(link) { tab in
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Timeline'")
                        #expect(try await tab.run("return location.hash") == "")
                        try await tab.reload()
                        try await tab.untilLive()
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Timeline'")
                    }
                    try await open(link) { tab in
                        try await tab.until(
                            "document.querySelector('p[role=status]')?.textContent.startsWith('This link was used')")
                        #expect(try await tab.run("return document.querySelector('.i-turns')") == nil)
                    }
                }
            }

            @Test("Inspector · from the timeline, by the keyboard, to a value, and from its last change to the cause")
            func why() async throws {
                try await InspectorFixture.run { fixture, link in
                    fixture.shop()
                    try await open(link) { tab in
                        try await tab.until("document.querySelectorAll('.i-turns tbody tr').length >= 6")
                        // From the last message up to the one that pays.
                        for _ in 0..<3 { try await tab.press("k") }
                        try await tab.until("document.querySelector('.i-selected')?.textContent.includes('Till.pay')")
                        try await tab.press(Key.enter)
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Till.pay'")
                        #expect(try await tab.run("return location.pathname") == "/turn/4")
                        try await tab.click("[aria-label='Why total?']")
                        try await tab.until("document.querySelector('.i-why li')?.textContent.includes('2 Till.add')")
                        #expect(try await tab.run("return location.search") == "?store=1&path=total")
                        // The turn that removed the item changed no total: this is the fault.
                        try await tab.press("k")
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Till.remove'")
                        let changes = try await tab.texts(".i-changes tbody th")
                        #expect(changes == ["items"])
                    }
                }
            }

            @Test("Inspector · an expected value is marked at its turn, and becomes a test that checks only this value")
            func expected() async throws {
                try await InspectorFixture.run { fixture, link in
                    fixture.shop()
                    try await open(link) { tab in
                        try await tab.until("document.querySelectorAll('.i-turns tbody tr').length >= 6")
                        let origin = try await tab.run("return location.origin").text ?? ""
                        try await tab.open(origin + "/turn/4?path=total")
                        try await tab.untilLive()
                        // The removal changed no total: it is the first suspect.
                        try await tab.until(
                            "document.querySelector('.i-unchanged')?.textContent.includes('3 Till.remove')")
                        try await tab.click(".i-unchanged a[href='/turn/3']")
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Till.remove'")
                        try await tab.type("total", into: "[aria-label='Part of the state']")
                        try await tab.press(Key.enter)
                        let value = ".m-page:not([data-covered]) [aria-label=Value]"
                        try await tab.until("document.querySelector(arguments[0]) !== null", .string(value))
                        try await tab.type("30", into: value)
                        try await tab.clickLabel("It should be this: export a test")
                        try await tab.until("document.querySelector('#source')?.textContent.includes('mayDiffer')")
                        let source =
                            try await tab.run("return document.querySelector('#source').textContent").text ?? ""
                        #expect(source.contains(##"#expect(recorded(store, at: ["total"]) == #"30"#)"##))
                        #expect(source.components(separatedBy: "#expect").count == 2)
                        let place = try await tab.run("return location.pathname + location.search").text
                        #expect(place == "/turn/3/export/3/3?store=1&path=total&of=1&at=total&expected=30")
                        try await tab.reload()
                        try await tab.until("document.querySelector('#source')?.textContent.includes('mayDiffer')")
                    }
                }
            }

            @Test("Inspector · a link names a turn and a part of the state") func deepLink() async throws {
                try await InspectorFixture.run { fixture, link in
                    fixture.shop()
                    try await open(link) { tab in
                        try await tab.until(
                            "document.querySelector('.m-page:not([data-covered]) h1')?.textContent === 'Timeline'")
                        let origin = try await tab.run("return location.origin").text ?? ""
                        try await tab.open(origin + "/turn/4?path=total")
                        try await tab.untilLive()
                        try await tab.until("document.querySelector('.i-why li')?.textContent.includes('2 Till.add')")
                        try await tab.open(origin + "/turn/4711")
                        try await tab.until(
                            "document.querySelector('p[role=status]')?.textContent.includes('no such turn')")
                    }
                }
            }

            @Test("Inspector · of 1,000 messages, 200 rows are in the page, and a text finds the right one")
            func longList()
                async throws
            {
                try await InspectorFixture.run { fixture, link in
                    for number in 1...1_000 {
                        fixture.store.send(.add(.init(id: number, name: "item-\(number)", price: 1)))
                    }
                    try await open(link) { tab in
                        try await tab.until("document.querySelectorAll('.i-turns tbody tr').length === 200")
                        try await tab.clickLabel("Earlier")
                        try await tab.until(
                            "document.querySelector('.i-bar [role=status]').textContent === '701–900 of 1000'")
                        #expect(
                            try await tab.run("return document.querySelectorAll('.i-turns tbody tr').length") == 200)
                        try await tab.press("/")
                        try await tab.press("item-777")
                        try await tab.until("document.querySelectorAll('.i-turns tbody tr').length === 1")
                        #expect(try await tab.texts(".i-turns tbody td:first-child") == ["777"])
                    }
                }
            }

            @Test("Inspector · a failed command is a bar with its error, and a range becomes the source of a test")
            func commands()
                async throws
            {
                try await InspectorFixture.run { fixture, link in
                    fixture.shop()
                    for await problem in fixture.store.values(of: \.problem) where problem != nil { break }
                    try await open(link) { tab in
                        try await tab.until("document.querySelectorAll('.i-turns tbody tr').length >= 6")
                        try await tab.clickLabel("Commands")
                        try await tab.until("document.querySelector('.i-bars li')?.textContent.includes('limit')")
                        let origin = try await tab.run("return location.origin").text ?? ""
                        try await tab.open(origin + "/turn/1/export/1/6")
                        try await tab.until(
                            "document.querySelector('#source')?.textContent.includes('with: .fail(')")
                        let source =
                            try await tab.run("return document.querySelector('#source').textContent").text ?? ""
                        #expect(source.contains(#"store.send(try recorded(Till.Action.self"#))
                    }
                }
            }

            @Test("Inspector · the commands that a storage has given up are shown, and its state") func storage()
                async throws
            {
                var recording = SnapshotRecording("jobs.sqlite", started: 100)
                let store = recording.add(store: "jobs", .object([.init(name: "done", value: .number("7"))]))
                recording.add(
                    "command", "charge", store: store, at: 110, .string("order"), attempts: 3,
                    end: ("deadLetter", "The process ended too often."))
                recording.add("command", "mail", store: store, at: 120)
                recording.add("replacement", "main after turn 9", at: 200, end: ("done", nil))
                let server = InspectorServer(try await Inspector(recording))
                let running = Task { try await server.run() }
                try await open(try await server.link) { tab in
                    try await tab.until("document.querySelectorAll('.i-turns tbody tr').length === 3")
                    try await tab.clickLabel("Commands")
                    let page = "document.querySelector('.m-page:not([data-covered])')?.innerText"
                    try await tab.until("\(page)?.includes('Dead letters')")
                    let text = try await tab.run("return \(page)").text ?? ""
                    #expect(text.contains("given up, 3 attempts: The process ended too often."))
                    #expect(text.contains("running for 80.0 s"))
                    let origin = try await tab.run("return location.origin").text ?? ""
                    try await tab.open(origin + "/turn/3")
                    try await tab.until("\(page)?.includes('done')")
                }
                await server.shutDown()
                try await running.value
            }
        }
    }
#endif
