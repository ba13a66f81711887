public import Millrace

/// The scenes of a window with their stores. Opens and closes the stores as the layout changes, and notifies the observers.
@usableFromInline final class SceneRuntime: EngineAttachment {
    typealias ID = Navigator.Scene.ID
    typealias RequestError = Navigator.RequestError

    /// Safe: the navigator retains its engine, and an engine closes its windows before it is released.
    unowned(unsafe) let engine: Engine
    @exclusivity(unchecked) private(set) var layout = SceneLayout()
    let observers = SceneObservers()
    /// The changes of which the observers were not yet notified.
    @exclusivity(unchecked) private var changes: [SceneChange] = []
    /// Functions of the application to call after the observers of a removal have been notified.
    @exclusivity(unchecked) private var removalHandlers: [() -> Void] = []
    weak var navigator: Navigator?
    /// Stores the scenes, if the engine is durable.
    @exclusivity(unchecked) private(set) var stored: StoredWindow?
    /// The number of the window: that of its first scene.
    @exclusivity(unchecked) private(set) var number: UInt64 = 0
    /// Whether the navigator was released or its engine was shut down. If so, no further scene is presented.
    @exclusivity(unchecked) private(set) var hasEnded = false

    init(on engine: Engine) { self.engine = engine }

    /// The context of the newest scene on a port of the scene `id`; `nil` if there is none.
    func context(on port: PortName, of id: ID?) -> SceneContext? {
        id.flatMap { layout.scene(on: port, of: $0) }.flatMap { layout.context(of: $0) }
    }

    var tree: SceneTree { layout.cachedTree() }

    // MARK: Adding and removing

    /// Adds the root, or the stored scenes of a window whose first root it is.
    @usableFromInline func begin(with operation: RouteOperation) {
        stored = StoredWindow(of: self, operation)
        if stored?.load() != true { present(operation, scope: 0) }
    }

    /// Adds the scene of an operation, and removes the scenes that it replaces.
    ///
    /// - Parameter state: the state to restore; `nil` to create the state from the requirement.
    /// - Returns: the scene; `nil` if the navigator was released, or if the operation does not add a scene.
    @discardableResult
    func present(
        _ operation: RouteOperation, presenter: ID? = nil, origin: SceneOrigin? = nil, state: Any? = nil,
        scope: Int32
    ) -> ID? {
        guard let presentation = operation.presentation else { return nil }
        remove(layout.scenesReplaced(by: operation.verb, of: presenter))
        if hasEnded {
            engine.report(.shutDown("A scene of \(text: presentation.type.moduleName)"))
            return nil
        }
        let id = ID(engine.takeNumber())
        let context = add(operation, presentation, as: id, presenter: presenter, origin: origin, state: state)
        stored?.add(context, presenter: presenter, origin: origin)
        context.start(state == nil ? .new : .restored, scope: scope)
        return id
    }

    /// Adds a scene, with its store. It has not started.
    func add(
        _ operation: RouteOperation, _ presentation: Presentation, as id: ID, presenter: ID?, origin: SceneOrigin?,
        state: Any?
    ) -> SceneContext {
        let scene = layout.insert(operation, of: presentation.type, as: id, presenter: presenter, origin: origin)
        let context = SceneContext(
            id, presentation, presenter: presenter.flatMap { layout.context(of: $0)?.core }, stored: state, in: self)
        layout.setContext(context, of: id)
        if number == 0 { number = id.number }
        changes.append(.added(scene))
        engine.observers.forEach { $0.opened(context.core) }
        return context
    }

    /// Removes a scene, with the scenes that it presented, showed or embedded and the scenes that were pushed on it.
    func remove(_ id: ID) { remove(layout.scenesRemoved(with: [id])) }

    func removeAll() { remove(layout.ids.reversed()) }

    /// Removes scenes, newest first. Their stores close after all of them were removed from the layout.
    func remove(_ ids: [ID]) {
        if ids.isEmpty { return }
        let removed = layout.remove(ids)
        for id in ids { changes.append(.removed(id)) }
        for context in removed {
            engine.observers.forEach { $0.closed(context.core) }
            stored?.remove(context)
            context.end()
        }
    }

    // MARK: Notifying

    /// Notifies the observers of pending changes. If `always` is true, notifies the hosts even without changes, because they
    /// may have drawn something else.
    func notifyObservers(always: Bool = false) {
        if changes.isEmpty && !always { return }
        if observers.isEmpty {
            while !changes.isEmpty { changes.removeLast() }
        } else {
            let changes = exchange(&changes, with: []).withoutShortLivedScenes()
            if !changes.isEmpty || always { observers.notify(changes, of: tree, upTo: engine.lastNumber) }
        }
        for handler in exchange(&removalHandlers, with: []) { handler() }
    }

    /// Whether there are changes of which the observers were not yet notified.
    var isChanging: Bool { !changes.isEmpty }

    /// Calls `handler` after the observers of the current change have been notified.
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

    // MARK: EngineAttachment

    @usableFromInline package var memberCount: Int { layout.count }
    @usableFromInline package var observerCount: Int { observers.count }
    @usableFromInline package func engineClosed() { close() }
}
