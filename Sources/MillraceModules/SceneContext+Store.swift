package import Millrace

// Every use of a store's core by scenes.
extension SceneContext {
    private var core: StoreCore { store.core }

    /// The state. Reading it takes no part in Observation.
    var state: M.State { core.state(as: M.State.self) }
    var anyState: Any { state }
    var subject: AnyObject { core }

    /// Has the store's outputs and transitions go where `owner` says.
    func own(_ owner: SceneStoreOwner<M>) { core.owner = owner }

    func start(in turn: SceneTurn) {
        module.listen(store)
        turn.engine.perform((isRestored ? module.resume(state) : module.start(state)).node, nil, core, turn.scope)
    }

    func close() { store.engine.retire(core) }

    func enqueue(_ action: M.Action, in turn: SceneTurn) { turn.engine.enqueue(action, for: core, scope: turn.scope) }

    func enqueue(_ transition: M.Transition, in turn: SceneTurn) {
        turn.engine.enqueue(transition: transition, of: core, scope: turn.scope)
    }

    /// A function that reduces outputs of a presented module in this store.
    func outputReducer<Output>(_ action: @escaping (Output) -> M.Action) -> (Output) -> Fault? {
        { [core, unowned engine = store.engine] output in
            if core.isClosed {
                let fault = Fault.storeGone("The output \(output), for \(M.self),")
                engine.report(fault)
                return fault
            }
            engine.reduce(action(output), in: core)
            return nil
        }
    }

    /// A function that queues the action of a presented module's removal. If this store has been closed by its turn, the
    /// action is ignored.
    func removalSender(_ action: M.Action) -> () -> Void {
        { [core, unowned engine = store.engine] in engine.sendIfOpen(action, to: core) }
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
