public import Millrace

/// Keeps a window as its layout says: opens and closes the stores of its scenes, and notifies hosts and observers.
@usableFromInline final class SceneRuntime: EngineAttachment {
    typealias ID = Navigator.Scene.ID
    typealias RequestError = Navigator.RequestError

    /// Safe: the navigator retains its engine, and an engine closes its windows before it is released.
    unowned(unsafe) let engine: Engine
    @exclusivity(unchecked) private(set) var layout = SceneLayout()
    let observers: SceneObservers
    /// The changes of which the observers were not yet notified.
    @exclusivity(unchecked) private var changes: [SceneChange] = []
    /// Functions of the application to call after the observers of a removal have been notified.
    @exclusivity(unchecked) private var removalHandlers: [() -> Void] = []
    weak var navigator: Navigator?
    /// Whether the navigator was released or its engine was shut down. Nothing is presented any more.
    @exclusivity(unchecked) private(set) var hasEnded = false

    init(on engine: Engine) { (self.engine, observers) = (engine, SceneObservers(on: engine)) }

    /// The scene on a port of another one.
    func context(on port: PortName, of id: ID?) -> SceneContext? {
        id.flatMap { layout.scene(on: port, of: $0) }.flatMap { layout.context(of: $0) }
    }

    var tree: SceneTree { layout.keepTree() }

    // MARK: Adding and removing

    /// Adds the root.
    @usableFromInline func begin(with operation: RouteOperation) { present(operation, scope: 0) }

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
        let context = SceneContext(
            id, presentation, presenter: presenter.flatMap { layout.context(of: $0)?.core }, stored: state, in: self)
        layout.setContext(context, of: id)
        changes.append(.added(scene))
        context.start(isRestored: state != nil, scope: scope)
        return id
    }

    /// Removes a scene and what is removed with it.
    func remove(_ id: ID) { remove(layout.scenesRemoved(with: [id])) }

    func removeAll() { remove(layout.ids.reversed()) }

    /// Removes scenes, newest first. Their stores close after all of them were removed from the layout.
    func remove(_ ids: [ID]) {
        if ids.isEmpty { return }
        let removed = layout.remove(ids)
        for id in ids { changes.append(.removed(id)) }
        for context in removed { context.end() }
    }

    // MARK: Notifying

    /// Notifies the observers of changes; hosts in any case if `always`, because they may have drawn something else.
    func notifyObservers(always: Bool = false) {
        if changes.isEmpty && !always { return }
        if observers.isEmpty {
            while !changes.isEmpty { changes.removeLast() }
        } else {
            let changes = changes.withoutShortLivedScenes()
            self.changes = []
            if !changes.isEmpty || always { observers.notify(changes, of: tree) }
        }
        if removalHandlers.isEmpty { return }
        let handlers = removalHandlers
        removalHandlers = []
        for handler in handlers { handler() }
    }

    /// Whether a change is in progress, of which the observers will be notified.
    var isChanging: Bool { !changes.isEmpty }

    /// Calls `handler` after the observers of the present change have been notified.
    func callLater(_ handler: @escaping () -> Void) { removalHandlers.append(handler) }

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

    @usableFromInline package var memberCount: Int { layout.count }
    @usableFromInline package var observerCount: Int { observers.count }
    @usableFromInline package func engineClosed() { close() }
}
