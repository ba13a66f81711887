import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import TestSupport
import Testing

/// The calls that a host receives, and their order.
@MainActor struct HostTests {
    @Test("a host receives the tree when it is attached, and then each change in order")
    func changes() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .present("m"))
            let list = LoggingHost()
            window.attach(list)
            window.go("root", .show("a"))
            window.go("root", .replace("new"))
            #expect(list.log == ["+root +m", "+a", "-a -m -root +new"])
            #expect(fixture.engine.resources.subscribers == 1)
        }
    }

    @Test("a scene that is added and removed within a turn is not sent to hosts, which have nothing to draw")
    func addedAndRemoved() async throws {
        try await withEngineFixture { fixture in
            let window = Navigator(root: Hop(), on: fixture.engine)
            let list = LoggingHost()
            var trees: [Int] = []
            window.subscribe { trees.append($0.scenes.count) }
            window.attach(list)
            window.store(of: Hop.self)?.send(.go)
            window.store(of: Hop.self)?.send(.go)
            window.store(of: Hop.self)?.send(.back)
            #expect(list.log == ["+Hop", "+Stop 2", "-Stop 2 +Stop 2"])
            #expect(trees == [1, 2, 2])
        }
    }

    @Test("a host that a subscriber attaches receives each scene once")
    func attachedBySubscriber() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), LoggingHost())
            window.subscribe { [weak window] tree in
                if tree.scenes.count == 2, list.log.isEmpty { window?.attach(list) }
            }
            window.go("root", .show("a"))
            window.go("a", .pop)
            #expect(list.log == ["+root +a", "-a"])
        }
    }

    @Test("a subscriber that a host adds while it draws receives each tree once")
    func subscriberOfHost() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), LoggingHost())
            window.attach(list)
            var counts: [Int] = []
            list.onDraw = { [unowned window, unowned list] _ in
                list.onDraw = { _ in }
                window.subscribe { counts.append($0.scenes.count) }
            }
            window.go("root", .show("a"), .show("b"))
            #expect(counts == [2, 3])
        }
    }

    @Test("a request that a host makes while it draws is processed later, also while it is attached")
    func requestsWhileDrawing() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), LoggingHost())
            window.go("root", .present("m"))
            var isDrawing = false
            list.onDraw = { [weak window, weak list] changes in
                #expect(!isDrawing)
                isDrawing = true
                if list?.log.count == 1, case .added(let modal)? = changes.last { window?.request(.dismiss(modal.id)) }
                isDrawing = false
            }
            window.attach(list)
            #expect(list.log == ["+root +m", "-m"])
        }
    }

    @Test("a host is called when a request has no effect: refused, cancelled, dropped or failed, at once or later")
    func refusals() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(), LoggingHost())
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
            #expect(list.log == ["+root", "", "", "", ""])
            held.resume(on: fixture.engine, with: .cancel())
            #expect(list.log == ["+root", "", "", "", "", ""] && window.outline == "root")
            fixture.engine.middleware = []
            window.close()
        }
    }

    @Test(
        "a request that is held when its scene is removed ends within the removal, for which hosts are called once"
    )
    func heldWhileItsSceneIsRemoved() async throws {
        try await withEngineFixture { fixture in
            let (window, list) = (fixture.window(stacked: true), LoggingHost())
            window.go("root", .show("a"), .show("b"), .show("c"))
            window.attach(list)
            let held = MessageHolder { $0.kind == .request }
            fixture.engine.middleware = [held]
            window.request(.back(from: try #require(window.tree.top?.id)))
            window.go("root", .popToRoot)
            #expect(list.log == ["+root +a +b +c", "-c -b -a"] && held.messages.count == 1)
            fixture.engine.middleware = []
        }
    }

    @Test("a host is notified once when its navigator is released or its engine is shut down, and is not called again")
    func ended() async throws {
        try await withEngineFixture { fixture in
            var window: Navigator? = fixture.window()
            let (list, other) = (LoggingHost(), LoggingHost())
            window?.attach(list)
            window = nil
            fixture.engine.processPending()
            #expect(list.log == ["+root", "ended"])
            let second = fixture.window("second")
            second.attach(other)
            second.close()
            fixture.engine.shutdown()
            #expect(other.log == ["+second", "-second", "ended"])
            second.attach(list)
            #expect(list.log == ["+root", "ended", "", "ended"])
        }
    }
}

/// Logs its calls.
private final class LoggingHost: Navigator.Host {
    private(set) var log: [String] = []
    private var names: [Navigator.Scene.ID: String] = [:]
    var onDraw: ([SceneChange]) -> Void = { _ in }

    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        log.append(changes.map { name($0, navigator) }.joined(separator: " "))
        onDraw(changes)
    }

    func navigatorEnded() { log.append("ended") }

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

/// Embeds two modules in one turn, of which the second replaces the first; or embeds and removes one.
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
