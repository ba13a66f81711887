import Millrace
import Testing

/// What a host is told, and when.
@MainActor struct HostTests {
    @Test("a host is told the tree when it is attached, and then what changes, in order")
    func told() async throws {
        try await withRig { rig in
            let window = rig.window(stacked: true)
            window.go("root", .present("m"))
            let list = List()
            window.attach(list)
            window.go("root", .show("a"))
            window.go("root", .replace("new"))
            #expect(list.told == ["+root +m", "+a", "-a -m -root +new"])
            #expect(rig.engine.census.subscribers == 1)
        }
    }

    @Test("a host that a watcher of the tree attaches is told each scene once")
    func attachedByWatcher() async throws {
        try await withRig { rig in
            let (window, list) = (rig.window(stacked: true), List())
            window.subscribe { [weak window] tree in
                if tree.scenes.count == 2, list.told.isEmpty { window?.attach(list) }
            }
            window.go("root", .show("a"))
            window.go("a", .pop)
            #expect(list.told == ["+root +a", "-a"])
        }
    }

    @Test("what a host asks for while it draws waits its turn, when it is attached too")
    func asksWhileDrawing() async throws {
        try await withRig { rig in
            let (window, list) = (rig.window(stacked: true), List())
            window.go("root", .present("m"))
            var isDrawing = false
            list.onDraw = { [weak window, weak list] changes in
                #expect(!isDrawing)
                isDrawing = true
                if list?.told.count == 1, case .began(let modal)? = changes.last { window?.request(.dismiss(modal.id)) }
                isDrawing = false
            }
            window.attach(list)
            #expect(list.told == ["+root +m", "-m"])
        }
    }
}

/// Writes down what it is told.
private final class List: Host {
    private(set) var told: [String] = []
    private var names: [Scene.ID: String] = [:]
    var onDraw: ([SceneChange]) -> Void = { _ in }

    func draw(_ changes: [SceneChange], of navigator: Navigator) {
        told.append(changes.map { name($0, navigator) }.joined(separator: " "))
        onDraw(changes)
    }

    private func name(_ change: SceneChange, _ navigator: Navigator) -> String {
        switch change {
        case .began(let scene):
            let name =
                navigator.store(of: scene.id, as: Page.self)?.state.name
            names[scene.id] = name ?? scene.module
            return "+\(name ?? scene.module)"
        case .ended(let id): return "-\(names[id] ?? "?")"
        }
    }
}
