import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb

/// A module whose view is whatever a test says.
struct Odd: Module {
    struct State { var number = 0, text = "" }
    enum Action: Equatable { case to(Int), text(String), embed }
    enum Transition { case panel }

    var address: (State) -> String? = { _ in nil }
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
        .embed(Panel(), at: "one").and(.embed(Viewless(), at: "two"))
    }
}

extension Odd: WebModule {
    func view(_ state: State) -> HTML<Action> { html(state) }
    func path(_ state: State) -> String? { address(state) }
}

/// A module that has no view.
struct Viewless: Module {
    struct State {}
    enum Action {}
    func state(for _: Void) -> State { State() }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
}

/// M15: whatever a view is made of, the page shows it, and its controls do what they say.
@MainActor @Suite struct OddViewTests {
    private func bench(_ html: @escaping (Odd.State) -> HTML<Odd.Action>) -> Bench { Bench(root: Odd(html: html)) }

    @Test("M15 · rows with the same key are rows", arguments: 0..<20) func duplicateKeys(seed: Int) throws {
        let bench = bench { state in
            var random = Seeded(state: UInt64(seed * 1_000 + state.number))
            let keys = (0..<12).map { _ in Int.random(in: 0..<4, using: &random) }
            return HTML {
                ul {
                    each(keys.indices, id: { keys[$0] }) { index in
                        if random.one(in: 2) { li { "\(index)" } } else { p { button("x", send: .to(index)) } }
                    }
                }
            }
        }
        let browser = try bench.connectBrowser()
        for number in 1...20 {
            try bench.store(of: Odd.self).send(.to(number))
            try browser.check()
        }
    }

    @Test("M15 · an empty text is none, in the document as in the page") func emptyTexts() throws {
        let bench = bench { state in
            HTML {
                picker("Choice", selection: 0, options: [("", 0), (state.text, 1)]) { .to($0) }
                form(decode: [String: String].self, send: { .text("\($0)") }) { submitButton(state.text) }
            }
        }
        let browser = try bench.connectBrowser()
        #expect(!browser.replica.outline.contains("“”"))
        // section, bar-less: select, two options, form, button.
        #expect(bench.page.content().nodes == 7)
        try bench.store(of: Odd.self).send(.text("text"))
        try browser.check()
        #expect(bench.page.content().nodes == 9)
        try bench.store(of: Odd.self).send(.text(""))
        try browser.check()
    }

    @Test("M15 · one piece in two places is two: what goes with the one leaves the other") func twice() throws {
        let bench = bench { state in
            let piece = button("Piece", send: Odd.Action.text("pressed"))
            return HTML {
                if state.number < 2 { div { piece } }
                p {
                    piece; "\(state.number)"
                }
            }
        }
        let browser = try bench.connectBrowser()
        for number in 1...3 {
            try bench.store(of: Odd.self).send(.to(number))
            try browser.check()
            try bench.store(of: Odd.self).send(.text(""))
            #expect(try browser.press("Piece") == "[\(number),0]")
            #expect(try bench.store(of: Odd.self).text == "pressed")
        }
    }

    @Test("M15 · a piece that is kept and shown again, here or there, is what it was") func kept() throws {
        let piece = button("Piece", send: Odd.Action.text("pressed"))
        let bench = bench { state in
            HTML {
                if state.number % 2 == 0 { piece } else { button("Other", send: .text("other")) }
                div { if state.number % 3 > 0 { button("Other", send: .text("other")) } else { piece } }
                piece
            }
        }
        let (one, other) = (try bench.connectBrowser("a"), try bench.connectBrowser("b"))
        for number in 1...12 {
            try bench.store(of: Odd.self).send(.to(number))
            try one.check()
            try other.check()
            #expect(try one.press("Piece").hasSuffix(",0]"))
        }
    }

    @Test("M15 · a place that is there twice shows twice what is in it, and both can be pressed") func region() throws {
        let bench = bench { state in
            HTML {
                ul {
                    each([state.number, 7], id: { $0 }) { _ in
                        li { MillraceWeb.region("one") }
                    }
                }
                MillraceWeb.region("two")
            }
        }
        let browser = try bench.connectBrowser()
        try bench.store(of: Odd.self).send(.embed)
        try browser.check()
        #expect(browser.replica.outline.contains("“Viewless”"))
        for number in 1...4 {
            #expect(try browser.press("Up \(number - 1)") == "[\(number),0]")
            try bench.store(of: Odd.self).send(.to(number))
            try browser.check()
        }
        #expect(browser.replica.outline.split(separator: "“Up 4”").count == 3)
    }

    @Test("M15 · a view may become anything else, also nothing") func roots() throws {
        let bench = bench { state in
            switch state.number % 4 {
            case 0: return HTML { p { "text" } }
            case 1: return HTML { "text" }
            case 2: return HTML()
            default: return HTML { section { button("x", send: .to(0)) } }
            }
        }
        let browser = try bench.connectBrowser()
        for number in [1, 2, 3, 0, 2, 0, 3, 2, 1, 0] {
            try bench.store(of: Odd.self).send(.to(number))
            try browser.check()
        }
    }

    @Test("M15 · a view that sends while it is made is asked again, and shows what comes of it") func sending() throws {
        final class Box { var store: Store<Odd>? }
        let box = Box()
        let bench = bench { state in
            if state.number < 3 { box.store?.send(.to(state.number + 1)) }
            return HTML { p { state.number } }
        }
        let browser = try bench.connectBrowser()
        box.store = try bench.store(of: Odd.self)
        box.store?.send(.text("begin"))
        for _ in 0..<5 { try browser.settle() }
        try browser.check()
        #expect(browser.replica.outline.contains("“3”"))
        #expect(bench.faults.isEmpty)
    }

    @Test("M15 · a field in a row that moves while one types is the same field") func movingField() throws {
        let bench = bench { state in
            let rows = (0..<4).map { ($0 + state.number) % 4 }
            return HTML {
                ul {
                    each(rows, id: { $0 }) { row in li { textField("Field \(row)", value: state.text) { .text($0) } } }
                }
            }
        }
        let browser = try bench.connectBrowser()
        let field = try browser.reference(of: "Field 2")
        for number in 1...4 {
            try bench.store(of: Odd.self).send(.to(number))
            browser.send(field, "\"text \(number)\"")
            try browser.settle()
            #expect(browser.replica.acknowledgements.last == "[\(number),0]")
            #expect(try browser.reference(of: "Field 2") == field)
        }
    }

    @Test(
        "M15 · an address of any form leads to a page of ours", arguments: ["/evil//x/", "//evil", "evil/x", "a?b#c%"])
    func address(path: String) throws {
        let bench = Bench(root: Odd(address: { $0.number > 0 ? path : nil }) { _ in HTML { "text" } })
        let browser = try bench.connectBrowser()
        try bench.store(of: Odd.self).send(.to(1))
        try browser.settle()
        #expect(bench.page.address.hasPrefix("/") && !bench.page.address.hasPrefix("//"))
        #expect(WebPath(bench.page.address).description == path.split(separator: "/").joined(separator: "/"))
    }
}
