public import Millrace

/// A worker that also receives the state before each action.
///
/// ```swift
/// struct Analytics: ChangeWorker {
///     func work(on action: Cart.Action, before: Cart.State, state: () -> Cart.State) async throws -> Flow<Cart> {
///         if before.items.isEmpty, !state().items.isEmpty { try await service.report("first item") }
///         return .none
///     }
/// }
/// cart.add(Analytics())
/// ```
/// The state is copied before each action of a store with such a worker. Other stores copy nothing.
public protocol ChangeWorker<R> {
    /// The reducer of the store whose actions the worker receives.
    associatedtype R: Reducer

    /// Handles `action`, as ``Worker/work(on:state:)``.
    ///
    /// `before` is the state before the store reduced the action. `state` returns the state at the time of its call.
    func work(on action: R.Action, before: R.State, state: () -> R.State) async throws -> Flow<R>
}

extension Store {
    /// Runs `worker` for every action, with the state before it, until the subscription ends or the store is released.
    ///
    /// An action whose turn is in progress is not included. Otherwise this works as for a ``Worker``.
    @discardableResult
    public func add(_ worker: some ChangeWorker<R>) -> Subscription {
        work { try await worker.work(on: $0, before: $1, state: $2) }
    }

    /// Runs `body` for every action, as ``ChangeWorker/work(on:before:state:)``.
    @discardableResult
    public func work(
        _ body: @escaping (_ action: R.Action, _ before: R.State, _ state: () -> R.State) async throws -> Flow<R>
    ) -> Subscription {
        addWorker(.withBefore(body))
    }
}
