#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// The page and the state agree about the value of each field.
        @MainActor @Suite("Pages in a browser · a field's value") struct FieldValueTests {
            typealias Place = FieldSheet.Place

            /// Values that a browser does not show as they are.
            private static let unusual: [Place: String] = [
                .line: "one\ntwo", .email: " a@b.c\n", .area: "\none\r\ntwo\r", .number: "1000", .slider: "3.3",
                .fine: "0.30000000000000004", .date: "2099-01-01", .time: "25:00", .picker: "z", .radios: "z",
                .boxes: "z",
            ]

            /// What a browser makes of them.
            private static let shown: [Place: String] = [
                .line: "onetwo", .email: "a@b.c", .area: "\none\ntwo\n", .number: "1000", .slider: "3", .fine: "0.3",
                .date: "2099-01-01", .time: "", .color: "#000000", .toggle: "off", .picker: "", .radios: "",
                .boxes: "",
            ]

            private func sentCount(_ tab: Tab) async throws -> JSON {
                try await tab.run("return recorded.filter((each) => JSON.parse(each[1]).r).length")
            }

            @Test("Pages in a browser · opening a page sends nothing, whatever its fields contain") func opening()
                async throws
            {
                try await LivePageFixture.run(FieldSheet(initial: .init(Self.unusual))) { fixture in
                    let tab = try await fixture.openTab(recording: true)
                    for place in Place.allCases { #expect(try await tab.shown(place) == Self.shown[place], "\(place)") }
                    try await tab.clickLabel("Press")
                    #expect(try fixture.sheet.log == ["pressed"])
                    #expect(try await sentCount(tab) == 1)
                    #expect(try await tab.run("return document.querySelectorAll('[data-pending]').length") == 0)
                    for place in Place.allCases { try await tab.enter(FieldSheet.entered[place]!, into: place) }
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[0] == FieldSheet.entered)
                }
            }

            @Test(
                "Pages in a browser · a value that the state changes to is shown as the browser shows it, and sends nothing"
            )
            func changing() async throws {
                try await LivePageFixture.run(FieldSheet(initial: .init(FieldSheet.first))) { fixture in
                    let tab = try await fixture.openTab(recording: true)
                    try fixture.store(of: FieldSheet.self).send(.limit(100, Self.unusual))
                    try await fixture.waitUntilCurrent(tab)
                    for (place, value) in Self.unusual where value != "z" {
                        #expect(try await tab.shown(place) == Self.shown[place], "\(place)")
                    }
                    try await tab.clickLabel("Press")
                    #expect(try await sentCount(tab) == 1)
                }
            }

            @Test("Pages in a browser · without the script, only what a person has changed is sent") func noScript()
                async throws
            {
                try await LivePageFixture.run(FieldSheet(initial: .init(Self.unusual))) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": true])
                    try await tab.open(fixture.site + "/")
                    try await tab.click("#press")
                    try await tab.untilFound("//p[text() = '1']")
                    #expect(try fixture.sheet.log == ["pressed"])
                    #expect(try await tab.shown(.picker) == "")
                    try await tab.enter("a", into: .picker)
                    try await tab.enter("4", into: .slider)
                    try await tab.click("#press")
                    try await tab.untilFound("//p[text() = '4']")
                    #expect(try fixture.sheet.log.sorted() == ["picker 0", "pressed", "pressed", "slider 0"])
                    #expect(try fixture.sheet.values[0][.picker] == "a" && fixture.sheet.values[0][.slider] == "4")
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": false])
                }
            }

            /// The places with limits or options, and values that only the larger limits permit.
            private static let large: [Place: String] = [
                .number: "180", .slider: "180", .date: "2019-09-09", .picker: "e", .radios: "e", .boxes: "e",
            ]

            @Test("Pages in a browser · a value is applied after the limits and options that permit it") func limits()
                async throws
            {
                var state = FieldSheet.State(FieldSheet.first)
                state.limit = 40
                try await LivePageFixture.run(FieldSheet(initial: state)) { fixture in
                    let tab = try await fixture.openTab(recording: true)
                    let store = try fixture.store(of: FieldSheet.self)
                    for (limit, values) in [(200, Self.large), (40, FieldSheet.first), (40, Self.large)] {
                        store.send(.limit(limit, values))
                        try await fixture.waitUntilCurrent(tab)
                        for place in Self.large.keys where limit == 200 || values[place] == FieldSheet.first[place] {
                            #expect(try await tab.shown(place) == values[place], "\(place)")
                        }
                    }
                    for (place, value) in [(Place.picker, ""), (.radios, ""), (.slider, "40")] {
                        #expect(try await tab.shown(place) == value, "\(place)")
                    }
                    // The values stay the same, and the limits permit them now.
                    store.send(.limit(200, [:]))
                    try await fixture.waitUntilCurrent(tab)
                    for (place, value) in Self.large { #expect(try await tab.shown(place) == value, "\(place)") }
                    try await tab.clickLabel("Press")
                    #expect(try await sentCount(tab) == 1)
                }
            }

            @Test("Pages in a browser · limits that no longer permit what was entered keep it in a message")
            func forbidden()
                async throws
            {
                var state = FieldSheet.State(FieldSheet.first)
                state.limit = 200
                try await LivePageFixture.run(FieldSheet(initial: state)) { fixture in
                    let tab = try await fixture.openTab()
                    let places: [Place] = [.slider, .picker, .radios]
                    try await tab.preventConnection()
                    fixture.disconnectAll()
                    try await tab.until("'offline' in document.documentElement.dataset")
                    for place in places { try await tab.enter(Self.large[place]!, into: place) }
                    try fixture.store(of: FieldSheet.self).send(.limit(40, [:]))
                    try await tab.connect()
                    for place in places { #expect(try await tab.shown(place) == FieldSheet.first[place], "\(place)") }
                    #expect(try fixture.sheet.log == [])
                    #expect(try await tab.notices.sorted() == ["Not saved: 180", "Not saved: e", "Not saved: e"])
                    #expect(try await tab.texts(".m-draft button") == ["Discard", "Discard", "Discard"])
                }
            }

            @Test("Pages in a browser · a choice of options that have changed selects the same name, or is rejected")
            func options()
                throws
            {
                let fixture = PageFixture(root: FieldSheet(initial: .init(FieldSheet.first)))
                let browser = try fixture.connectBrowser()
                let picker = try browser.reference(of: "picker")
                let store = try fixture.store(of: FieldSheet.self)
                store.send(.limit(40, [:]))
                browser.send(picker, "\"e#0\"")
                try browser.receiveFrames()
                #expect(browser.replica.acknowledgements.last?.hasPrefix("[1,2,") == true)
                browser.send(picker, "\"b#0\"")
                #expect(store.state.values[0][.picker] == "b")
            }

            @Test("Pages in a browser · nothing is selected without the option, and each option can be chosen")
            func unselected()
                async throws
            {
                var state = FieldSheet.State([:])
                state.places = [.picker, .radios]
                try await LivePageFixture.run(FieldSheet(initial: state)) { fixture in
                    let tab = try await fixture.openTab()
                    for value in ["a", "e"] {
                        #expect(try await tab.shown(.picker) == "")
                        try await tab.click("[aria-label=picker]")
                        // The arrow keys go through the options that can be chosen.
                        try await tab.press(value == "a" ? Key.down + Key.enter : "e" + Key.enter)
                        try await tab.untilAnswered()
                        #expect(try fixture.sheet.values[0][.picker] == value)
                        #expect(try await tab.shown(.picker) == value)
                        try fixture.store(of: FieldSheet.self).send(.limit(100, [.picker: ""]))
                        try await fixture.waitUntilCurrent(tab)
                    }
                    try await tab.enter("a", into: .radios)
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[0][.radios] == "a")
                }
            }

            @Test(
                "Pages in a browser · a half-typed date or number is not sent, survives a restart, and can be completed"
            )
            func incomplete() async throws {
                var state = FieldSheet.State(FieldSheet.first)
                (state.places, state.isKeyed) = ([.date, .number], true)
                try await LivePageFixture.run(FieldSheet(initial: state)) { fixture in
                    let tab = try await fixture.openTab(recording: true)
                    let isBad = "return document.querySelector(`[aria-label=${arguments[0]}]`).validity.badInput"
                    try await tab.run("document.querySelector('[aria-label=number]').focus()")
                    try await tab.press(Key.end + "e")
                    #expect(try await tab.run(isBad, "number") == true)
                    try await tab.run("document.querySelector('[aria-label=date]').focus()")
                    #expect(
                        try await tab.run("return document.querySelector('[aria-label=number]').ariaInvalid") == "true")
                    try await tab.press(Key.backspace)
                    #expect(try await tab.run(isBad, "date") == true)
                    fixture.endSession(0)
                    try await tab.until(
                        "document.documentElement.dataset.live && recorded.some((each) => each[0] !== recorded[0][0])")
                    try await tab.untilAnswered()
                    #expect(try await tab.run(isBad, "date") == true)
                    #expect(try await sentCount(tab) == 0)
                    try await tab.press("03032003")
                    #expect(try await sentCount(tab) == 0, "The year 2 is no complete year.")
                    try await tab.press(Key.enter)
                    try await tab.untilAnswered()
                    #expect(try fixture.sheet.values[0][.date] == "2003-03-03")
                    #expect(try await sentCount(tab) == 1)
                }
            }
        }
    }
#endif
