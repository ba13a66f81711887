import MillraceInspection
import MillraceExtras
import MillraceModules
import Millrace
import TestSupport
import Testing

/// What a host is told, and when.
@MainActor struct HostTests {
    @Test("a host is told the tree when it is attached, and then what changes, in order")
    func told() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .present("m"))
            let list = List()
            window.attach(list)
            window.go("root", .show("a"))
            window.go("root", .replace("new"))
            #expect(list.told == ["+root +m", "+a", "-a -m -root +new"])
            #expect(fixture.engine.resources.subscribers == 1)
        }
    }

    @Test("a scene that comes and goes within a turn is not told to hosts: there is nothing to draw of it any more")
    func comesAndGoes() async throws {
        try await withEngineFixture { fixture in
            let window = Navigator(root: Hop(), on: fixture.engine)
            let list = List()
            var trees: [Int] = []
            window.subscribe { trees.append($0.scenes.count) }
            window.attach(list)
            window.store(of: Hop.self)?.send(.go)
            window.store(of: Hop.self)?.send(.go)
            window.store(of: Hop.self)?.send(.back)
            #expect(list.told == ["+Hop", "+Stop 2", "-Stop 2 +Stop 2"])
            #expect(trees == [1, 2, 2])
        }
    }

    @Test("a host that a watcher of the tree attaches is told each scene once")
    func attachedByWatcher() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), List())
            window.subscribe { [weak window] tree in
                if tree.scenes.count == 2, list.told.isEmpty { window?.attach(list) }
            }
            window.go("root", .show("a"))
            window.go("a", .pop)
            #expect(list.told == ["+root +a", "-a"])
        }
    }

    @Test("who begins to watch while a host draws is told the tree once")
    func watcherOfHost() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), List())
            window.attach(list)
            var told: [Int] = []
            list.onDraw = { [unowned window, unowned list] _ in
                list.onDraw = { _ in }
                window.subscribe { told.append($0.scenes.count) }
            }
            window.go("root", .show("a"), .show("b"))
            #expect(told == [2, 3])
        }
    }

    @Test("what a host asks for while it draws waits its turn, when it is attached too")
    func asksWhileDrawing() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), List())
            window.go("root", .present("m"))
            var isDrawing = false
            list.onDraw = { [weak window, weak list] changes in
                #expect(!isDrawing)
                isDrawing = true
                if list?.told.count == 1, case .added(let modal)? = changes.last { window?.request(.dismiss(modal.id)) }
                isDrawing = false
            }
            window.attach(list)
            #expect(list.told == ["+root +m", "-m"])
        }
    }

    @Test("a host hears when nothing comes of a request: refused, dropped, failed or dropped by middleware later")
    func refusals() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(), List())
            let id = try #require(window.tree.top?.id)
            window.attach(list)
            window.request(.back(from: id))
            for decision in [Decision.cancel(), .drop, .fail(with: Oops())] {
                fixture.engine.middleware = [.intercept { _ in decision }]
                window.request(.closeWindow)
            }
            let held = MessageHolder()
            fixture.engine.middleware = [held]
            window.request(.closeWindow)
            #expect(list.told == ["+root", "", "", "", ""])
            held.resume(on: fixture.engine, with: .cancel())
            #expect(list.told == ["+root", "", "", "", "", ""] && window.outline == "root")
            fixture.engine.middleware = []
            window.close()
        }
    }

    @Test(
        "a request that is held as its scene goes ends in the middle of that, and hosts are told the whole of it at once"
    )
    func heldAsItsSceneGoes() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), List())
            window.go("root", .show("a"), .show("b"), .show("c"))
            window.attach(list)
            let held = MessageHolder { $0.kind == .request }
            fixture.engine.middleware = [held]
            window.request(.back(from: try #require(window.tree.top?.id)))
            window.go("root", .popToRoot)
            #expect(list.told == ["+root +a +b +c", "-c -b -a"] && held.messages.count == 1)
            fixture.engine.middleware = []
        }
    }

    @Test("a host hears that the navigator has gone or that its engine was shut down, once, and nothing after that")
    func ended() async throws {
        try await withEngineFixture { fixture in
            var window: Navigator? = fixture.window()
            let (list, other) = (List(), List())
            window?.attach(list)
            window = nil
            fixture.engine.processPending()
            #expect(list.told == ["+root", "ended"])
            let second = fixture.window("second")
            second.attach(other)
            second.close()
            fixture.engine.shutdown()
            #expect(other.told == ["+second", "-second", "ended"])
            second.attach(list)
            #expect(list.told == ["+root", "ended", "", "ended"])
        }
    }
}

/// Writes down what it is told.
private final class List: Navigator.Host {
    private(set) var told: [String] = []
    private var names: [Navigator.Scene.ID: String] = [:]
    var onDraw: ([SceneChange]) -> Void = { _ in }

    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        told.append(changes.map { name($0, navigator) }.joined(separator: " "))
        onDraw(changes)
    }

    func navigatorEnded() { told.append("ended") }

    private func name(_ change: SceneChange, _ navigator: Navigator) -> String {
        switch change {
        case .added(let scene):
            let name =
                navigator.store(of: scene.id, as: Page.self)?.state.name
                ?? navigator.store(of: scene.id, as: Stop.self).map { "Stop \($0.state.number)" }
            names[scene.id] = name ?? scene.module
            return "+\(name ?? scene.module)"
        case .removed(let id): return "-\(names[id] ?? "?")"
        }
    }
}

/// Embeds two in one turn, of which the first must go; or one that goes at once.
private struct Hop: Module {
    struct State {}
    enum Action { case go, back }
    typealias Transition = Action

    func state(for nothing: Void) -> State { State() }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(action) }
    func route(_ transition: Action) -> Route<Self> {
        switch transition {
        case .go: .embed(Stop(), at: "panel", with: 1).and(.embed(Stop(), at: "panel", with: 2))
        case .back: .embed(Stop(), at: "side", with: 3).and(.unembed("side"))
        }
    }
}

private struct Stop: Module {
    struct State { let number: Int }
    func state(for number: Int) -> State { State(number: number) }
    func reduce(_ state: inout State, _ action: Never) -> Flow<Self> {}
}
