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
        guard let engine, engine.history === self, !engine.isShutDown else { throw .noEngine }
        if engine.isRunning { throw .busy }
        guard let common = timeline.move(to: id) else { throw .unknown(id) }
        engine.perform {
            // The state of each store after its last reduction up to the position or, if there is none, before its first one.
            let all = timeline.records { _ in true }.flatMap(\.reductions)
            var states = Dictionary(all.map { ($0.store.id, $0.before) }, uniquingKeysWith: { first, _ in first })
            for reduction in timeline.past().flatMap(\.reductions) { states[reduction.store.id] = reduction.after }
            let open = engine.storesInOrder.filter { !$0.isClosed }
            let restored = open.compactMap { store in states[store.id].map { (store, $0) } }
            engine.effects.enqueue { [unowned engine] in engine.replaceStates(restored, cancellingAfter: common) }
        }
    }
}
