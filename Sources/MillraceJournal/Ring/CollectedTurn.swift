import Millrace

/// A turn as the engine's actor has collected it.
struct CollectedTurn {
    let id: UInt64
    /// The number of the message's own turn. It differs if middleware held the message.
    let message: UInt64
    let cause: UInt64
    let kind: Message.Kind
    /// The store that the message concerns.
    let store: UInt64?
    var payload: AnyBox?
    let time: Duration
    let start: ContinuousClock.Instant
    var took = Duration.zero
    var reductions: [CollectedReduction] = []
    /// The outcome, if the message ended in this turn.
    var outcome: Message.Outcome?
}

/// A reduction of a turn: the store with its state after it.
struct CollectedReduction {
    let store: UInt64
    /// The action, if the message is none itself.
    let action: AnyBox?
    /// `nil` if the state was left out, because the writer is too slow and a later one follows.
    var after: AnyBox?
    /// The store with its first state, if it was not collected before.
    let new: CollectedStore?
}

/// A store with its state when it was first collected.
struct CollectedStore {
    let number: UInt64
    let reducer: any Reducer.Type
    let state: AnyBox
    /// The place of its scene; `nil` if it has none.
    var place: StorePlace?
}

extension CollectedStore {
    /// - Parameter state: The state. Defaults to the current one.
    init(_ store: StoreCore, state: AnyBox? = nil) {
        self.init(
            number: store.id.number, reducer: store.id.reducer, state: state ?? store.snapshot(),
            place: store.owner?.place)
    }
}

/// An event in the life of an engine.
enum CollectedEntry {
    case turn(CollectedTurn)
    /// A message ended in a later turn than its own.
    case ended(UInt64, Message.Outcome, turn: UInt64, time: Duration)
    case retried(UInt64, after: Duration)
    /// The stores with these numbers exist; all others were released.
    case stores(Set<UInt64>)
    /// A store has got its place in a window.
    case opened(CollectedStore)
    /// The scene of the store with this number was removed.
    case closed(UInt64)
}

/// The entries of an engine, on their way to the thread that writes.
///
/// Safe: states and payloads are values, which the engine never changes in place while there is another reference. A reducer that
/// changes an object within its state would break the order of turns, too.
struct CollectedBatch: @unchecked Sendable {
    /// The stores of the engine, in the first batch.
    var stores: [CollectedStore] = []
    var entries: [CollectedEntry] = []
    /// The number of turns that were not collected before these entries, because the writer was too slow.
    var lost = 0
}
