import Millrace

/// Keeps a window as its layout says: makes and closes the stores of its scenes, and notifies hosts and observers.
final class SceneRuntime: EngineAttachment {
    typealias ID = Navigator.Scene.ID

    /// Safe: the navigator holds its engine, and an engine closes its windows before it goes.
    unowned(unsafe) let engine: Engine
    private(set) var layout = SceneLayout() {
        didSet { knownTree = nil }
    }
    private var contexts: [ID: any AnySceneContext] = [:]
    let observers: SceneObservers
    /// The changes of which nobody was notified yet.
    private var changes: [SceneChange] = []
    /// Functions of the application to call once the observers of a removal have been notified.
    private var removalHandlers: [() -> Void] = []
    /// The layout's tree, once it was needed.
    private var knownTree: SceneTree?
    weak var navigator: Navigator?
    /// Whether the navigator has gone or its engine was shut down. Nothing is presented any more.
    private(set) var hasEnded = false

    init(on engine: Engine) { (self.engine, observers) = (engine, SceneObservers(on: engine)) }

    subscript(id: ID) -> (any AnySceneContext)? { contexts[id] }

    /// The scene on a port of another one.
    func context(on port: PortName, of id: ID) -> (any AnySceneContext)? {
        layout.scene(on: port, of: id).flatMap { contexts[$0] }
    }

    /// The store of the newest scene of a module.
    func newestContext<M: Module>(of type: M.Type) -> SceneContext<M>? {
        contexts.values.lazy.compactMap { $0 as? SceneContext<M> }.max { $0.id < $1.id }
    }

    var tree: SceneTree {
        if let knownTree { return knownTree }
        let tree = layout.tree
        knownTree = tree
        return tree
    }

    // MARK: Adding and removing

    /// Adds the scene of an operation, and removes those that it replaces.
    ///
    /// - Parameter state: the state to restore, if there is one.
    /// - Returns: the scene; `nil` if the window has ended meanwhile.
    @discardableResult
    func present(
        _ presentation: any Presentation, by verb: RouteOperation.Verb, presenter: ID? = nil,
        origin: SceneOrigin? = nil, state: Any? = nil, in turn: SceneTurn
    ) -> ID? {
        remove(layout.scenesReplaced(by: verb, of: presenter))
        if hasEnded {
            engine.report(.shutDown("A scene of \(presentation.type.moduleName)"))
            return nil
        }
        let id = engine.takeSceneID()
        let scene = layout.insert(
            .init(
                id: id, type: presentation.type, port: presentation.port, isStacked: presentation.isStacked,
                presenter: presenter, origin: origin),
            by: verb)
        let context = presentation.makeContext(
            id, presenter: presenter.flatMap { contexts[$0] }, in: self, stored: state)
        contexts[id] = context
        changes.append(.began(scene))
        context.start(in: turn)
        return id
    }

    /// Removes a scene and what is removed with it.
    func remove(_ id: ID) { remove(layout.scenesRemoved(with: [id])) }

    func removeAll() { remove(layout.ids.reversed()) }

    /// Removes scenes, newest first. Their stores close when none of them is in the layout any more.
    private func remove(_ ids: [ID]) {
        if ids.isEmpty { return }
        layout.remove(ids)
        changes += ids.map { .ended($0) }
        let removed = ids.compactMap { contexts.removeValue(forKey: $0) }
        for context in removed { context.end() }
    }

    // MARK: Notifying

    /// Notifies the observers of changes; hosts in any case if `always`, because they may have drawn something else.
    func notifyObservers(always: Bool = false) {
        if changes.isEmpty && !always { return }
        let changes = changes.withoutShortLivedScenes()
        self.changes = []
        if !changes.isEmpty || always { observers.notify(changes, of: tree) }
        let handlers = removalHandlers
        removalHandlers = []
        for handler in handlers { handler() }
    }

    /// Notifies hosts that a request had no effect. If a change is in progress, its end notifies them.
    func notifyHostsOfRefusal() {
        if changes.isEmpty { notifyObservers(always: true) }
    }

    /// Calls `handler` once the observers of the present change have been notified.
    func callAfterNotification(_ handler: @escaping () -> Void) { removalHandlers.append(handler) }

    // MARK: Ending

    /// Removes all scenes and ends all subscriptions.
    func close() {
        hasEnded = true
        removeAll()
        notifyObservers()
        observers.close()
        engine.attachments[ObjectIdentifier(self)] = nil
    }

    // MARK: What the engine knows

    package var sceneCount: Int { layout.count }
    package var observerCount: Int { observers.count }
    package func engineClosed() { close() }
}
