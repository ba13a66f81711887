import MillraceKit

/// A screen with an action that navigates, and one that counts.
struct Screen: Module {
    enum Action { case open(Destination), count }
    enum Destination { case embed(String), present, show, close, closeLayer }
    typealias Transition = Destination

    func state(for requirement: Void) -> Int { 0 }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .open(let destination): return .transition(destination)
        case .count:
            count &+= 1
            return .none
        }
    }

    func route(_ destination: Destination) -> Route<Self> {
        switch destination {
        case .embed(let region): .embed(Screen(), at: region, with: ())
        case .present: .present(Screen(), with: (), port: Navigator.Port("layer"))
        case .show: .show(Screen(), with: ())
        case .close: .close
        case .closeLayer: .close(Navigator.Port<Screen>("layer"))
        }
    }
}

/// Returns a window with a number of presented, embedded and shown scenes.
@MainActor func makeWindow(of count: Int, on engine: Engine) -> Navigator {
    let window = Navigator(root: Screen(), stacked: true, on: engine)
    let root = window.store(of: Screen.self).unsafelyUnwrapped
    for number in 1..<count {
        switch number % 3 {
        case 0: root.send(.open(.present))
        case 1: root.send(.open(.embed("\(number)")))
        default: root.send(.open(.show))
        }
    }
    return window
}

/// A host that counts changes.
final class CountingHost: Navigator.Host {
    private(set) var count = 0

    func draw(_ changes: [SceneChange], of navigator: Navigator) { count &+= changes.count }
}
