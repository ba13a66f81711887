public import Millrace

/// An asynchronous listener to a store's actions. For each action, it returns a flow to perform.
///
/// ```swift
/// struct Authentication: Worker {
///     func work(on action: Account.Action, state: () -> Account.State) async throws -> Flow<Account> {
///         guard case .login(let name, let password) = action else { return .none }
///         return .send(.loggedIn(try await service.login(name, password)))
///     }
/// }
/// account.add(Authentication())
/// ```
/// Prefer a ``Command`` for work that the reducer can request. A command is part of the flow, so it can be compared and
/// replayed. Use a worker for code that must receive every action, or that you move from a framework with services.
///
/// A class that is isolated to an actor must declare the isolation for the conformance and for the method: `@MainActor final
/// class Service: @MainActor Worker { @MainActor func work(…) … }`.
public protocol Worker<R> {
    /// The reducer of the store whose actions the worker receives.
    associatedtype R: Reducer

    /// Handles `action`. Returns ``Flow/none`` to ignore it.
    ///
    /// Called once for each action, on the engine's actor, soon after the turn in which the store reduced the action. The
    /// workers of a store are started in the order in which they were added, and run concurrently. `state` returns the store's
    /// state at the time of its call.
    ///
    /// - Returns: the flow to perform.
    ///
    /// - Throws: the error of the worker. Each ``FailureMiddleware`` receives it once, and the action's receipt throws it. The
    ///   rest of a sequence that contains the action is not performed. If there is no such middleware and the receipt is not
    ///   awaited, the error is ``Fault/Kind/unhandledFailure``. A `CancellationError` cancels the work instead.
    func work(on action: R.Action, state: () -> R.State) async throws -> Flow<R>
}

extension Store {
    /// Runs `worker` for every action until the subscription ends or the store is released. If this is called during an
    /// action's turn, that action is included.
    ///
    /// When the subscription ends, the worker's current work is cancelled. The receipt of an action ends when the action's
    /// workers, and everything that their flows caused, have ended.
    @discardableResult
    public func add(_ worker: some Worker<R>) -> Subscription {
        work { try await worker.work(on: $0, state: $1) }
    }

    /// Runs `body` for every action, as ``Worker/work(on:state:)``. See ``add(_:)-(Worker<R>)``.
    @discardableResult
    public func work(_ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>) -> Subscription {
        addWorker(.plain(body))
    }

    func addWorker(_ body: WorkerBody<R>) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A worker for \(R.self)")) }
        let number = engine.takeNumber()
        let workers = engine.workers
        let subscription = core.observeActions(needsBefore: body.needsBefore, number: number) {
            [weak core, weak engine, weak workers] in
            workers?.remove(number)
            engine?.effects.cancelAll(of: core?.machineNumber ?? 0, because: CancellationError()) {
                $1.work?.worker == number
            }
        } _: { [unowned self] in
            work(on: $0, number, body)
        }
        workers.insert(subscription, number)
        return subscription
    }

    /// Starts a worker for an action, as an effect in the action's scope.
    private func work(
        on reduced: ReducedAction, _ worker: UInt64, _ body: WorkerBody<R>
    ) {
        if body.needsBefore, reduced.before == nil { return }
        let place = Place(core, scope: reduced.scope, cause: engine.cause)
        var task = engine.effects.makeTask(in: place)
        let work = task.requireWork()
        work.worker = worker
        let request = engine.effects.request(.worker, &task, in: place)
        guard let effect = engine.effects.start(request, task, in: place) else { return }
        let (action, before) = (reduced.action.value(as: R.Action.self), reduced.before)
        let (context, reference, core) = (engine.actorContext, ActorBound(engine), core)
        // Not started at once, so that the sender can await the action's receipt first, and the turn is not delayed.
        work.task = context.start(atOnce: false) {
            let result: Result<FlowNode, any Error>
            do {
                guard reference.open()?.effects.machine.isLive(effect) == true else { return }
                switch body {
                case .plain(let body):
                    result = .success(try await body(action) { core.state(as: R.State.self) }.node)
                case .withBefore(let body):
                    guard let before else { return }
                    result = .success(
                        try await body(action, before.value(as: R.State.self)) { core.state(as: R.State.self) }.node)
                }
            } catch {
                result = .failure(error)
            }
            await context.run {
                guard let engine = reference.open() else { return }
                engine.perform { engine.effects.enqueue { engine.take(result, of: effect, action) } }
            }
        }
    }
}

/// The function of a worker.
enum WorkerBody<R: Reducer> {
    case plain((R.Action, () -> R.State) async throws -> Flow<R>)
    /// A function that also receives the state before each action.
    case withBefore((R.Action, R.State, () -> R.State) async throws -> Flow<R>)

    var needsBefore: Bool {
        if case .withBefore = self { true } else { false }
    }
}

extension StoreCore {
    /// Calls `body` for each action that the store has reduced, in the action's turn.
    ///
    /// - Parameters:
    ///   - needsBefore: Whether the state is copied before each action.
    ///   - onClose: Called when the subscription ends.
    func observeActions(
        needsBefore: Bool, number: UInt64, onClose: @escaping () -> Void = {},
        _ body: @escaping (ReducedAction) -> Void
    ) -> Subscription {
        if needsBefore { observersOfBefore += 1 }
        let subscription = reducedActions.add(
            number: number,
            onClose: { [weak self] in
                onClose()
                if needsBefore { self?.observersOfBefore -= 1 }
                self?.noteWorkers()
            }, body)
        noteWorkers()
        return subscription
    }
}

extension Engine {
    /// Processes the result of a worker, in its own turn.
    fileprivate func take(_ result: Result<FlowNode, any Error>, of effect: EffectHandle, _ action: Any) {
        guard effects.machine.isLive(effect), let store = effects.tasks[effect.slot].store else { return }
        switch result {
        case .success: effects.end(worker: effect, result)
        case .failure(let error as CancellationError): effects.cancel(effect, because: error)
        case .failure(let error):
            notifyFailure(error, Message(.action, action, of: store, id: effects.tasks[effect.slot].cause))
            let fault = Fault.unhandledFailure(ofWorkerOn: action, error)
            effects.reportUnhandled(fault, scope: effects.machine[effect].scope)
            effects.end(worker: effect, result)
        }
    }
}

extension Fault {
    fileprivate static func unhandledFailure(ofWorkerOn action: Any, _ error: any Error) -> Fault {
        Fault(
            .unhandledFailure, "A worker failed on \(action) with \(error), and nothing handled the failure.",
            cause: "No caller awaits the receipt of the action, and no middleware handles failures.",
            fix: "Await the receipt of `send`, or add .onError { … } to engine.middleware.")
    }
}
