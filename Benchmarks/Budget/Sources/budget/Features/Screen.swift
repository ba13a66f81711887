import Millrace
import MillraceModules

/// A screen with actions that navigate.
struct Screen: Module {
    struct State {
        let id: Int
        var name = "a screen"
        var rows = ["a", "b"]
    }
    enum Action { case go(Way), named(String) }
    enum Way { case open, close, push }
    typealias Transition = Way

    func state(for id: Int) -> State { State(id: id) }

    func start(_ state: State) -> Flow<Self> { .none }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .go(let way): return .transition(way)
        case .named(let name):
            state.name = name
            return .none
        }
    }

    func route(_ way: Way) -> Route<Self> {
        switch way {
        case .open: .present(Screen(), with: 7, port: Navigator.Port("sheet"))
        case .close: .close(Navigator.Port<Screen>("sheet"))
        case .push: .show(Screen(), with: 8)
        }
    }
}

/// Returns a window with a number of screens above its root.
@MainActor final class Window {
    let engine = Engine(isolation: MainActor.shared)
    let navigator: Navigator
    let root: Store<Screen>

    init(screens: Int = 0) {
        navigator = Navigator(root: Screen(), with: 1, stacked: true, on: engine)
        root = navigator.store(of: navigator.tree.scenes[0].id, as: Screen.self)!
        for _ in 0..<screens { root.send(.go(.push)) }
    }

    func presentAndDismiss(_ count: Int) {
        for _ in 0..<count {
            root.send(.go(.open))
            root.send(.go(.close))
        }
    }
}
