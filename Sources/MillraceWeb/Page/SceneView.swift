import MillraceModules
import Millrace

/// What is drawn of one scene, with its module's type hidden.
class SceneView {
    let id: Navigator.Scene.ID
    let module: String
    /// Whether the state has changed since the view was asked for.
    var isOutdated = true
    fileprivate(set) var nodes: [HTMLNode] = []
    fileprivate(set) var title: String
    fileprivate(set) var path: String?
    /// Whether the view has a way out of its own.
    private(set) var hasDismissControl = false

    fileprivate init(_ scene: Navigator.Scene) { (id, module, title) = (scene.id, scene.module, scene.module) }

    /// Asks for the view, if the state has changed.
    final func refresh() {
        guard isOutdated else { return }
        isOutdated = false
        updateView()
        hasDismissControl = nodes.contains { $0.element?.hasDismissControl ?? false }
    }

    /// What it adds to the url, as its state is now.
    final var currentPath: String? {
        refresh()
        return path
    }

    /// A module without a view is drawn by its name.
    fileprivate func updateView() { nodes = [HTMLNode(HTMLElement(.p, [], [HTMLNode(.text(module))]))] }

    /// Sends an action that was drawn; `nil` if the scene is not there any more.
    func send(_ action: Any) -> Receipt? { nil }

    /// The transition towards what a path names, if there is one.
    func transition(to path: inout WebPath) -> Any? { nil }

    /// The view of a scene; `onChange` is called when its state changes.
    static func of(_ scene: Navigator.Scene, in navigator: Navigator, onChange: @escaping () -> Void) -> SceneView {
        guard let type = scene.type as? any WebModule.Type else { return SceneView(scene) }
        return make(type, scene, navigator, onChange)
    }

    private static func make<M: WebModule>(
        _ type: M.Type, _ scene: Navigator.Scene, _ navigator: Navigator, _ onChange: @escaping () -> Void
    ) -> SceneView {
        guard let module = navigator.module(of: scene.id, as: type) else { return SceneView(scene) }
        return ModuleView(scene, module, navigator, onChange)
    }
}

/// What is drawn of one scene.
private final class ModuleView<M: WebModule>: SceneView {
    private let view: M
    private weak var navigator: Navigator?

    init(_ scene: Navigator.Scene, _ module: M, _ navigator: Navigator, _ onChange: @escaping () -> Void) {
        (view, self.navigator) = (module, navigator)
        super.init(scene)
        // The first value is the state that is drawn anyway.
        var isFirst = true
        navigator.store(of: id, as: M.self)?.subscribe(owner: self) { [weak self] _ in
            if isFirst { return isFirst = false }
            self?.isOutdated = true
            onChange()
        }
    }

    override func updateView() {
        guard let state = navigator?.store(of: id, as: M.self)?.state else { return }
        nodes = view.view(state).nodes
        (title, path) = (view.title(state), view.path(state))
    }

    override func send(_ action: Any) -> Receipt? {
        guard let action = action as? M.Action else { return nil }
        return navigator?.store(of: id, as: M.self)?.send(action)
    }

    override func transition(to path: inout WebPath) -> Any? {
        var rest = path
        guard let transition = view.transition(to: &rest) else { return nil }
        path = rest
        return transition
    }
}

extension HTMLElement {
    fileprivate var hasDismissControl: Bool {
        control?.kind == .dismiss || control?.kind == .dismissSheet
            || children.contains { $0.element?.hasDismissControl ?? false }
    }
}
