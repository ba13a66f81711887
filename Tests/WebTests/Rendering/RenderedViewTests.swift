import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// Views are tested without a browser.
@Suite struct RenderedViewTests {
    private enum Action: Equatable {
        case like(Int), name(String), size(String), gift(Bool), order(Order), point(PagePoint), save, shown
    }

    private struct Order: Decodable, Equatable { var title: String; var count: Int; var isGift: Bool }

    private let page = HTML<Action> {
        h1 { "Tea & <more>" }
        label {
            "Name "
            textField("Your name", value: "Ann", send: Action.name).maxLength(5)
        }
        radioGroup("Size", selection: "S", options: [("Small", "S"), ("Large", "L")], send: Action.size)
        toggle("Gift", isOn: false, send: Action.gift)
        numberField("Count", value: 1, in: 1...9) { .like($0) }
        ul {
            each(equatable: [1, 2], id: \.self) { number in li { button("Like \(number)", send: Action.like(number)) } }
        }
        button("Off", send: Action.save).disabled()
        div { "canvas" }.id("canvas").onPointer(.down, send: Action.point).onKey("s", [.control], send: .save)
            .onVisible(send: .shown)
        form(decode: Order.self, send: Action.order) {
            input("title", value: "Tea").required()
            choice("count", options: [("One", "1"), ("Two", "2")])
            checkbox("isGift", isOn: true)
            submitButton("Order")
        }
    }.render()

    @Test("Rendering · controls return the actions of a user") func actions() throws {
        #expect(try page.button("Like 2").press() == .like(2))
        #expect(try page.field("Your name").type("Bob") == .name("Bob"))
        #expect(try page.field("Size").choose("Large") == .size("L"))
        #expect(try page.field("Gift").set(true) == .gift(true))
        #expect(try page.field("Count").type("9") == .like(9))
        #expect(try page.element(id: "canvas").point(.down, at: .init(x: 1, y: 2)) == .point(.init(x: 1, y: 2)))
        #expect(try page.element(id: "canvas").press(key: "s", [.control]) == .save)
        #expect(try page.element(id: "canvas").show() == .shown)
        #expect(try page.button("Order").press() == .order(Order(title: "Tea", count: 1, isGift: true)))
        #expect(
            try page.button("Order").submit(["title": ["Mint"], "count": ["2"], "isGift": []])
                == .order(Order(title: "Mint", count: 2, isGift: false)))
    }

    @Test("Rendering · what a user cannot do is an error that says why") func errors() {
        func problem(_ body: () throws -> Action) -> String {
            do { return "\(try body())" } catch { return "\(error)" }
        }
        #expect(
            problem { try page.button("Like").press() }
                == "The view has no button “Like”. It has: “Like 1”, “Like 2”, “Off”, “Order”.")
        #expect(problem { try page.button("Off").press() } == "“Off” is disabled.")
        #expect(problem { try page.field("Count").type("12") } == "“Count” rejects this: 12 is not between 1 and 9.")
        #expect(problem { try page.field("Your name").type("Robert") }.contains("at most 5 characters"))
        #expect(problem { try page.field("Size").choose("Huge") } == "“Size” has no option “Huge”.")
        #expect(problem { try page.field("Gift").type("x") } == "“Gift” cannot be typed into.")
        #expect(problem { try page.element(id: "canvas").press(key: "s") }.contains("does not listen"))
        #expect(problem { try page.button("Order").submit(["title": [""]]) }.contains("A value is required."))
        let double = HTML<Action> {
            button("A", send: .save); button("A", send: .save)
        }.render()
        #expect(problem { try double.button("A").press() }.contains("2 elements"))
    }

    @Test("Rendering · the HTML is that of a document, and a snapshot has one element in each line") func snapshots() {
        let view = HTML<Action> {
            ul {
                each(["<a>", "b"], id: \.self) { name in
                    li {
                        name; button("x", send: .name(name))
                    }
                }
            }
            pre { "1\n 2" }
        }.render()
        #expect(
            view.html == """
                <ul><li>&lt;a&gt;<button type="submit">x</button></li><li>b<button type="submit">x</button></li></ul>\
                <pre>1\n 2</pre>
                """)
        #expect(
            view.description == """
                <ul>
                  <li>
                    &lt;a&gt;
                    <button type="submit">x</button>
                  </li>
                  <li>
                    b
                    <button type="submit">x</button>
                  </li>
                </ul>
                <pre>1
                 2</pre>
                """)
        #expect(view.text == "<a>xbx1\n 2")
    }

    @Test("Rendering · a module's view is rendered from a state") func modules() throws {
        var state = Shop().state(for: ())
        state.query = "tea"
        let page = Shop().render(state)
        #expect(try page.field("Search").value == "tea")
        #expect(try page.link("Item 2").attribute("href") == "/items/2")
        guard case .open(2) = try page.link("Item 2").press() else { return #expect(Bool(false), "Another action.") }
    }
}
