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
    /// Asked once for each action, on the engine's actor, soon after the turn in which the store folded it; the workers
    /// of one store are begun in the order in which they were added, and none waits for another. `state` gives the
    /// store's state at the time it is called. The flow that it returns is performed when it returns.
    ///
    /// - Throws: why it failed. Each ``FailureMiddleware`` hears it once, the rest of a sequence that the action
    ///   belongs to is not performed, and whoever awaits the action's receipt is told. If there is neither it is
    ///   ``Fault/Kind/unheardFailure``.
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
        return core.workers.add(
            number: number,
            onClose: { [weak core] in
                core?.engine.cancelEffects(of: core?.machineNumber ?? 0, because: CancellationError()) {
                    $0.worker == number
                }
            }
        ) { [unowned core] in core.work(on: $0, number, body) }
    }
}

/// An action that a store has reduced, for its workers.
package struct Assignment<R: Reducer> {
    let action: R.Action
    let scope: Int32
}

extension StoreCore {
    /// Has a worker work on an action, as an effect in the action's scope.
    fileprivate func work(
        on assignment: Assignment<R>, _ worker: UInt64,
        _ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>
    ) {
        let task = EffectTask(nil, nil, self, nil, on: engine)
        task.worker = worker
        task.work = { [action = assignment.action] in Message(.action, action, of: self, id: task.cause) }
        guard engine.start(engine.request(.worker, task, machineNumber, engine.requireScope(assignment.scope)), task)
        else { return }
        let (context, engine, action) = (engine.actorContext, ActorBound(engine), assignment.action)
        // Not at once: whoever sent the action may await it first, and the turn need not wait.
        task.task = context.start(atOnce: false) {
            let result: Result<FlowNode, any Error>
            do {
                guard engine.open()?.isInFlight(task) == true else { return }
                result = .success(try await body(action) { self.state }.node)
            } catch {
                result = .failure(error)
            }
            await context.run {
                guard let engine = engine.open() else { return }
                engine.perform { engine.enqueue(.worked(task, result)) }
            }
        }
    }
}

extension Engine {
    /// The turn of what a worker returned.
    func takeResult(_ result: Result<FlowNode, any Error>, of task: EffectTask) {
        guard isInFlight(task), let store = task.store else { return }
        cause = task.cause
        let scope = machine[task.handle].scope
        switch result {
        case .success(let flow):
            _ = machine.end(task.handle)
            finish(task, .done)
            perform(flow, nil, store, scope)
            release(task)
        case .failure(let error as CancellationError): cancel(task, because: error)
        case .failure(let error):
            _ = machine.end(task.handle)
            finish(task, .failed(error))
            task.lastError = error
            if let message = task.work?() {
                notifyFailure(error, message)
                reportUnhandled(.unheardFailure(ofWorkerOn: message.payload, error), scope: scope)
            }
            release(task)
        }
        performSteps()
    }

    fileprivate func isInFlight(_ task: EffectTask) -> Bool { machine.isLive(task.handle) }
}

extension Message {
    fileprivate init<R: Reducer>(_ kind: Kind, _ payload: Any, of store: StoreCore<R>, id: UInt64) {
        self.init(MessageStorage(kind, payload, subject: store, id: id, cause: 0))
    }
}
