import Millrace

/// A store, as its records know it: what is needed to reduce its actions again when it was released.
///
/// What it does with states and actions is in closures that are made where the types are known.
final class StoreReference {
    let id: StoreID
    /// Whether a state of it was counted.
    var wasRecorded = false
    private(set) weak var store: (any EngineStore)?
    /// Reduces a boxed action on a boxed state, and performs nothing: the state after it, and the flow.
    let reduce: (_ state: AnyBox, _ action: AnyBox, _ reducer: Any?) -> (state: AnyBox, flow: Any)
    /// Whether two flows are the same.
    let areFlowsSame: (Any, Any) -> Bool

    init<R: Reducer>(_ store: StoreCore<R>) {
        (id, self.store) = (store.id, store)
        let own = store.reducer
        reduce = { state, action, reducer in
            var state = state.value(as: R.State.self)
            let flow = ((reducer as? R) ?? own).reduce(&state, action.value(as: R.Action.self))
            return (Box(state), flow)
        }
        areFlowsSame = { one, other in
            guard let one = one as? Flow<R>, let other = other as? Flow<R> else { return false }
            return one == other
        }
    }

    /// The store, while it is there.
    var live: (any EngineStore)? { store.flatMap { $0.isClosed ? nil : $0 } }
}

/// What one store made of one message.
struct Fold {
    let store: StoreReference
    let action: AnyBox
    let before: AnyBox
    let after: AnyBox
    /// The flow, as `Flow<R>`.
    let flow: Any
}
