public import Millrace

/// The actions and states of a store, for tasks that wait for one. It does not retain the store.
///
/// ```swift
/// store.work { [messages = store.messages] action, _ in
///     guard case .checkout = action else { return .none }
///     try await messages.first(within: .seconds(30)) { $0 == .paid }
///     return .send(.ship)
/// }
/// ```
public struct StoreMessages<R: Reducer> {
    private let place: WaitPlace
    private weak let store: Store<R>?

    init(_ store: Store<R>) { (place, self.store) = (WaitPlace(store.engine.posted), store) }

    /// Waits for the first action, from the call on, for which `isMeant` returns `true`.
    ///
    /// It is called on the engine's actor for each action, after its turn, in the order in which the store reduces them.
    ///
    /// - Parameters:
    ///   - limit: The longest wait on the engine's clock. Defaults to `nil`: no limit.
    ///   - isMeant: Whether the action ends the wait.
    /// - Throws: ``WaitTimedOut``; `CancellationError` if the task is cancelled or the store is released;
    ///   ``EngineShutDown`` if the engine ends.
    @discardableResult
    public func first(
        within limit: Duration? = nil, where isMeant: @escaping (R.Action) -> Bool
    ) async throws -> R.Action {
        try await first(within: limit) { store, wait, found in
            let (core, waits) = (store.core, store.engine.waits)
            let subscription = core.reducedActions.add(
                number: store.engine.takeNumber(),
                onClose: { [unowned core, weak waits] in
                    core.noteWorkers()
                    wait.end(core.closeReason)
                    waits?.remove(wait)
                }
            ) { [unowned waits] (reduced: ReducedAction) in
                let action = reduced.action.value(as: R.Action.self)
                if !wait.hasEnded, isMeant(action) { waits.end(wait, with: action, found) }
            }
            core.noteWorkers()
            return subscription
        }
    }

    /// Waits until the store's state is one for which `isReached` returns `true`, and returns it. The current state counts.
    ///
    /// It is called on the engine's actor: with the current state, and in each turn of the store, after the
    /// reduction.
    ///
    /// - Parameters:
    ///   - isReached: Whether the state ends the wait.
    ///   - limit: The longest wait on the engine's clock. Defaults to `nil`: no limit.
    /// - Throws: As ``first(within:where:)``.
    @discardableResult
    public func next(
        where isReached: @escaping (R.State) -> Bool, within limit: Duration? = nil
    ) async throws -> R.State {
        try await first(within: limit) { store, wait, found in
            let (core, waits) = (store.core, store.engine.waits)
            let part = core.observed.insert(ObservedPart(UnsafeRawPointer(core.state)) { _, _ in true })
            return store.subscribe(nil, to: part) { [unowned core, weak waits] in
                wait.end(core.closeReason)
                waits?.remove(wait)
            } _: { [unowned waits] (state: R.State) in
                if !wait.hasEnded, isReached(state) { waits.end(wait, with: state, found) }
            }
        }
    }

    private func first<Value>(
        within limit: Duration?, _ register: @escaping (Store<R>, Wait, Found<Value>) -> Subscription
    ) async throws -> Value {
        let found = Found<Value>()
        try await place.wait { engine, wait in
            guard let store, !store.core.isClosed else { return wait.end(CancellationError()) }
            let subscription = register(store, wait, found)
            wait.onEnd { subscription.cancel() }
            if let limit { wait.end(in: engine, after: limit, because: WaitTimedOut(after: limit)) }
        }
        return found.take()
    }
}

extension Store {
    /// The actions and states of the store, for tasks that wait for one without retaining the store.
    public var messages: StoreMessages<R> { StoreMessages(self) }

    /// Waits until the state is one for which `isReached` returns `true`, and returns it. The current state counts.
    ///
    /// ```swift
    /// let state = try await store.next(where: { $0.isReady }, within: .seconds(5))
    /// ```
    /// The caller retains the store while it waits. ``messages`` waits without retaining it, so that the store's release
    /// ends the wait.
    ///
    /// - Parameters:
    ///   - isReached: Called on the store's actor: with the current state, and in each turn of the store, after the
    /// reduction.
    ///   - limit: The longest wait on the engine's clock. Defaults to `nil`: no limit.
    /// - Throws: ``WaitTimedOut``; `CancellationError` if the task is cancelled; ``EngineShutDown`` if the engine ends.
    @discardableResult
    public func next(
        where isReached: @escaping (R.State) -> Bool, within limit: Duration? = nil
    ) async throws -> R.State {
        try await messages.next(where: isReached, within: limit)
    }
}
