public import Millrace

/// A view of a part of a store: it reads the part's state, and sends the part's actions as actions of the store.
///
/// A scoped store is a value. Creating it registers nothing, so there is nothing to remove later. It retains the store.
@dynamicMemberLookup
public struct ScopedStore<R: Reducer, State, Action> {
    @usableFromInline let store: Store<R>
    @usableFromInline let path: KeyPath<R.State, State>
    @usableFromInline let action: (Action) -> R.Action

    @inlinable
    init(store: Store<R>, path: KeyPath<R.State, State>, action: @escaping (Action) -> R.Action) {
        (self.store, self.path, self.action) = (store, path, action)
    }

    /// The current state of the part. If Observation tracks the read, it is notified after the store's next turn.
    @inlinable
    public var state: State { store.state[keyPath: path] }

    /// A property of the part's state. If Observation tracks the read, it is notified only when this property changes.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember member: KeyPath<State, Value>) -> Value {
        store[dynamicMember: path.appending(path: member)]
    }

    /// Sends an action of the part to the store.
    ///
    /// - Returns: the receipt of the action.
    @inlinable @discardableResult
    public func send(_ action: Action) -> Receipt { store.send(self.action(action)) }

    /// Calls `body` with the value at `member`: now, and after each turn that changed it. Works as
    /// `Store.subscribe(to:owner:_:)` does.
    @discardableResult
    public func subscribe<Value: Equatable>(
        to member: KeyPath<State, Value>, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        store.subscribe(to: path.appending(path: member), owner: owner, body)
    }

    /// Returns a view of a part of this part. `embed` converts its actions to actions of this part.
    @inlinable
    public func scope<Part, PartAction>(
        _ member: KeyPath<State, Part>, as embed: @escaping (PartAction) -> Action
    ) -> ScopedStore<R, Part, PartAction> {
        ScopedStore<R, Part, PartAction>(store: store, path: path.appending(path: member)) { [action] in
            action(embed($0))
        }
    }
}

extension Store {
    /// Returns a scoped store for the part of the state at `path`. `embed` converts the part's actions to actions of the store.
    ///
    /// ```swift
    /// let player = store.scope(\.player, as: Library.Action.player)
    /// ```
    @inlinable
    public func scope<Part, PartAction>(
        _ path: KeyPath<R.State, Part>, as embed: @escaping (PartAction) -> R.Action
    ) -> ScopedStore<R, Part, PartAction> {
        ScopedStore(store: self, path: path, action: embed)
    }
}
