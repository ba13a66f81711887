#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A page with a hook, a dialog, fields that appear later and nested listeners.
    struct Gadget: Module {
        struct State {
            var points = "1,2"
            var selected: [Int] = []
            var isOpen = false
            var isEditing = false
            var hasChart = true
            var text = ""
            var upper = ""
            var log: [String] = []
        }

        struct Selection: Decodable { var index: Int }
        enum Action {
            case points(String), selected(Int), open(Bool), edit, text(String), upper(String), chart(Bool), log(String),
                more
        }
        enum Transition { case more }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .points(let points): state.points = points
            case .selected(let index): state.selected.append(index)
            case .open(let isOpen): state.isOpen = isOpen
            case .edit: state.isEditing = true
            case .text(let text): state.text = text
            case .upper(let text): state.upper = text.uppercased()
            case .chart(let hasChart): state.hasChart = hasChart
            case .log(let text): state.log.append(text)
            case .more: return .transition(.more)
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> { .show(Detail(), with: .init()) }
    }

    extension Gadget: WebModule {
        func view(_ state: State) -> HTML<Action> {
            if state.hasChart {
                div {}.id("chart").data("points", state.points)
                    .hook("chart", decode: Selection.self) { .selected($0.index) }
            }
            button("New points", send: .points("3,4"))
            button("Remove", send: .chart(false))
            button("Open", send: .open(true)).id("open")
            button("Edit", send: .edit)
            button("More", send: .more)
            if state.isEditing { textField("Title", value: state.text, send: Action.text).id("title").autofocus() }
            textField("Text", value: state.text, send: Action.text).id("text").key("text")
            textField("Upper", value: state.upper, send: Action.upper).id("upper").key("upper")
            div {
                div { button("Inner", send: .log("pressed")).id("inner") }
                    .onPointer(.down) { _ in .log("inner") }.onKey("k", send: .log("inner k"))
            }
            .onPointer(.down) { _ in .log("outer") }.onKey("k", inFields: true, send: .log("outer k")).onFocus(
                send: .log("focus"))
            dialog(isOpen: state.isOpen, label: "Question", cancel: .open(false)) {
                button("Answer", send: .open(false)).id("answer")
            }
            output { state.selected.map(String.init).joined(separator: " ") }
            ul { each(state.log.indices, id: \.self) { index in li { state.log[index] } } }.id("log")
        }

        func title(_ state: State) -> String { "Gadget" }
        func transition(to path: inout WebPath) -> Transition? { path.take(Catalog.DetailURL.self).map { _ in .more } }
    }
#endif
