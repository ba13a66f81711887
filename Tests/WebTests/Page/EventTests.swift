import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// Events of elements, as a hostile browser may send them.
@MainActor @Suite struct EventTests {
    private func makeFixture() -> PageFixture {
        PageFixture(
            root: TestModule { state in
                HTML {
                    div { "canvas" }
                        .onPointer(.down) { .text("\($0.x),\($0.y)") }
                        .onDrag { .text("\($0.phase) \($0.start.x) \($0.position.y)") }
                        .onKey("s", [.control], send: .to(1))
                    textField("Name", value: state.text, send: TestModule.Action.text)
                        .onSubmit(send: .to(state.number + 1))
                    button("Go", send: .to(5)).onFocus(send: .text("focus")).disabled(state.number == 9)
                }
            })
    }

    @Test("Pages · an event sends its action, with its coordinates") func events() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let store = try fixture.store(of: TestModule.self)
        #expect(try browser.report("pointerdown", "[12.5,-3]", of: "canvas") == "[1,0]")
        #expect(store.text == "12.5,-3.0")
        #expect(try browser.report("drag", "[1,2,3,4,5]", of: "canvas") == "[2,0]")
        #expect(store.text == "moved 2.0 5.0")
        #expect(try browser.report("key:Control+s", of: "canvas") == "[3,0]")
        #expect(store.number == 1)
        #expect(try browser.report("typed:Enter", of: "Name") == "[4,0]")
        #expect(store.number == 2)
        #expect(try browser.report("focus", of: "Go") == "[5,0]")
        #expect(try browser.press("Go") == "[6,0]")
        #expect(store.number == 5)
        try browser.check()
    }

    @Test(
        "Pages · a hostile event is rejected",
        arguments: [
            ("pointerdown", "[1]"), ("pointerdown", "[1,2,3]"), ("pointerdown", "[]"), ("pointerdown", "\"1,2\""),
            ("pointerdown", "{}"), ("pointerdown", "true"), ("pointerdown", "null"), ("pointerdown", "[1e300,0]"),
            ("drag", "[3,0,0,0,0]"), ("drag", "[0.5,0,0,0,0]"), ("drag", "[-1,0,0,0,0]"), ("drag", "[1e30,0,0,0,0]"),
            ("key:Control+s", "[1,2]"), ("key:Control+s", "\"x\""),
        ])
    func hostileValues(event: String, value: String) throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        #expect(try browser.report(event, value, of: "canvas").hasPrefix("[1,2,"))
        #expect(try fixture.store(of: TestModule.self).text == "")
        #expect(try fixture.store(of: TestModule.self).number == 0)
    }

    @Test("Pages · an event that the view does not listen to is unavailable") func unknownEvents() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        for event in ["pointerup", "key:s", "", "constructor", "typed:Enter"] {
            #expect(try browser.report(event, "[1,2]", of: "canvas").hasSuffix(",3]"))
        }
        // The element without a value of its own cannot be pressed.
        let canvas = try browser.reference(of: "canvas")
        browser.send(canvas)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last?.contains(",2,") == true)
        // An event does not change the value of the field that reports it.
        #expect(try browser.report("typed:Enter", "\"x\"", of: "Name").contains(",2,"))
        #expect(try fixture.store(of: TestModule.self).text == "")
    }

    @Test("Pages · too many numbers and too deep values are a malformed message") func largeValues() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let canvas = try browser.reference(of: "canvas")
        let many = "[" + Array(repeating: "1", count: 1_001).joined(separator: ",") + "]"
        for value in [many, "[[1,2]]", "[1,\"a\"]", "{\"a\":[1]}"] {
            #expect(browser.send(canvas, value, event: "pointerdown") != nil)
        }
    }

    @Test("Pages · a disabled element receives no events") func disabled() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let go = try browser.reference(of: "Go")
        try fixture.store(of: TestModule.self).send(.to(9))
        try browser.receiveFrames()
        #expect(!browser.replica.outline.contains("focus"))
        browser.send(go, event: "focus")
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[1,3]")
    }

    @Test("Pages · an element keeps its reference while its events are the same, also in skipped rows") func rows()
        throws
    {
        let fixture = PageFixture(
            root: TestModule { state in
                each(equatable: (0..<4).map { Row(id: $0, isOn: $0 == state.number) }, id: \.id) { row in
                    div { "row \(row.id) \(row.isOn)" }.onPointer(.click) { _ in .to(row.id) }
                }
            })
        let browser = try fixture.connectBrowser()
        let (one, two) = (try browser.reference(of: "row 1 false"), try browser.reference(of: "row 2 false"))
        #expect(try browser.report("click", "[0,0]", of: "row 2 false") == "[1,0]")
        try browser.check()
        #expect(try browser.reference(of: "row 1 false") == one)
        #expect(try browser.reference(of: "row 2 true") == two)
        #expect(try browser.report("click", "[0,0]", of: "row 1 false") == "[2,0]")
        #expect(try fixture.store(of: TestModule.self).number == 1)
    }

    private struct Row: Equatable {
        let id: Int
        let isOn: Bool
    }
}
