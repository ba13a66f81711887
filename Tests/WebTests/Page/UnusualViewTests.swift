import MillraceModules
import TestSupport
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// A module with a view that the test provides.
struct TestModule: Module {
    struct State { var number = 0, text = "" }
    enum Action: Equatable { case to(Int), text(String), embed }
    enum Transition { case panel }

    var url: (State) -> String? = { _ in nil }
    let html: (State) -> HTML<Action>

    func state(for _: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .to(let number): state.number = number
        case .text(let text): state.text = text
        case .embed: return .transition(.panel)
        }
        return .none
    }

    func route(_ transition: Transition) -> Route<Self> {
        .embed(Panel(), at: "one", with: ()).and(.embed(Viewless(), at: "two", with: ()))
    }
}

extension TestModule: WebModule {
    func view(_ state: State) -> HTML<Action> { html(state) }
    func path(_ state: State) -> String? { url(state) }
}

/// A module without a view.
struct Viewless: Module {
    struct State {}
    enum Action {}
    func state(for _: Void) -> State { State() }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
}

/// M15: the page shows any view correctly, and its controls work.
@MainActor @Suite struct UnusualViewTests {
    private func makeFixture(_ html: @escaping (TestModule.State) -> HTML<TestModule.Action>) -> PageFixture {
        PageFixture(root: TestModule(html: html))
    }

    @Test("M15 · rows with the same key are drawn correctly", arguments: 0..<20) func duplicateKeys(seed: Int) throws {
        let fixture = makeFixture { state in
            var random = SeededGenerator(seed: UInt64(seed * 1_000 + state.number))
            let keys = (0..<12).map { _ in Int.random(in: 0..<4, using: &random) }
            return HTML {
                ul {
                    each(keys.indices, id: { keys[$0] }) { index in
                        if random.chance(oneIn: 2) { li { "\(index)" } } else { p { button("x", send: .to(index)) } }
                    }
                }
            }
        }
        let browser = try fixture.connectBrowser()
        for number in 1...20 {
            try fixture.store(of: TestModule.self).send(.to(number))
            try browser.check()
        }
    }

    @Test("M15 · an empty text creates no node, in the document and in the page") func emptyTexts() throws {
        let fixture = makeFixture { state in
            HTML {
                picker("Choice", selection: 0, options: [("", 0), (state.text, 1)]) { .to($0) }
                form(decode: [String: String].self, send: { .text("\($0)") }) { submitButton(state.text) }
            }
        }
        let browser = try fixture.connectBrowser()
        #expect(!browser.replica.outline.contains("“”"))
        // The nodes are the window, the section, its title with a text, the select with two options, the form and its button.
        #expect(fixture.page.content().nodeCount == 9)
        try fixture.store(of: TestModule.self).send(.text("text"))
        try browser.check()
        #expect(fixture.page.content().nodeCount == 11)
        try fixture.store(of: TestModule.self).send(.text(""))
        try browser.check()
    }

    @Test("M15 · a fragment that is used twice is drawn twice, and each copy can be removed alone") func twice() throws
    {
        let fixture = makeFixture { state in
            let piece = button("Piece", send: TestModule.Action.text("pressed"))
            return HTML {
                if state.number < 2 { div { piece } }
                p {
                    piece; "\(state.number)"
                }
            }
        }
        let browser = try fixture.connectBrowser()
        for number in 1...3 {
            try fixture.store(of: TestModule.self).send(.to(number))
            try browser.check()
            try fixture.store(of: TestModule.self).send(.text(""))
            #expect(try browser.press("Piece") == "[\(number),0]")
            #expect(try fixture.store(of: TestModule.self).text == "pressed")
        }
    }

