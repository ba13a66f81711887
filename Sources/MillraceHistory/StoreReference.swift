import Millrace

/// A store, as its records know it: what is needed to reduce its actions again when it was released.
///
/// It has no weak reference: that would make retaining the store cost several times as much.
final class StoreReference {
    let id: StoreID
    /// Whether a state of it was counted.
    var wasRecorded = false
    let reducer: any Reducer

    init(to store: StoreCore) { (id, reducer) = (store.id, store.reducer) }

    /// Reduces the action of `reduction` again, from another state and by another reducer if it is of the same type.
    ///
    /// Nothing is performed. The flows are those of the new reduction and of `reduction`, with their type.
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

/// The stores that were recorded. Turns name them by their places, because retaining an object costs more than a number.
struct StoreReferences: ~Copyable {
    private var references = Pool<StoreReference>()
    /// The places by the numbers of the stores.
    private var places = NumberMap()
    /// The store that was looked for last.
    private var last: (number: UInt64, place: Int32) = (0, -1)

    subscript(place: Int32) -> StoreReference { references[place] }

    /// The place of the store that a message concerns; -1 for none.
    @inline(__always) mutating func place(of message: MessageContent) -> Int32 {
        let number = message.storeNumber
        return number == last.number ? last.place : message.concernedStore.map { place(of: $0) } ?? -1
    }

    /// The place of the store that has reduced an action.
    @inline(__always) mutating func place(of reduction: Reduction) -> Int32 {
        reduction.store.id.number == last.number ? last.place : place(of: reduction.store)
    }

    /// The place of a store, which is given one if it has none.
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
