package import Millrace

/// A scene's store and module, with its types hidden.
///
/// The store retains it as its owner after the scene was removed.
protocol AnySceneContext: StoreOwner {
    var id: Navigator.Scene.ID { get }
    /// `nil` if the window was released.
    var runtime: SceneRuntime? { get }
    var presentation: any Presentation { get }
    /// The store's core, until the scene is removed.
    var core: StoreCore { get }
    /// Performs the module's start flow, or its flow for a restored scene.
    func start(scope: Int32)
    /// Closes the store, and notifies the presenter.
    func end()
    /// Returns whether the module refuses that the person leaves. If it returns an action instead, the action is queued.
    func objectsToLeaving(scope: Int32) -> Bool
    /// Queues a transition, as if the reducer had returned it. A transition of another module is ignored.
    func follow(_ transition: Any, scope: Int32)
}

/// A scene's store and module.
final class SceneContext<M: Module>: AnySceneContext {
    let id: Navigator.Scene.ID
    unowned let engine: Engine
    private(set) weak var runtime: SceneRuntime?
    private let source: ModulePresentation<M>
    private let isRestored: Bool
    /// `nil` when the scene has been removed.
    private(set) var store: Store<M>!
    var handlers = OutputHandlers<M.Output>()

    init(
        _ id: Navigator.Scene.ID, _ source: ModulePresentation<M>, _ state: M.State, isRestored: Bool,
        in runtime: SceneRuntime
    ) {
        (self.id, self.source, self.isRestored, self.runtime) = (id, source, isRestored, runtime)
        (engine, store) = (runtime.engine, Store(state, source.module, on: runtime.engine))
        core.owner = self
    }

    var module: M { source.module }
    var presentation: any Presentation { source }
    var core: StoreCore { store.core }

    func start(scope: Int32) {
        // Retained here: the functions of the module may shut the engine down.
        let (store, core): (Store<M>, StoreCore) = (store, core)
        module.listen(store)
        let state = core.state(as: M.State.self)
        engine.perform((isRestored ? module.resume(state) : module.start(state)).node, nil, core, scope)
    }

    func end() {
        engine.retire(core)
        // The store's core retains its owner.
        store = nil
        handlers.onRemoval.take()?()
    }

    func objectsToLeaving(scope: Int32) -> Bool {
        let core = core
        switch module.leave(core.state(as: M.State.self)) {
        case .allow: return false
        case .refuse: return true
        case .instead(let action):
            engine.enqueue(action, for: core, scope: scope)
            return true
        }
    }

    func follow(_ transition: Any, scope: Int32) {
        guard let transition = transition as? M.Transition else { return }
        engine.enqueue(transition: transition, of: core, scope: scope)
    }

    // MARK: The owner of the store

    func reduce(output: UnsafeRawPointer) -> Fault? {
        handlers.reduce?(output.assumingMemoryBound(to: M.Output.self).pointee) ?? nil
    }

    func receive(output: UnsafeRawPointer) {
        handlers.notify?(output.assumingMemoryBound(to: M.Output.self).pointee)
    }

    func follow(transition: UnsafeRawPointer, scope: Int32) {
        guard let runtime, store != nil else { return }
        let transition = transition.assumingMemoryBound(to: M.Transition.self).pointee
        runtime.perform(module.operations(for: transition), from: id, by: transition, scope: scope)
        runtime.notifyObservers()
    }
}

extension Store {
    /// Performs a start flow, as in the turn that adds a scene: its messages have that turn as their cause.
    package func start(with flow: Flow<R>) {
        _ = engine.dispatch("The start of \(R.self)") { scope in
            engine.beginTurn()
            engine.perform(flow.node, nil, core, scope)
        }
    }
}
