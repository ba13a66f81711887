public import Millrace

extension History {
    /// Reduces every action of ``records`` again, and performs nothing.
    ///
    /// Each store starts from its first recorded state. Actions of released stores are reduced too.
    ///
    /// States and flows are compared by their bits, otherwise property by property, by reflection. `==` does not decide, because a
    /// type may compare less than it stores. A function is the same only if it was copied, so a state or flow for which a reducer
    /// makes a function differs.
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
        return replay.states[id].map {
            ReplayResult(state: $0.replayed.value(as: R.State.self), count: replay.count, mismatch: replay.mismatch)
        }
    }
}

/// A replay of a history's records.
private struct Replay {
    /// The last state of each store: the replayed and the recorded one.
    private(set) var states: [StoreID: (replayed: AnyBox, recorded: AnyBox)] = [:]
    private(set) var count = 0
    /// The first mismatch.
    private(set) var mismatch: ReplayMismatch?

    /// Replays all actions of one store, or, without a store, the actions of all stores until the first turn that differs.
    init(of history: History, only store: StoreID? = nil, through reducer: Any? = nil) {
        for turn in history.timeline.past() where store != nil || mismatch == nil {
            for reduction in turn.reductions where store == nil || store == reduction.store.id {
                replay(reduction, of: turn, with: reduction.store.reducer, or: reducer)
            }
        }
    }

    /// Reduces one action again, with `other` if it is a reducer of the same type. Compares the result with the recorded one.
    private mutating func replay<R: Reducer>(
        _ reduction: StoreReduction, of record: Record, with reducer: R, or other: Any?
    ) {
        let id = reduction.store.id
        if record.kind == .replacement { return states[id] = (reduction.after, reduction.after) }
        var state = reduction.before.value(as: R.State.self)
        // If the history did not record for a while, the replay continues from the recorded state.
        if let last = states[id], last.recorded === reduction.before || haveSameContents(last.recorded.any, state) {
            state = last.replayed.value(as: R.State.self)
        }
        let action = reduction.action.value(as: R.Action.self)
        let flow = (other as? R ?? reducer).reduce(&state, action)
        states[id] = (Box(state), reduction.after)
        count += 1
        if mismatch != nil { return }
        let (recorded, recordedFlow) = (reduction.after.any, Flow<R>(reduction.flow))
        let isSameState = haveSameContents(recorded, state)
        if isSameState && recordedFlow.hasSameContents(as: flow) { return }
        mismatch = ReplayMismatch(
            record: record, store: id, subject: isSameState ? .flow : .state,
            recorded: isSameState ? recordedFlow : recorded, replayed: isSameState ? flow : state)
    }
}
