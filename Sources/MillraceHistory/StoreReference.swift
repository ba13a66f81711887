import Millrace

/// A store, as its records know it: what is needed to reduce its actions again when it was released.
final class StoreReference {
    let id: StoreID
    /// Whether a state of it was counted.
    var wasRecorded = false
    private(set) weak var store: StoreCore?
    private let reducer: any Reducer

    init(to store: StoreCore) { (id, self.store, reducer) = (store.id, store, store.reducer) }

    /// The store, while it is there.
    var live: StoreCore? { store.flatMap { $0.isClosed ? nil : $0 } }

    /// Reduces an action again, by `other` if it fits, and performs nothing.
    func reduce(_ state: AnyBox, _ action: AnyBox, by other: Any?) -> (state: AnyBox, flow: FlowNode) {
        func reduce<R: Reducer>(_ own: R) -> (AnyBox, FlowNode) {
            var state = state.value(as: R.State.self)
            let flow = ((other as? R) ?? own).reduce(&state, action.value(as: R.Action.self))
            return (Box(state), flow.node)
        }
        return reduce(reducer)
    }

    /// A flow of the store's reducer, as what it is.
    func flow(_ node: FlowNode) -> any Equatable {
        func flow<R: Reducer>(_ reducer: R) -> any Equatable { Flow<R>(node) }
        return flow(reducer)
    }
}

/// What one store made of one message.
struct Fold {
    let store: StoreReference
    let action: AnyBox
    let before: AnyBox
    let after: AnyBox
    let node: FlowNode
    /// The flow, as `Flow<R>`.
    var flow: any Equatable { store.flow(node) }
}
