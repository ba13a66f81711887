import Millrace

/// The parts of a store that are needed to reduce its actions again, also after the store was released.
///
/// It has no weak reference to the store, because that would make each retain of the store several times as expensive.
final class StoreReference {
    let id: StoreID
    /// Whether a state of the store was counted in the budget.
    var wasRecorded = false
    let reducer: any Reducer

    init(to store: StoreCore) { (id, reducer) = (store.id, store.reducer) }

    /// Reduces the action of `reduction` again from `state`. Uses `other` if it is a reducer of the same type.
    ///
    /// Nothing is performed. Returns the new state, the new flow, and the recorded flow, both with the reducer's type.
    func reduce(
        _ reduction: StoreReduction, from state: AnyBox, by other: Any?
    ) -> (state: AnyBox, flow: any Equatable, recorded: any Equatable) {
        func reduce<R: Reducer>(_ own: R) -> (AnyBox, any Equatable, any Equatable) {
            var state = state.value(as: R.State.self)
            let flow = ((other as? R) ?? own).reduce(&state, reduction.action.value(as: R.Action.self))
            return (Box(state), flow, Flow<R>(reduction.node))
        }
        return reduce(reducer)
    }
}

/// The stores that were recorded. Turns refer to a store by its index here, because that is cheaper than to retain an object.
struct StoreReferences: ~Copyable {
    private var references = Pool<StoreReference>()
    /// The indices of the stores, by the numbers of the stores.
    private var places = NumberMap()
    /// The last store whose index was requested.
    private var last: (number: UInt64, place: Int32) = (0, -1)

    subscript(place: Int32) -> StoreReference { references[place] }

    /// The index of the store that a message concerns; -1 if there is none.
    @inline(__always) mutating func place(of message: MessageContent) -> Int32 {
        let number = message.storeNumber
        return number == last.number ? last.place : message.concernedStore.map { place(of: $0) } ?? -1
    }

    /// The index of the store that has reduced an action.
    @inline(__always) mutating func place(of reduction: Reduction) -> Int32 {
        reduction.store.id.number == last.number ? last.place : place(of: reduction.store)
    }

    /// The index of a store, which is added if it is new.
    @inline(never) private mutating func place(of store: StoreCore) -> Int32 {
        let number = store.id.number
        var place = places.find(number)
        if place < 0 {
            place = Int32(references.count)
            references.append(StoreReference(to: store))
            places.set(number, place)
        }
        last = (number, place)
        return place
    }
}

/// A reduction of one action by one store.
struct StoreReduction {
    let store: StoreReference
    let action: AnyBox
    let before: AnyBox
    let after: AnyBox
    let node: FlowNode
}
