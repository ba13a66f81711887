import Millrace

extension History {
    /// Restores the state that every store had after record `id`.
    ///
    /// The record may be in ``records``, in ``future``, or in one of the ``branches``. 0 restores the states before the first
    /// record.
    ///
    /// - No reducer runs, and no flow is performed.
    /// - Commands, delays, workers and held messages that started later are cancelled. Results that arrive after that are
    ///   counted and not recorded.
    /// - The observers are notified, as after a turn.
    /// - A store that was created later gets the state before its first record. A released store is not restored.
    ///
    /// The next message continues from the restored states. Its turn starts and cancels active commands as the state requests,
    /// and the records in ``future`` become a branch.
    ///
    /// - Throws: ``Failure``; then the stores and the history are unchanged.
    public func rewind(to id: Record.ID) throws(Failure) {
        guard let engine, !engine.isShutDown else { throw .noEngine }
        if engine.isRunning { throw .busy }
        guard let common = timeline.move(to: id) else { throw .unknown(id) }
        engine.perform {
            let states = statesToRestore(on: engine)
            engine.enqueue { [unowned engine] in engine.replaceStates(states, cancellingAfter: common) }
        }
    }

    /// The state of each open store at the current position: the state after its last reduction up to there or, if there is
    /// none, the state before its first reduction.
    fileprivate func statesToRestore(on engine: Engine) -> [(store: StoreCore, state: AnyBox)] {
        var states: [UInt64: AnyBox] = [:]
        for reduction in timeline.all.flatMap(\.reductions).reversed() {
            states[reduction.store.id.number] = reduction.before
        }
        for reduction in timeline.past.flatMap(\.reductions) { states[reduction.store.id.number] = reduction.after }
        return engine.storesInOrder.compactMap { store in
            store.isClosed ? nil : states[store.id.number].map { (store, $0) }
        }
    }
}
