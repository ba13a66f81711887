import Millrace

/// Keeps a window as its layout says: opens and closes the stores of its scenes, and notifies hosts and observers.
final class SceneRuntime: EngineAttachment {
    typealias ID = Navigator.Scene.ID

    /// Safe: the navigator retains its engine, and an engine closes its windows before it is released.
    unowned(unsafe) let engine: Engine
    private(set) var layout = SceneLayout() {
        didSet { knownTree = nil }
    }
    private(set) var contexts: [ID: any AnySceneContext] = [:]
    let observers: SceneObservers
    /// The changes of which the observers were not yet notified.
    private var changes: [SceneChange] = []
    /// Functions of the application to call after the observers of a removal have been notified.
    private var removalHandlers: [() -> Void] = []
    /// The layout's tree, once it was needed.
    private var knownTree: SceneTree?
    weak var navigator: Navigator?
    /// Whether the navigator was released or its engine was shut down. Nothing is presented any more.
    private(set) var hasEnded = false

    init(on engine: Engine) { (self.engine, observers) = (engine, SceneObservers(on: engine)) }

    /// The scene on a port of another one.
    func context(on port: PortName, of id: ID?) -> (any AnySceneContext)? {
        id.flatMap { layout.scene(on: port, of: $0) }.flatMap { contexts[$0] }
    }

    var tree: SceneTree {
        let tree = knownTree ?? layout.tree
        knownTree = tree
        return tree
    }

    // MARK: Adding and removing

    /// Adds the scene of an operation, and removes those that it replaces.
    ///
    /// - Parameter state: the state to restore, if there is one.
    /// - Returns: the scene; `nil` if the window has ended meanwhile, or if the operation is a way out.
    @discardableResult
    func present(
        _ operation: RouteOperation, presenter: ID? = nil, origin: SceneOrigin? = nil, state: Any? = nil,
        scope: Int32
    ) -> ID? {
        guard let presentation = operation.presentation else { return nil }
        remove(layout.scenesReplaced(by: operation.verb, of: presenter))
        if hasEnded {
            engine.report(.shutDown("A scene of \(presentation.type.moduleName)"))
            return nil
        }
        let id = ID(engine.takeNumber())
        let scene = layout.insert(operation, of: presentation.type, as: id, presenter: presenter, origin: origin)
        let context = presentation.makeContext(
            id, presenter: presenter.flatMap { contexts[$0]?.core }, in: self, stored: state)
        contexts[id] = context
        changes.append(.began(scene))
        context.start(scope: scope)
        return id
    }

    /// Removes a scene and what is removed with it.
    func remove(_ id: ID) { remove(layout.scenesRemoved(with: [id])) }

    func removeAll() { remove(layout.ids.reversed()) }

    /// Removes scenes, newest first. Their stores close after all of them were removed from the layout.
    func remove(_ ids: [ID]) {
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

    /// Whether a change is in progress, of which the observers will be notified.
    var isChanging: Bool { !changes.isEmpty }

    /// Calls `handler` after the observers of the present change have been notified.
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

    package var memberCount: Int { layout.count }
    package var observerCount: Int { observers.count }
    package func engineClosed() { close() }
}
