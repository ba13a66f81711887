import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// Mistakes in views are faults. Their effect is left out, and the rest of the page is shown.
@MainActor @Suite struct ViewFaultTests {
    @Test("Pages · a name that is not permitted is a fault, and is left out") func names() {
        let page = TestModule { _ in
            HTML {
                element("script") { "alert(1)" }
                p { "a" }.attribute("onclick", "x").data("m-on", "1 click").aria("A", "x").onKey(
                    "two words", send: .to(1))
            }
        }.render(.init())
        #expect(page.html == "<p>a</p>")
        #expect(
            page.faults.map(\.problem) == [
                "A view has an element with the name “script”, which is not permitted.",
                "A view sets an attribute with the name “onclick”, which is not permitted.",
                "A view sets an attribute with the name “data-m-on”, which is not permitted.",
                "A view sets an attribute with the name “aria-A”, which is not permitted.",
                "A view listens to a key with the name “two words”, which does not exist.",
            ])
        #expect(page.faults.allSatisfy { !$0.cause.isEmpty && !$0.fix.isEmpty && $0.kind == .custom })
    }

    @Test("Pages · a style that is not permitted is a fault, and is left out") func styles() {
        let page = TestModule { _ in
            HTML {
                p { "a" }.style(
                    .property("color", "red;background:url(x)"), .property("Color", "red"), .variable("A", 1),
                    .width(.px(1)))
            }
        }.render(.init())
        #expect(page.html == #"<p data-m-style="width:1px">a</p>"#)
        #expect(
            page.faults.map(\.problem) == [
                "A view has a CSS declaration for “color” that is not permitted.",
                "A view has a CSS declaration for “Color” that is not permitted.",
                "A view has a CSS declaration for “--A” that is not permitted.",
            ])
    }

    @Test("Pages · a field name that the server would reject is a fault", arguments: [256, 257])
    func fieldNames(length: Int) {
        let name = String(repeating: "a", count: length)
        let faults = TestModule { _ in HTML { input(name) } }.render(.init()).faults.map(\.problem)
        let problem = "A view has a form field whose name has \(length) bytes: “\(name.prefix(32))…”."
        #expect(faults == (length > 256 ? [problem] : []))
    }

    @Test("Pages · a page reports each mistake once to the engine of its scene") func reported() throws {
        let fixture = PageFixture(
            root: TestModule { state in
                HTML {
                    p { state.text }.attribute("style", "x").attribute("style", "y")
                    button("Go", send: .to(1))
                }
            })
        let browser = try fixture.connectBrowser()
        try browser.press("Go")
        try browser.check()
        try fixture.store(of: TestModule.self).send(.text("b"))
        try browser.check()
        #expect(fixture.faults.count == 1)
        let late = PageFixture(root: TestModule { $0.number == 0 ? HTML { "" } : element("iframe") })
        let other = try late.connectBrowser()
        for number in 1...3 {
            try late.store(of: TestModule.self).send(.to(number))
            try other.check()
        }
        #expect(late.faults.map(\.problem) == ["A view has an element with the name “iframe”, which is not permitted."])
    }
}
