import MillraceKit

/// A screen that navigates as its action says, and counts.
struct Pane: Module {
    enum Action { case go(Way), count }
    enum Way { case embed(String), present, show, close, closeLayer }
    typealias Transition = Way

    func state(for requirement: Void) -> Int { 0 }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .go(let way): return .transition(way)
        case .count:
            count &+= 1
            return .none
        }
    }

    func route(_ way: Way) -> Route<Self> {
        switch way {
        case .embed(let place): .embed(Pane(), at: place)
        case .present: .present(Pane(), port: Navigator.Port("layer"))
        case .show: .show(Pane())
        case .close: .close
        case .closeLayer: .close(Navigator.Port<Pane>("layer"))
        }
    }
}

/// A window in which `count` scenes stand, of each kind of place some.
@MainActor func makeWindow(of count: Int, on engine: Engine) -> Navigator {
    let window = Navigator(root: Pane(), stacked: true, on: engine)
    let root = window.store(of: Pane.self).unsafelyUnwrapped
    for number in 1..<count {
        switch number % 3 {
        case 0: root.send(.go(.present))
        case 1: root.send(.go(.embed("\(number)")))
        default: root.send(.go(.show))
        }
    }
    return window
}

/// A host that counts what it is told.
final class CountingHost: Navigator.Host {
    private(set) var count = 0

    func draw(_ changes: [SceneChange], of navigator: Navigator) { count &+= changes.count }
}
