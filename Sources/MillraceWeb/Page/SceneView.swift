import MillraceModules
import Millrace

/// The drawn view of one scene, without its module's type.
class SceneView {
    let id: Navigator.Scene.ID
    let module: String
    /// Whether the state has changed since the view was last evaluated.
    var isOutdated = true
    fileprivate(set) var nodes: [HTMLNode] = []
    fileprivate(set) var title: String
    /// The path at the last evaluation.
    fileprivate var path: String?
    /// Whether the content of the scene exists.
    fileprivate(set) var isFound = true
    /// Whether the view contains a control that dismisses the scene.
    private(set) var hasDismissControl = false
    /// Whether the view contains a heading, and a `main` element.
    private(set) var (hasHeading, hasMain) = (false, false)
    private let size: PageSize
    /// The size of the view that is shown.
    private var used = (nodes: 0, bytes: 0)
    /// The size of what was evaluated last, even if it exceeded a limit and only a message is shown.
    private(set) var evaluated = (nodes: 0, bytes: 0)
    /// The mistakes in the view that were reported.
    private var knownFaults: Set<Fault> = []
    /// The loops of the view whose rows can be skipped.
    private var rows = RowMemory()

    fileprivate init(_ scene: Navigator.Scene, _ size: PageSize) {
        (id, module, title, self.size) = (scene.id, scene.module, scene.module, size)
    }

    /// Evaluates the view, if the state has changed. If the page would exceed its limits, the scene shows a message.
    ///
    /// Each mistake in the view is reported once.
    final func refresh() {
        guard isOutdated else { return }
        isOutdated = false
        let budget = size.budget(replacing: used)
        HTMLBudget.$current.withValue(budget) {
            updateView()
            if nodes.contains(where: { $0.hasRows }) { rows.prepare(&nodes, budget) } else { rows = RowMemory() }
        }
        evaluated = budget.used
        for fault in budget.faults where knownFaults.insert(fault).inserted { report(fault) }
        if let problem = budget.problem {
            let message = HTMLElement(
                .p, [HTMLAttribute("class", "m-error"), HTMLAttribute("role", "alert")], [HTMLNode(.text(problem))])
            nodes = [HTMLNode(message)]
            rows = RowMemory()
            setUsed((2, problem.utf8.count))
        } else {
            setUsed(budget.used)
        }
        (hasDismissControl, hasHeading, hasMain) = (false, false, false)
        for node in nodes { node.element.map(noteParts) }
    }

    /// Notes the parts that the page would add if the view had none. Rows of loops over equatable values do not count.
    private func noteParts(of element: HTMLElement) {
        if element.tag.isHeading { hasHeading = true }
        if element.tag == "main" { hasMain = true }
        if element.control?.isDismiss == true { hasDismissControl = true }
        for child in element.children { child.element.map(noteParts) }
    }

    /// Discards the drawn view. It is evaluated again when it is needed.
    final func discard() {
        (nodes, isOutdated, rows) = ([], true, RowMemory())
        setUsed((0, 0))
    }

    private func setUsed(_ new: (nodes: Int, bytes: Int)) {
        size.replace(used, by: new)
        used = new
    }

    /// The path that the scene adds to the URL, for its current state. The view is not evaluated, because a URL can lead through many
    /// scenes.
    final var currentPath: String? { isOutdated ? statePath : path }

    /// The path for the state of the scene's store.
    fileprivate var statePath: String? { nil }

    /// Evaluates the view. A module that is not a ``WebModule`` shows its name.
    fileprivate func updateView() { nodes = [HTMLNode(HTMLElement(.p, [], [HTMLNode(.text(module))]))] }

    /// Reports a mistake in the view.
    func report(_ fault: Fault) {}

    /// Sends an action to the scene's store. Returns `nil` if the scene no longer exists.
    func send(_ action: Any) -> Receipt? { nil }

    /// Returns a transition for the path, if the module has one.
    func transition(to path: inout WebPath) -> Any? { nil }

    /// Sends the action that shows the query, if the module has one.
    ///
    /// - Parameter query: A path with the remaining parameters. Those that the scene shows are removed.
    func show(query: inout WebPath) -> Receipt? { nil }

    /// Creates the view of a scene. `onChange` is called when the scene's state changes.
    static func of(
        _ scene: Navigator.Scene, in navigator: Navigator, _ size: PageSize, onChange: @escaping () -> Void
    ) -> SceneView {
        guard let type = scene.type as? any WebModule.Type else { return SceneView(scene, size) }
        return make(type, scene, navigator, size, onChange)
    }

    private static func make<M: WebModule>(
        _ type: M.Type, _ scene: Navigator.Scene, _ navigator: Navigator, _ size: PageSize,
        _ onChange: @escaping () -> Void
    ) -> SceneView {
        guard let module = navigator.module(of: scene.id, as: type) else { return SceneView(scene, size) }
        return ModuleView(scene, module, navigator, size, onChange)
    }
}

/// The drawn view of a scene whose module is a `WebModule`.
private final class ModuleView<M: WebModule>: SceneView {
    private let view: M
    private weak var navigator: Navigator?

    init(
        _ scene: Navigator.Scene, _ module: M, _ navigator: Navigator, _ size: PageSize,
        _ onChange: @escaping () -> Void
    ) {
        (view, self.navigator) = (module, navigator)
        super.init(scene, size)
        // The first value is the current state, which is drawn in any case.
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
        (title, path, isFound) = (view.title(state), view.path(state), view.isFound(state))
    }

    override var statePath: String? { navigator?.store(of: id, as: M.self).flatMap { view.path($0.state) } }

    override func report(_ fault: Fault) { navigator?.engine.onFault(fault) }

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

    override func show(query: inout WebPath) -> Receipt? {
        var path = WebPath(parts: WebPath(currentPath ?? "").parts, query: query.query)
        guard let action = view.action(for: &path) else { return nil }
        query = WebPath(parts: [], query: path.query)
        return send(action)
    }
}

/// The drawn view of a state that no store has.
private final class StateView<M: WebModule>: SceneView {
    private let view: M
    private let state: M.State

    init(_ scene: Navigator.Scene, _ module: M, _ state: M.State, _ size: PageSize) {
        (view, self.state) = (module, state)
        super.init(scene, size)
    }

    override func updateView() {
        nodes = view.view(state).nodes
        title = view.title(state)
    }
}

/// A sentence in place of a view.
private final class SentenceView: SceneView {
    private let sentence: String

    init(_ scene: Navigator.Scene, _ sentence: String, _ size: PageSize) {
        self.sentence = sentence
        super.init(scene, size)
    }

    override func updateView() {
        nodes = [HTMLNode(HTMLElement(.p, [HTMLAttribute("class", "m-error")], [HTMLNode(.text(sentence))]))]
    }
}

extension WebModule {
    /// The view of a state of this module.
    func sceneView(_ state: State, as scene: Navigator.Scene, _ size: PageSize) -> SceneView {
        StateView(scene, self, state, size)
    }
}

extension SceneView {
    /// Creates a view that shows a sentence.
    static func of(_ scene: Navigator.Scene, sentence: String, _ size: PageSize) -> SceneView {
        SentenceView(scene, sentence, size)
    }
}

extension HTMLElement {
    /// Whether the element or a descendant dismisses the scene.
    var hasDismissControl: Bool {
        control?.isDismiss == true || children.contains { $0.element?.hasDismissControl ?? false }
    }
}

extension HTMLControl {
    /// Whether the control dismisses the scene or its sheet.
    fileprivate var isDismiss: Bool { kind == .dismiss || kind == .dismissSheet }
}
