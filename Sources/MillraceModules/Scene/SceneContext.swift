public import Millrace

/// A scene's store and module.
///
/// The store retains the context as its owner, also after the scene was removed. Accesses are unchecked, because a check costs
/// more than the access. Safe: only the engine's actor accesses the context, and no access calls other code.
@usableFromInline final class SceneContext: StoreOwner {
    let id: Navigator.Scene.ID
    /// The window that the scene belongs to. It removes the scene when it is closed.
    let runtime: SceneRuntime
    let presentation: Presentation
    /// The store of the scene that presented this scene; `nil` if no handler uses it. Stores that retain each other in a long
    /// chain are released recursively.
    private let presenter: StoreCore?
    /// Safe: `store` retains the core. After the scene was removed, only the core retains this context.
    unowned(unsafe) let core: StoreCore
    /// The scene's store; `nil` after the scene was removed.
    @exclusivity(unchecked) private(set) var store: AnyObject?

    init(
        _ id: Navigator.Scene.ID, _ presentation: Presentation, presenter: StoreCore?, stored: Any?,
        in runtime: SceneRuntime
    ) {
        (self.id, self.presentation, self.runtime) = (id, presentation, runtime)
        self.presenter = presentation.handlers.usePresenter ? presenter : nil
        (store, core) = presentation.makeStore(runtime.engine, stored, presentation.requirement)
        core.owner = self
        presentation.handlers.onAddition?(self)
    }

    /// Performs the flow with which the scene starts.
    func start(_ start: SceneStart, scope: Int32) {
        guard let store else { return }
        // Retained here, because the functions of the module may shut the engine down.
        let core = core
        runtime.engine.perform(presentation.start(store, start), of: core, scope: scope)
    }

    /// Closes the store, and notifies the presenter.
    func end() {
        runtime.engine.retire(core)
        // The store's core retains its owner.
        store = nil
        presentation.handlers.onRemoval?(self)
    }

    // MARK: The owner of the store

    @usableFromInline func reduce(output: UnsafeRawPointer) -> Fault? {
        presentation.handlers.reduce?(output, self) ?? nil
    }

    @usableFromInline func receive(output: UnsafeRawPointer) { presentation.handlers.notify?(output, self) }

    @usableFromInline func follow(transition: UnsafeRawPointer, scope: Int32) {
        if store == nil { return }
        runtime.perform(transition, of: self, scope: scope)
        runtime.notifyObservers()
    }

    var place: StorePlace? {
        guard let scene = runtime.layout[id]?.scene else { return nil }
        let number = { [runtime] (id: Navigator.Scene.ID) in runtime.layout.context(of: id)?.core.id.number ?? 0 }
        let position: StorePlace.Position =
            switch scene.position {
            case .root: .root
            case .modal: .modal
            case .place(let name, let host): .embedded(at: name, in: number(host))
            case .above(let lower): .above(number(lower))
            }
        return StorePlace(window: runtime.number, position: position)
    }

    // MARK: The presenter

    /// Reduces the action for an output in the presenter's store. Ignores the output if the presenter's actions are of another
    /// type. If the store was released, reports and returns the fault.
    @usableFromInline func reduce<Output, Action>(_ output: Output, as action: (Output) -> Action) -> Fault? {
        guard let presenter = presenter(of: Action.self) else { return nil }
        if presenter.isClosed {
            let fault = Fault.storeReleased("The output \(output), for \(presenter.id.reducer),")
            runtime.engine.report(fault)
            return fault
        }
        runtime.engine.reduce(action(output), in: presenter)
        return nil
    }

    /// Sends an action to the presenter's store. Ignores an action of another type than the presenter's actions.
    @usableFromInline func sendToPresenter<Action>(_ action: Action) {
        if let presenter = presenter(of: Action.self) { runtime.engine.sendIfOpen(action, to: presenter) }
    }

    /// The presenter's store; `nil` if its actions are of another type.
    private func presenter<Action>(of type: Action.Type) -> StoreCore? {
        presenter?.functions.actionType == ObjectIdentifier(type) ? presenter : nil
    }
}

extension Store {
    /// Performs a start flow, as in the turn that adds a scene: its messages have that turn as their cause.
    package func start(with flow: Flow<R>) {
        _ = engine.dispatch("The start of \(R.self)") { scope in
            engine.loop.beginTurn()
            engine.perform(flow.node, of: core, scope: scope)
        }
    }
}
