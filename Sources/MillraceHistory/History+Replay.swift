public import Millrace

extension History {
    /// Reduces every action of ``records`` again, and performs nothing.
    ///
    /// Each store starts from its first recorded state. Actions of released stores are reduced too.
    ///
    /// States and flows are compared by `==` if their type is `Equatable`, otherwise property by property, by reflection. Two
    /// functions are never equal, so states and flows that contain a function always differ.
    ///
    /// - Returns: the first state or flow that differs from the recorded one; `nil` if there is none. A mismatch means that a
    ///   reducer is not pure (law 4), or was changed.
    public func replay() -> ReplayMismatch? { Replay(of: self).mismatch }

    /// Reduces the actions of one store again, with its own reducer or another reducer of the same type, and performs nothing.
    ///
    /// To continue from the result, create a store with its state: `Store(result.state, reducer, on: engine)`.
    ///
    /// - Returns: the last state and the first mismatch; `nil` if the history has no record of the store.
    public func replay<R: Reducer>(_ store: Store<R>, through reducer: R? = nil) -> ReplayResult<R>? {
        replay(store.id, as: R.self, through: reducer)
    }

    /// Reduces the actions of a store again. The store may have been released; ``Record/stores`` has the ids.
    public func replay<R: Reducer>(_ id: StoreID, as type: R.Type, through reducer: R? = nil) -> ReplayResult<R>? {
        let replay = Replay(of: self, only: id, through: reducer)
        return replay.states[id.number].map {
            ReplayResult(state: $0.value(as: R.State.self), count: replay.count, mismatch: replay.mismatch)
        }
    }
}

/// A replay of a history's records.
private final class Replay {
    /// The recorded turns, with a separate record for each turn of a held message.
    private let turns: [Record]
    /// The replayed state of each store, by the store's number.
    private(set) var states: [UInt64: AnyBox] = [:]
    /// The recorded state of each store, by the store's number.
    private var recorded: [UInt64: AnyBox] = [:]
    private(set) var count = 0
    /// The first mismatch.
    private(set) var mismatch: ReplayMismatch?

    /// Replays all actions of one store, or, without a store, the actions of all stores until the first turn that differs.
    init(of history: History, only store: StoreID? = nil, through reducer: Any? = nil) {
        turns = history.timeline.past
        for turn in turns where store != nil || mismatch == nil {
            for reduction in turn.reductions where store == nil || store == reduction.store.id {
                reduce(reduction, of: turn, through: reducer)
            }
        }
    }

    /// Reduces one action again, and compares the result with the recorded one.
    private func reduce(_ reduction: StoreReduction, of turn: Record, through reducer: Any?) {
        let store = reduction.store
        if turn.kind == .replacement {
            (states[store.id.number], recorded[store.id.number]) = (reduction.after, reduction.after)
            return
        }
        var state = reduction.before
        // If the history did not record for a while, the replay continues from the recorded state.
        if let last = recorded[store.id.number], let mine = states[store.id.number],
            last === reduction.before || areSame(last.any, reduction.before.any)
        {
            state = mine
        }
        let (after, flow, recordedFlow) = store.reduce(reduction, from: state, by: reducer)
        (states[store.id.number], recorded[store.id.number]) = (after, reduction.after)
        count += 1
        if mismatch != nil { return }
        let hasSameState = areSame(after.any, reduction.after.any)
        let (old, new): (Any, Any) = hasSameState ? (recordedFlow, flow) : (reduction.after.any, after.any)
        if hasSameState, areSame(old, new) { return }
        mismatch = ReplayMismatch(
            record: Record.merged(turns.filter { $0.id == turn.start && $0.id != turn.id } + [turn])[0],
            store: store.id, subject: hasSameState ? .flow : .state, recorded: old, replayed: new)
    }
}
