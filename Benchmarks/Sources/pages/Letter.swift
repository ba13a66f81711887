import MillraceKit
import MillraceWeb

/// A page with a live field, and a state of 2 KB.
struct Letter: WebModule {
    struct State: Codable, Equatable {
        var text = ""
        var body = String(repeating: "All that is typed here is kept. ", count: 62)
    }
    enum Action: Equatable { case typed(String) }

    func state(for nothing: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Letter> {
        if case .typed(let text) = action { state.text = text }
        return .none
    }

    func view(_ state: State) -> HTML<Action> {
        h1 { "Letter" }
        textField("Text", value: state.text, send: Action.typed)
        p { state.body }
    }
}
