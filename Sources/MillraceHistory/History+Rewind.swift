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
        var timeline = timeline
        guard let common = timeline.go(to: id) else { throw .unknown(id) }
        self.timeline = timeline
        engine.perform {
            for scope in [0] + engine.storesInOrder.map(\.machineNumber) {
                engine.forgetActive(engine.cancelEffects(of: scope, because: CancellationError()) { $0.since > common })
            }
            engine.replaceStates(statesToRestore)
        }
    }

    /// The state of each store that was not released, at the present position: after its last reduction until then, else
    /// before its first.
    fileprivate var statesToRestore: [(store: StoreCore, state: AnyBox)] {
        var states: [UInt64: (store: StoreReference, state: AnyBox)] = [:]
        for fold in timeline.all.flatMap(\.folds).reversed() {
            states[fold.store.id.number] = (fold.store, fold.before)
        }
        for fold in timeline.past.flatMap(\.folds) { states[fold.store.id.number] = (fold.store, fold.after) }
        let inOrder = states.sorted { $0.key < $1.key }.map(\.value)
        return inOrder.compactMap { store, state in store.live.map { ($0, state) } }
    }
}
