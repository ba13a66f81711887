public import Millrace

/// A scene's store and module.
///
/// The store retains the context as its owner, also after the scene was removed. Accesses are unchecked, because a check costs
/// more than the access. Safe: only the engine's actor accesses the context, and no access calls other code.
@usableFromInline final class SceneContext: StoreOwner {
    let id: Navigator.Scene.ID
    /// The window that the scene belongs to. It removes the scene when it is closed.
    let runtime: SceneRuntime
    let presentation: any Presentation
    /// Safe: `store` retains the core. After the scene was removed, only the core retains this context.
    unowned(unsafe) let core: StoreCore
    /// The scene's store; `nil` after the scene was removed.
    @exclusivity(unchecked) private(set) var store: AnyObject?
    @exclusivity(unchecked) private var handlers = OutputHandlers()

    init(
        _ id: Navigator.Scene.ID, _ presentation: any Presentation, presenter: StoreCore?, stored: Any?,
        in runtime: SceneRuntime
    ) {
        (self.id, self.presentation, self.runtime) = (id, presentation, runtime)
        (store, core) = presentation.functions.makeStore(presentation, runtime.engine, stored)
        core.owner = self
        if let connect = presentation.connect { handlers = connect(self, presenter) }
    }

    /// Performs the module's start flow, or its flow for a restored scene.
    func start(isRestored: Bool, scope: Int32) {
        guard let store else { return }
        // Retained here, because the functions of the module may shut the engine down.
        let core = core
        runtime.engine.perform(presentation.functions.start(presentation, store, isRestored), nil, core, scope)
    }

    /// Closes the store, and notifies the presenter.
    func end() {
        runtime.engine.retire(core)
        // The store's core retains its owner.
        store = nil
        handlers.onRemoval.take()?()
    }

    // MARK: The owner of the store

    @usableFromInline func reduce(output: UnsafeRawPointer) -> Fault? { handlers.reduce?(output) ?? nil }

    @usableFromInline func receive(output: UnsafeRawPointer) { handlers.notify?(output) }

    @usableFromInline func follow(transition: UnsafeRawPointer, scope: Int32) {
        if store == nil { return }
        runtime.perform(transition, of: self, scope: scope)
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
