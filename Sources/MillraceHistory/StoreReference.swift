import Millrace

/// A store, as its records know it: what is needed to reduce its actions again when it was released.
final class StoreReference {
    let id: StoreID
    /// Whether a state of it was counted.
    var wasRecorded = false
    private(set) weak var store: StoreCore?
    let reducer: any Reducer

    init(to store: StoreCore) { (id, self.store, reducer) = (store.id, store, store.reducer) }

    /// The store, while it is there.
    var live: StoreCore? { store.flatMap { $0.isClosed ? nil : $0 } }

    /// Reduces the action of `fold` again, from another state and by another reducer if it is of the same type.
    ///
    /// Nothing is performed. The flows are those of the new reduction and of `fold`, with their type.
    func reduce(
        _ fold: Fold, from state: AnyBox, by other: Any?
    ) -> (state: AnyBox, flow: any Equatable, recorded: any Equatable) {
        func reduce<R: Reducer>(_ own: R) -> (AnyBox, any Equatable, any Equatable) {
            var state = state.value(as: R.State.self)
            let flow = ((other as? R) ?? own).reduce(&state, fold.action.value(as: R.Action.self))
            return (Box(state), flow, Flow<R>(fold.node))
        }
        return reduce(reducer)
    }
}

/// A reduction of one action by one store.
struct Fold {
    let store: StoreReference
    let action: AnyBox
    let before: AnyBox
    let after: AnyBox
    let node: FlowNode
}