    @Test("M15 · a stored fragment can be shown again, also at another position") func kept() throws {
        let piece = button("Piece", send: TestModule.Action.text("pressed"))
        let fixture = makeFixture { state in
            HTML {
                if state.number % 2 == 0 { piece } else { button("Other", send: .text("other")) }
                div { if state.number % 3 > 0 { button("Other", send: .text("other")) } else { piece } }
                piece
            }
        }
        let (one, other) = (try fixture.connectBrowser("a"), try fixture.connectBrowser("b"))
        for number in 1...12 {
            try fixture.store(of: TestModule.self).send(.to(number))
            try one.check()
            try other.check()
            #expect(try one.press("Piece").hasSuffix(",0]"))
        }
    }

    @Test("M15 · a region that is used twice shows its scene twice, and both copies work") func region() throws {
        let fixture = makeFixture { state in
            HTML {
                ul {
                    each([state.number, 7], id: { $0 }) { _ in
                        li { MillraceWeb.region("one") }
                    }
                }
                MillraceWeb.region("two")
            }
        }
        let browser = try fixture.connectBrowser()
        try fixture.store(of: TestModule.self).send(.embed)
        try browser.check()
        #expect(browser.replica.outline.contains("“Viewless”"))
        for number in 1...4 {
            #expect(try browser.press("Up \(number - 1)") == "[\(number),0]")
            try fixture.store(of: TestModule.self).send(.to(number))
            try browser.check()
        }
        #expect(browser.replica.outline.split(separator: "“Up 4”").count == 3)
    }

    @Test("M15 · a view can change into any other, even an empty one") func roots() throws {
        let fixture = makeFixture { state in
            switch state.number % 4 {
            case 0: return HTML { p { "text" } }
            case 1: return HTML { "text" }
            case 2: return HTML()
            default: return HTML { section { button("x", send: .to(0)) } }
            }
        }
        let browser = try fixture.connectBrowser()
        for number in [1, 2, 3, 0, 2, 0, 3, 2, 1, 0] {
            try fixture.store(of: TestModule.self).send(.to(number))
            try browser.check()
        }
    }

    @Test("M15 · a view that sends an action while it is evaluated is evaluated again") func sending() throws {
        final class Box { var store: Store<TestModule>? }
        let box = Box()
        let fixture = makeFixture { state in
            if state.number < 3 { box.store?.send(.to(state.number + 1)) }
            return HTML { p { state.number } }
        }
        let browser = try fixture.connectBrowser()
        box.store = try fixture.store(of: TestModule.self)
        box.store?.send(.text("begin"))
        for _ in 0..<5 { try browser.receiveFrames() }
        try browser.check()
        #expect(browser.replica.outline.contains("“3”"))
        #expect(fixture.faults.isEmpty)
    }

    @Test("M15 · a field keeps its reference when its row moves while the user types") func movingField() throws {
        let fixture = makeFixture { state in
            let rows = (0..<4).map { ($0 + state.number) % 4 }
            return HTML {
                ul {
                    each(rows, id: { $0 }) { row in li { textField("Field \(row)", value: state.text) { .text($0) } } }
                }
            }
        }
        let browser = try fixture.connectBrowser()
        let field = try browser.reference(of: "Field 2")
        for number in 1...4 {
            try fixture.store(of: TestModule.self).send(.to(number))
            browser.send(field, "\"text \(number)\"")
            try browser.receiveFrames()
            #expect(browser.replica.acknowledgements.last == "[\(number),0]")
            #expect(try browser.reference(of: "Field 2") == field)
        }
    }

    @Test(
        "M15 · any path leads to a page of this server",
        arguments: ["/evil//x/", "//evil", "evil/x", "a%3Fb%23c%25", "?x=a%26b"])
    func address(path: String) throws {
        let fixture = PageFixture(root: TestModule(url: { $0.number > 0 ? path : nil }) { _ in HTML { "text" } })
        let browser = try fixture.connectBrowser()
        try fixture.store(of: TestModule.self).send(.to(1))
        try browser.receiveFrames()
        #expect(fixture.page.url.hasPrefix("/") && !fixture.page.url.hasPrefix("//"))
        #expect(WebPath(fixture.page.url).description == path.split(separator: "/").joined(separator: "/"))
    }
}
