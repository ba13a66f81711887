// Every use of a store's core by scenes.
extension SceneContext {
    private var core: StoreCore<M> { store.core }

    /// The state. Reading it takes no part in Observation.
    var state: M.State { core.memory.pointee.state }
    var anyState: Any { state }
    var subject: AnyObject { core }

    /// Has the store's outputs and transitions go where `owner` says.
    func own(_ owner: SceneStoreOwner<M>) { core.sceneOwner = owner }

    func start(in turn: SceneTurn) {
        module.listen(store)
        core.perform(isRestored ? module.resume(state) : module.start(state), job: turn.job)
    }

    func close() { core.engine.retire(core) }

    func enqueue(_ action: M.Action, in turn: SceneTurn) { core.enqueue(action, job: turn.job) }

    func enqueue(_ transition: M.Transition, in turn: SceneTurn) {
        turn.enqueue(TransitionTurn(transition, of: core))
    }

    /// A function that reduces outputs of a presented module in this store.
    func outputReducer<Output>(_ action: @escaping (Output) -> M.Action) -> (Output) -> Void {
        { [core] output in
            if core.isClosed {
                core.lose(.output, output, .storeGone("The output \(output), for \(M.self),"), nil)
            } else {
                core.fold(action(output))
            }
        }
    }

    /// A function that queues the action of a presented module's removal. If this store has been closed by its turn, the
    /// action is ignored.
    func removalSender(_ action: M.Action) -> () -> Void {
        { [core] in core.engine.enqueue(RemovalTurn(action, for: core), job: nil) }
    }
}

extension Store {
    /// Performs a start flow, as in the turn that adds a scene: its messages have that turn as their cause.
    package func start(with flow: Flow<R>) {
        _ = engine.dispatch("The start of \(R.self)") {
            engine.beginTurn()
            core.perform(flow, job: $0)
        }
    }
}
