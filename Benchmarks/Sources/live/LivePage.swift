// The page that `make bench ARGS=live` measures: a counter, a text field that is echoed in upper case, and rows with a button each.
import MillraceHummingbird
import MillraceKit

struct LivePage: Module {
    struct Row: Identifiable, Equatable, Sendable { let id: Int; var isOn = false }
    struct State { var count = 0; var text = ""; var rows: [Row]; var computations = 0 }
    enum Action { case add, typed(String), toggle(Int), compute }

    let rows: Int
    /// Whether the page has a button whose action takes a second.
    let canCompute: Bool

    func state(for _: Void) -> State { State(rows: (0..<rows).map { Row(id: $0) }) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add: state.count += 1
        case .typed(let text): state.text = text
        case .toggle(let id): state.rows[id].isOn.toggle()
        case .compute:
            let end = ContinuousClock.now + .seconds(1)
            while ContinuousClock.now < end {}
            state.computations += 1
        }
        return .none
    }
}

extension LivePage: WebModule {
    func view(_ state: State) -> HTML<Action> {
        h1 { "Live bench" }
        div {
            span { "Count: \(state.count)" }.id("count")
            button("+", send: .add).id("plus")
        }
        div {
            textField("Text", value: state.text, send: Action.typed).id("text")
            span { state.text.uppercased() }.id("echo")
        }
        if canCompute {
            p { "Computed: \(state.computations)" }
            button("Compute", send: .compute).id("compute")
        }
        ul {
            each(state.rows) { row in
                li {
                    span { "Row \(row.id): \(row.isOn ? "on" : "off")" }
                    button("Toggle", send: .toggle(row.id))
                }
            }
        }
    }

    func title(_ state: State) -> String { "Live bench" }
}
