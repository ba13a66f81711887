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
    /// Has `worker` work on each action from now on, one whose turn is under way too, until the subscription ends or
    /// the store goes; what it is working on is cancelled then. The receipt of an action ends when its workers have,
    /// and all that came of the flows they returned.
    @discardableResult
    public func add(_ worker: some Worker<R>) -> Subscription {
        work { try await worker.work(on: $0, state: $1) }
    }

    /// Has `body` work on each action from now on, as a ``Worker`` does.
    @discardableResult
    public func work(_ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A worker for \(R.self)")) }
        let number = engine.takeNumber()
        let subscription = core.workers.add(
            number: number, owner: nil,
            onClose: { [weak core] in
                core?.effects.cancelAll(because: CancellationError()) { ($0 as? WorkerRun<R>)?.worker == number }
            }
        ) { [unowned core] in
            core.effects.admit(WorkerRun(body, on: $0, for: core, worker: number), .concurrent)
        }
        if subscription.isActive { core.memory.set(Attention.employed, to: true) }
        return subscription
    }
}

/// An action that a store has folded, for its workers.
struct Assignment<R: Reducer> {
    let action: R.Action
    let job: Job?
}

/// A worker that works on an action.
final class WorkerRun<R: Reducer>: Effect {
    private let body: (R.Action, () -> R.State) async throws -> Flow<R>
    private let action: R.Action
    private let core: StoreCore<R>
    /// The number of the worker's registration.
    let worker: UInt64
    private var task: Task<Void, Never>?

    init(
        _ body: @escaping (R.Action, () -> R.State) async throws -> Flow<R>, on assignment: Assignment<R>,
        for core: StoreCore<R>, worker: UInt64
    ) {
        (self.body, action, self.core, self.worker) = (body, assignment.action, core, worker)
        super.init(
            engine: core.engine, effects: core.effects, key: nil,
            job: core.engine.requireJob(assignment.job), isHome: nil)
    }

    override var isAtWork: Bool { true }

    override func start() {
        let (home, engine) = (engine.home, AtHome(engine))
        // Not at once: whoever sent the action may await it first, and the turn need not wait.
        task = home.start(atOnce: false) { await self.work(home, engine) }
    }

    override func stop(because reason: (any Error)?) { task.take()?.cancel() }

    private func work(_ home: Home, _ engine: AtHome<Engine>) async {
        let result: Result<Flow<R>, any Error>
        do {
            if hasEnded { return }
            result = .success(try await body(action) { self.core.memory.pointee.state })
        } catch {
            result = .failure(error)
        }
        await home.land {
            guard let engine = engine.open() else { return }
            engine.perform(because: cause) {
                // Asked here, because a letter that said that its store has gone may just have been opened.
                if hasEnded { return }
                switch result {
                case .success(let flow): finish(with: flow)
                case .failure(let error): fail(error)
                }
            }
        }
    }

    private func finish(with flow: Flow<R>) {
        end()
        core.perform(flow, job: job)
        release()
    }

    private func fail(_ error: any Error) {
        end()
        engine.tellFailure(error, Message(.action, action, store: core, id: cause, cause: 0))
        engine.reportUnheard(.unheardFailure(ofWorkerOn: action, error), of: job)
        release(failing: error)
    }
}
