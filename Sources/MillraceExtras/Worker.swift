public import Millrace

/// An asynchronous listener to a store's actions, which returns what happens next.
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
/// Work that the reducer can ask for is better a ``Command``: it is in the flow, so it can be compared and replayed. A
/// worker is for what must see every action, and for code that comes from a framework of services.
///
/// A class that belongs to an actor says so for the conformance and for the method, as the language asks:
/// `@MainActor final class Service: @MainActor Worker { @MainActor func work(…) … }`.
public protocol Worker<R> {
    /// The reducer whose store it works for.
    associatedtype R: Reducer

    /// Works on `action`, or ignores it by returning ``Flow/none``.
    ///
    /// Asked once for each action, on the engine's actor, soon after the turn in which the store reduced it; the workers
    /// of one store are begun in the order in which they were added, and none waits for another. `state` gives the
    /// store's state at the time it is called. The flow that it returns is performed when it returns.
    ///
    /// - Throws: why it failed. Each ``FailureMiddleware`` hears it once, the rest of a sequence that the action
    ///   belongs to is not performed, and whoever awaits the action's receipt is told. If there is neither it is
    ///   ``Fault/Kind/unhandledFailure``.
    func work(on action: R.Action, state: () -> R.State) async throws -> Flow<R>
}

extension Store {
    /// Runs `worker` for every action from now on, including the current one, until the subscription ends or the store is
    /// released; what it does is cancelled then. The receipt of an action ends when its workers have, and all that the
    /// flows caused which they returned.
    @discardableResult
    public func add(_ worker: some Worker<R>) -> Subscription {
        work { try await worker.work(on: $0, state: $1) }
    }

    /// Runs `body` for every action, as a ``Worker``.
    @discardableResult
    public func work(_ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A worker for \(R.self)")) }
        let number = engine.takeNumber()
        let subscription = core.reducedActions.add(
            number: number,
            onClose: { [weak core, weak engine] in
                engine?.cancelEffects(of: core?.machineNumber ?? 0, because: CancellationError()) {
                    $1.work?.worker == number
                }
                core?.noteWorkers()
            }
        ) { [unowned self] in work(on: $0, number, body) }
        core.noteWorkers()
        return subscription
    }

    /// Has a worker work on an action, as an effect in the action's scope.
    private func work(
        on reduced: ReducedAction, _ worker: UInt64,
        _ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>
    ) {
        var task = engine.effect(in: core)
        let work = task.requireWork()
        work.worker = worker
        let request = engine.request(.worker, &task, scope: engine.requireScope(reduced.scope))
        guard let effect = engine.start(request, task) else { return }
        let action = reduced.action.value(as: R.Action.self)
        let (context, reference, core) = (engine.actorContext, ActorBound(engine), core)
        // Not at once: the sender of the action may await it first, and the turn need not wait.
        work.task = context.start(atOnce: false) {
            let result: Result<FlowNode, any Error>
            do {
                guard reference.open()?.isLive(effect) == true else { return }
                result = .success(try await body(action) { core.state(as: R.State.self) }.node)
            } catch {
                result = .failure(error)
            }
            await context.run {
                guard let engine = reference.open() else { return }
                engine.perform { engine.enqueue { engine.take(result, of: effect, action) } }
            }
        }
    }
}

extension Engine {
    /// The turn of what a worker returned.
    fileprivate func take(_ result: Result<FlowNode, any Error>, of effect: EffectHandle, _ action: Any) {
        guard isLive(effect), let store = tasks[effect.slot].store else { return }
        switch result {
        case .success: end(effect, result)
        case .failure(let error as CancellationError): cancel(effect, because: error)
        case .failure(let error):
            notifyFailure(error, Message(.action, action, of: store, id: tasks[effect.slot].cause))
            reportUnhandled(.unhandledFailure(ofWorkerOn: action, error), of: effect)
            end(effect, result)
        }
    }
}

extension Fault {
    fileprivate static func unhandledFailure(ofWorkerOn action: Any, _ error: any Error) -> Fault {
        Fault(
            .unhandledFailure, "A worker failed on \(action) with \(error), and nothing handled the failure.",
            cause: "No caller awaits the action, and no middleware handles failures.",
            fix: "Await the receipt of `send`, or add .onError { … } to engine.middleware.")
    }
}
