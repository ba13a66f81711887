import Millrace

/// A reduction of one action by one store.
struct StoreReduction {
    let store: StoreReference
    let action: AnyBox
    let before: AnyBox
    let after: AnyBox
    let flow: FlowNode
}

/// The parts of a store that are needed to reduce its actions again, also after the store was released.
///
/// It has no weak reference to the store, because that would make each retain of the store several times as expensive.
typealias StoreReference = (id: StoreID, reducer: any Reducer)
