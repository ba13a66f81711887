public import MillraceModules
public import Millrace

/// A host that draws text: an outline, a line for each scene. For tests, and for tools in a terminal.
///
/// ```swift
/// let host = TextHost()
/// host.register(Feed.self) { "\($0.items.count) items" }
/// navigator.attach(host)
/// print(host)
/// ```
/// prints the outline of the tree with what each module says of its state: here `3 items`. Of a module that is not
/// registered it draws the name. What a person does it is told by ``perform(_:)``.
///
/// It lives on the engine's actor, and keeps nothing alive.
public final class TextHost: Navigator.Host {
    /// How scenes of a module are drawn.
    private struct Drawing {
        /// Has `draw` called with the text, now and after each change, as long as the owner is there.
        let watch: (Navigator.Scene.ID, Navigator, _ owner: AnyObject, _ draw: @escaping (String) -> Void) -> Void
        let tap: (String, Navigator.Scene.ID, Navigator) -> Void
    }

    private final class Stack {
        var views: [View] = []
    }

    private final class View {
        let id: Navigator.Scene.ID
        var text: String
        var places: [String: Stack] = [:]
        /// Where it stands.
        unowned let stack: Stack

        init(_ scene: Navigator.Scene, in stack: Stack) { (id, text, self.stack) = (scene.id, scene.module, stack) }

        var item: HostConformance.Snapshot.Item {
            HostConformance.Snapshot.Item(
                id, text, places: places.filter { !$1.views.isEmpty }.mapValues { $0.views.map(\.item) })
        }
    }

    private var drawings: [ObjectIdentifier: Drawing] = [:]
    private var root = Stack()
    private var modals: [Stack] = []
    private var views: [Navigator.Scene.ID: View] = [:]
    private weak var navigator: Navigator?
    private var isDrawing = false

    /// Called after each change of what is drawn, with the whole of it.
    public var onChange: ((String) -> Void)?

    /// A host that draws names, until modules are registered.
    public init() {}

    /// Draws scenes of the module as `text` says, from the next on that begins.
    ///
    /// - Parameters:
    ///   - type: the module.
    ///   - buttons: what can be tapped, by the labels.
    ///   - text: what is drawn of a state. Further lines are put under the first.
    public func register<M: Module>(
        _ type: M.Type, buttons: [String: M.Action] = [:], text: @escaping (M.State) -> String
    ) {
        drawings[ObjectIdentifier(type)] = Drawing(
            watch: { id, navigator, owner, draw in
                guard let store = navigator.store(of: id, as: type) else { return }
                draw(text(store.state))
                store.subscribe(owner: owner) { draw(text($0)) }
            },
            tap: { label, id, navigator in
                if let action = buttons[label] { navigator.store(of: id, as: type)?.send(action) }
            })
    }

    // MARK: Drawing

    /// Draws what has changed.
    public func draw(_ changes: [SceneChange], of navigator: Navigator) {
        self.navigator = navigator
        isDrawing = true
        for change in changes {
            switch change {
            case .added(let scene): add(scene, of: navigator)
            case .removed(let id): remove(id)
            }
        }
        isDrawing = false
        if !changes.isEmpty { notifyOfChange() }
    }

    /// Draws nothing any more.
    public func navigatorEnded() {
        (root, modals, views) = (Stack(), [], [:])
        notifyOfChange()
    }

    private func add(_ scene: Navigator.Scene, of navigator: Navigator) {
        let stack = stack(for: scene)
        let view = View(scene, in: stack)
        stack.views.append(view)
        views[scene.id] = view
        drawings[ObjectIdentifier(scene.type)]?.watch(scene.id, navigator, view) { [weak self, weak view] text in
            if view?.text == text { return }
            view?.text = text
            self?.notifyOfChange()
        }
    }

    private func stack(for scene: Navigator.Scene) -> Stack {
        let stack = Stack()
        switch scene.position {
        case .root: root = stack
        case .modal: modals.append(stack)
        case .place(let name, let host): views[host]?.places[name] = stack
        case .above(let lower): return views[lower]?.stack ?? stack
        }
        return stack
    }

    private func remove(_ id: Navigator.Scene.ID) {
        guard let view = views.removeValue(forKey: id) else { return }
        let stack = view.stack
        stack.views.removeAll { $0 === view }
        if stack.views.isEmpty { modals.removeAll { $0 === stack } }
    }

    private func notifyOfChange() {
        if !isDrawing { onChange?(description) }
    }
}

extension TextHost: CustomStringConvertible {
    /// What is drawn. `›` was pushed on what stands above it, `=` is a modal layer, `panel:` a place of that name.
    public var description: String { snapshot().outline(\.text) }
}

// MARK: - A person

extension TextHost: @MainActor HostUnderTest {
    /// What is drawn, with the scenes' numbers.
    public nonisolated func snapshot() -> HostConformance.Snapshot {
        HostConformance.Snapshot(root: root.views.map(\.item), modals: modals.map { $0.views.map(\.item) })
    }

    /// Does what a person would do with it.
    public nonisolated func perform(_ gesture: HostConformance.Gesture) {
        guard let navigator else { return }
        switch gesture {
        case .tap(let label, let id):
            // Whoever is quicker than the drawing taps nothing.
            guard let scene = navigator.tree[id] else { return }
            drawings[ObjectIdentifier(scene.type)]?.tap(label, id, navigator)
        case .back(let id): navigator.request(.back(from: id))
        case .dismiss(let id): navigator.request(.dismiss(id))
        case .closeWindow: navigator.request(.closeWindow)
        }
    }
}
