#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// What a person has entered never lands in another record. In each test, all places have a field.
        ///
        /// - A file is no draft: the field is empty once the file was announced.
        /// - `dialog` and `details` have no value. See ``FieldValueTests``.
        @MainActor @Suite("Pages in a browser · a field's identity") struct FieldIdentityTests {
            typealias Place = FieldSheet.Place

            /// Enters a value at each place while the server restarts, and runs the test on the new server.
            private func restart(
                from old: FieldSheet, to new: FieldSheet, entering values: [Place: String] = FieldSheet.entered,
                _ body: (LivePageFixture, Tab) async throws -> Void
            ) async throws {
                let first = try await LivePageFixture(root: old)
                let tab = try await first.openTab()
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                for (place, value) in values { try await tab.enter(value, into: place) }
                let second = try await LivePageFixture(root: new, port: port)
                try await tab.untilLive()
                try await tab.untilAnswered()
                try await body(second, tab)
                #expect(try await tab.run("return failures") == [])
                await first.end()
                await second.end()
            }

            @Test("Pages in a browser · after a restart that shows another record, each text stays with its own record")
            func otherRecord() async throws {
                try await restart(from: .showing(1, isKeyed: true), to: .showing(0, isKeyed: true)) { fixture, tab in
                    #expect(try fixture.sheet.log == [])
                    for place in Place.allCases {
                        #expect(try await tab.shown(place) == FieldSheet.first[place], "\(place)")
                    }
                    let notices = try await tab.notices
                    #expect(notices.count == Place.allCases.count)
                    #expect(notices.contains("Not saved: second SECRET") && notices.contains("Not saved: ☑"))
                    try await tab.run("document.querySelector('#other').click()")
                    try await tab.untilAnswered()
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[1] == FieldSheet.entered)
                    #expect(try fixture.sheet.values[0] == FieldSheet.first)
                    #expect(try await tab.notices == [])
                    #expect(try await tab.run("return sessionStorage.length") == 0)
                }
            }

            @Test(
                "Pages in a browser · after a restart that shows the same record, each text is sent",
                arguments: [true, false])
            func sameRecord(isKeyed: Bool) async throws {
                let sheet = FieldSheet.showing(1, isKeyed: isKeyed)
                try await restart(from: sheet, to: sheet) { fixture, tab in
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[1] == FieldSheet.entered)
                    #expect(try await tab.notices == [])
                }
            }

            @Test(
                "Pages in a browser · a field with a key merges with a record that was changed, one without shows a message",
                arguments: [true, false])
            func changedRecord(isKeyed: Bool) async throws {
                var new = FieldSheet.showing(1, isKeyed: isKeyed)
                new.initial.values[1][.line] = "the second"
                let text = isKeyed ? "the second SECRET" : "the second"
                try await restart(
                    from: .showing(1, isKeyed: isKeyed), to: new, entering: [.line: "second SECRET"]
                ) { fixture, tab in
                    let line = try fixture.sheet.values[1][.line]
                    #expect(line == text)
                    #expect(try await tab.shown(.line) == text)
                    #expect(try await tab.notices == (isKeyed ? [] : ["Not saved: second SECRET"]))
                }
            }

            // A toggle and a checkbox show the same value in both records, so their drafts are taken.
            @Test("Pages in a browser · without keys, a message has the text, and its button inserts it")
            func insertion()
                async throws
            {
                let entered = FieldSheet.entered.filter { Place.distinct.contains($0.key) }
                try await restart(
                    from: .showing(1, isKeyed: false), to: .showing(0, isKeyed: false), entering: entered
                ) { fixture, tab in
                    #expect(try fixture.sheet.log == [])
                    #expect(try await tab.notices.count == Place.distinct.count)
                    try await tab.clickNotices("Insert")
                    try await tab.untilAnswered()
                    let state = try fixture.sheet
                    #expect(Place.distinct.allSatisfy { state.values[0][$0] == FieldSheet.entered[$0] })
                    #expect(try await tab.notices == [])
                    #expect(try fixture.sheet.values[1] == FieldSheet.second)
                }
            }

            @Test("Pages in a browser · a discarded text does not return") func discarded() async throws {
                try await restart(
                    from: .showing(1, isKeyed: true), to: .showing(0, isKeyed: true), entering: [.line: "second SECRET"]
                ) { fixture, tab in
                    try await tab.clickNotices("Discard")
                    #expect(try await tab.run("return sessionStorage.length") == 0)
                    try await tab.click("#other")
                    try await tab.until("document.querySelector('[aria-label=line]').value === 'second'")
                    #expect(try await tab.notices == [])
                    #expect(try fixture.sheet.log == [])
                }
            }

            @Test(
                "Pages in a browser · a reconnection to another record keeps each text with its record",
                arguments: [true, false])
            func reconnection(isKeyed: Bool) async throws {
                try await LivePageFixture.run(FieldSheet.showing(1, isKeyed: isKeyed)) { fixture in
                    let tab = try await fixture.openTab()
                    let places = isKeyed ? Place.allCases : Place.distinct
                    try await tab.preventConnection()
                    fixture.disconnectAll()
                    try await tab.until("'offline' in document.documentElement.dataset")
                    for place in places { try await tab.enter(FieldSheet.entered[place]!, into: place) }
                    try fixture.store(of: FieldSheet.self).send(.show(0))
                    try await tab.connect()
                    #expect(try fixture.sheet.log == [])
                    #expect(try await tab.notices.count == places.count)
                    for place in places { #expect(try await tab.shown(place) == FieldSheet.first[place], "\(place)") }
                    guard isKeyed else { return }
                    try await tab.run("document.querySelector('#other').click()")
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[1] == FieldSheet.entered)
                }
            }

            @Test("Pages in a browser · Back to a document that shows another record keeps each text with its record")
            func back() async throws {
                let first = try await LivePageFixture(root: FieldSheet.showing(1, isKeyed: true))
                let tab = try await first.openTab()
                let port = first.port
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                for (place, value) in FieldSheet.entered { try await tab.enter(value, into: place) }
                try await tab.open("about:blank")
                let second = try await LivePageFixture(root: FieldSheet.showing(0, isKeyed: true), port: port)
                try await tab.back()
                try await tab.untilLive()
                try await tab.untilAnswered()
                #expect(try second.sheet.log == [])
                for place in Place.allCases {
                    #expect(try await tab.shown(place) == FieldSheet.first[place], "\(place)")
                }
                #expect(try await tab.notices.count == Place.allCases.count)
                try await tab.run("document.querySelector('#other').click()")
                try await tab.untilAnswered()
                #expect(try second.sheet.values[1] == FieldSheet.entered)
                #expect(try second.sheet.values[0] == FieldSheet.first)
                await first.end()
                await second.end()
            }

            @Test(
                "Pages in a browser · a composition survives a restart, and its text goes to its own record",
                arguments: [0, 1])
            func composition(record: Int) async throws {
                let first = try await LivePageFixture(root: FieldSheet.showing(1, isKeyed: true))
                let tab = try await first.openTab()
                let port = first.port
                try await tab.run(
                    """
                    const [field, parse] = [document.querySelector("[aria-label=line]"), JSON.parse];
                    field.focus();
                    field.setSelectionRange(6, 6);
                    JSON.parse = (text) => {
                        const frame = parse(text);
                        window.hasFullPage ||= frame?.full;
                        return frame;
                    };
                    """)
                try await tab.compose("に")
                await first.stop()
                try await tab.until("'offline' in document.documentElement.dataset")
                let second = try await LivePageFixture(root: FieldSheet.showing(record, isKeyed: true), port: port)
                try await tab.until("window.hasFullPage")
                try await tab.compose("にほ")
                #expect(try await tab.shown(.line) == "secondにほ")
                try await tab.runDevToolsCommand("Input.insertText", ["text": "日本"])
                try await tab.untilLive()
                try await tab.untilAnswered()
                if record == 1 {
                    try await tab.untilAnswered()
                    #expect(try second.sheet.values[1][.line] == "second日本")
                } else {
                    #expect(try second.sheet.log == [])
                    #expect(try await tab.notices == ["Not saved: second日本"])
                }
                await first.end()
                await second.end()
            }
        }
    }

    extension Tab {
        /// Shows a text that an input method composes in the focused field.
        fileprivate func compose(_ text: String) async throws {
            let end = JSON.number(Double(text.utf16.count))
            try await runDevToolsCommand(
                "Input.imeSetComposition", ["text": .string(text), "selectionStart": end, "selectionEnd": end])
        }
    }
#endif
