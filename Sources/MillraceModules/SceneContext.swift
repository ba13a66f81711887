import Millrace

/// A scene's store and module, with its types hidden.
protocol AnySceneContext: Router {
    var id: Navigator.Scene.ID { get }
    var anyState: Any { get }
    /// What a message about the scene concerns.
    var subject: AnyObject { get }
    /// Performs what the module does first, or what it resumes.
    func start(in turn: SceneTurn)
    /// Closes the store, and notifies the presenter.
    func end()
    /// Asks the module whether the person may leave. If it does something else instead, its action is queued.
    func objectsToLeaving(in turn: SceneTurn) -> Bool
    /// Queues a transition, as though the reducer had returned it.
    ///
    /// - Returns: whether it is a transition of this module.
    func follow(_ transition: Any, in turn: SceneTurn) -> Bool
    /// What is stored of the scene.
    func entry(_ placed: PlacedScene, presenter: (any Module.Type)?) throws(StoredTree.Failure) -> StoredTree.Entry
}

/// A scene's store and module.
final class SceneContext<M: Module>: AnySceneContext {
    let id: Navigator.Scene.ID
    let store: Store<M>
    let module: M
    /// `nil` if the scene was restored with a state, and its requirement was not stored.
    let requirement: M.Requirement?
    let isRestored: Bool
    /// Safe: it removes its scenes before it is released.
    unowned let runtime: SceneRuntime
    private var onRemoval: (() -> Void)?

    init(
        _ id: Navigator.Scene.ID, _ module: M, _ state: M.State, _ requirement: M.Requirement?, isRestored: Bool,
        _ handlers: OutputHandlers<M>, presenter: (any AnySceneContext)?, in runtime: SceneRuntime
    ) {
        (self.id, self.module, self.requirement, self.isRestored) = (id, module, requirement, isRestored)
        (self.runtime, store) = (runtime, Store(state, module, on: runtime.engine))
        own(
            SceneStoreOwner(
                SceneReference(id: id, runtime: runtime), reduceOutput: handlers.reduce?(presenter),
                notifyOutput: handlers.notify?(self)
            ) { [weak self] in self?.route($0, in: $1) })
        onRemoval = handlers.removal?(self, presenter)
    }

    var type: any Module.Type { M.self }

    func end() {
        close()
        onRemoval.take()?()
    }

    func objectsToLeaving(in turn: SceneTurn) -> Bool {
        switch module.leave(state) {
        case .allow: return false
        case .refuse: return true
        case .instead(let action):
            enqueue(action, in: turn)
            return true
        }
    }

    func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { module.operations(for: $0) }
    }

    func follow(_ transition: Any, in turn: SceneTurn) -> Bool {
        guard let transition = transition as? M.Transition else { return false }
        enqueue(transition, in: turn)
        return true
    }

    private func route(_ transition: M.Transition, in turn: SceneTurn) {
        // The operations may remove this scene.
        let runtime = runtime
        runtime.perform(module.operations(for: transition), from: id, by: transition, in: turn)
        runtime.notifyObservers()
    }
}
