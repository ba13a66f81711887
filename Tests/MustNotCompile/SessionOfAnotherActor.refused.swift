import MillraceModules
import Millrace
import MillraceWeb

struct Page: WebModule {
    struct State {}
    enum Action { case press }
    func state(for _: Void) -> State { State() }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .none }
    func view(_ state: State) -> HTML<Action> { button("x", send: .press) }
}

// A session has an engine of its own actor, and no other engine.
@MainActor func sessions(_ engine: Engine) -> WebSessions {
    .perTab { session in
        Navigator(root: Page(), on: engine)  // refused: capture of 'engine' with non-Sendable type 'Engine'
    }
}
