import Millrace

extension History {
    /// Restores the state of every store after record `id`. The record may be in ``records``, in ``future``, or in one of the
    /// ``branches``. 0 restores the states before the first record.
    ///
    /// - No reducer runs, and no flow is performed.
    /// - Commands, delays, workers and held messages that started later are cancelled. Their late results are counted and not
    ///   recorded.
    /// - The observers are notified, as after a turn.
    /// - A store that was created later gets its initial state. A released store is not restored.
    ///
    /// The next message continues from there: active commands then follow the state, and the records ahead become a branch.
    ///
    /// - Throws: ``Failure``; then nothing has changed.
    public func rewind(to id: Record.ID) throws(Failure) {
        guard let engine, !engine.isShutDown else { throw .noEngine }
        if engine.isRunning { throw .busy }
        guard let common = timeline.go(to: id) else { throw .unknown(id) }
        engine.perform {
            for scope in [0] + engine.storesInOrder.map(\.machineNumber) {
                engine.forgetActive(engine.cancelEffects(of: scope, because: CancellationError()) { $1.since > common })
            }
            engine.replaceStates(statesToRestore(on: engine))
        }
    }

    /// The state of each store that was not released, at the present position: after its last reduction until then, else
    /// before its first.
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
