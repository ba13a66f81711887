public import Millrace

/// A view of a part of a store: the part's state, and the part's actions as the store's.
///
/// A scope is a value. Nothing is registered when one is made and nothing is left when it goes; it keeps the store
/// alive.
@dynamicMemberLookup
public struct ScopedStore<R: Reducer, State, Action> {
    let store: Store<R>
    let path: KeyPath<R.State, State>
    let action: (Action) -> R.Action

    /// What the part is now; within a tracking of Observation, the next turn of the store is told.
    public var state: State { store.state[keyPath: path] }

    /// A part of the part. Within a tracking of Observation, only a change of this part is told.
    public subscript<Value: Equatable>(dynamicMember member: KeyPath<State, Value>) -> Value {
        store[dynamicMember: path.appending(path: member)]
    }

    /// Sends an action of the part to the store.
    @discardableResult
    public func send(_ action: Action) -> Receipt { store.send(self.action(action)) }

    /// Tells `body` the part at `member`: now, and after each turn that changed it; as `Store.subscribe` does.
    @discardableResult
    public func subscribe<Value: Equatable>(
        to member: KeyPath<State, Value>, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        store.subscribe(to: path.appending(path: member), owner: owner, body)
    }

    /// A view of a part of the part.
    public func scope<Part, PartAction>(
        _ member: KeyPath<State, Part>, as embed: @escaping (PartAction) -> Action
    ) -> ScopedStore<R, Part, PartAction> {
        ScopedStore<R, Part, PartAction>(store: store, path: path.appending(path: member)) { [action] in
            action(embed($0))
        }
    }
}

extension Store {
    /// A view of the part at `path`, whose actions are sent as `embed` makes them.
    ///
    /// ```swift
    /// let player = store.scope(\.player, as: Library.Action.player)
    /// ```
    public func scope<Part, PartAction>(
        _ path: KeyPath<R.State, Part>, as embed: @escaping (PartAction) -> R.Action
    ) -> ScopedStore<R, Part, PartAction> {
        ScopedStore(store: self, path: path, action: embed)
    }
}
