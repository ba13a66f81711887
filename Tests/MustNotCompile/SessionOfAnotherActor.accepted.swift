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

@MainActor func sessions(_ engine: Engine) -> WebSessions {
    .perTab { session in
        Navigator(root: Page(), on: Engine())
    }
}
