public import Millrace

extension History {
    /// Reduces every action of ``records`` again, each store from its first remembered state, released stores too, and
    /// performs nothing.
    ///
    /// States and flows are compared as two flows are: by `==` if their type has it, else part by part. Functions are
    /// never equal, so messages and states that hold one always differ.
    ///
    /// - Returns: the first mismatch of a state or a flow; `nil` if there is none. A mismatch means that a
    ///   reducer is not pure (law 4), or was changed.
    public func replay() -> ReplayMismatch? { Replay(of: self).mismatch }

    /// Reduces the actions of one store again, by its own reducer or another of the same type, and performs nothing.
    ///
    /// Give the state to a new store to continue from there: `Store(replay.state, reducer, on: engine)`.
    ///
    /// - Returns: the state at the end, and the first mismatch; `nil` if nothing of the store is
    ///   remembered.
    public func replay<R: Reducer>(_ store: Store<R>, through reducer: R? = nil) -> ReplayResult<R>? {
        replay(store.id, as: R.self, through: reducer)
    }

    /// Reduces the actions of a store again, which may have been released; ``Record/stores`` names it.
    public func replay<R: Reducer>(_ id: StoreID, as type: R.Type, through reducer: R? = nil) -> ReplayResult<R>? {
        let replay = Replay(of: self, only: id, through: reducer)
        return replay.states[id.number].map {
            ReplayResult(state: $0.value(as: R.State.self), count: replay.count, mismatch: replay.mismatch)
        }
    }
}

/// A replay.
private final class Replay {
    /// The turns, each by itself.
    private let turns: [Record]
    /// The state of each store, as it is replayed.
    private(set) var states: [UInt64: AnyBox] = [:]
    /// The state of each store, as it was recorded.
    private var recorded: [UInt64: AnyBox] = [:]
    private(set) var count = 0
    /// The first mismatch.
    private(set) var mismatch: ReplayMismatch?

    /// Reduces the actions of one store, or those of all stores until the first turn that differs.
    init(of history: History, only store: StoreID? = nil, through reducer: Any? = nil) {
        turns = history.timeline.past
        for turn in turns where store != nil || mismatch == nil {
            for reduction in turn.reductions where store == nil || store == reduction.store.id {
                reduce(reduction, of: turn, through: reducer)
            }
        }
    }

    /// Reduces one action again, and compares.
    private func reduce(_ reduction: StoreReduction, of turn: Record, through reducer: Any?) {
        let store = reduction.store
        var state = reduction.before
        // If the history was off for a while, or was cleared, it continues from the recorded state.
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
