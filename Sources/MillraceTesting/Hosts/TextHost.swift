public import MillraceModules
public import Millrace

/// A host that draws an outline as text, one line for each scene. For tests, and for tools in a terminal.
///
/// ```swift
/// let host = TextHost()
/// host.register(Feed.self) { "\($0.items.count) items" }
/// navigator.attach(host)
/// print(host)
/// ```
/// This example prints one line, such as `3 items`. For a module that is not registered, the host draws its name. Call
/// ``perform(_:)`` for the gestures of the user.
///
/// A text host is bound to the engine's actor, and keeps nothing alive.
public final class TextHost: Navigator.Host {
    /// The functions that draw scenes of a module.
    private struct Drawing {
        /// Calls `draw` with the text, now and after each change, until `owner` is released.
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
        /// The stack that contains the view.
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

    /// Called with the complete text after each change.
    public var onChange: ((String) -> Void)?

    /// Creates a host without registered modules. It draws the names of modules.
    public init() {}

    /// Registers how to draw the scenes of a module. This applies to scenes that are added after this call.
    ///
    /// - Parameters:
    ///   - type: The module.
    ///   - buttons: The actions of the buttons, by their labels.
    ///   - text: Returns the text for a state. If the text has several lines, the host indents all lines after the first.
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

    /// Draws the changes.
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

    /// Removes everything that is drawn.
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
    /// The drawn text. `›` marks a scene pushed onto the one above it, `=` a modal layer, and `panel:` the place
    /// `panel`.
    public var description: String { snapshot().outline(\.text) }
}

// MARK: - Gestures

extension TextHost: @MainActor HostUnderTest {
    /// The drawn scenes with their ids.
    public nonisolated func snapshot() -> HostConformance.Snapshot {
        HostConformance.Snapshot(root: root.views.map(\.item), modals: modals.map { $0.views.map(\.item) })
    }

    /// Performs a gesture of the user.
    public nonisolated func perform(_ gesture: HostConformance.Gesture) {
        guard let navigator else { return }
        switch gesture {
        case .tap(let label, let id):
            // Ignores a tap in a scene that was removed.
            guard let scene = navigator.tree[id] else { return }
            drawings[ObjectIdentifier(scene.type)]?.tap(label, id, navigator)
        case .back(let id): navigator.request(.back(from: id))
        case .dismiss(let id): navigator.request(.dismiss(id))
        case .closeWindow: navigator.request(.closeWindow)
        }
    }
}
