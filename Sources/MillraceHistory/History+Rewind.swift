import Millrace

extension History {
    /// Puts every store back to what it was right after record `id`, or on to it: in ``records``, in ``future``, or in
    /// one of the ``branches``. 0 is before everything that is remembered.
    ///
    /// No reducer runs and nothing is performed anew. Commands, waits, workers and held messages that were begun since
    /// are cancelled; those that have ended stay so, and what still comes of them late is counted, not recorded. Then
    /// the observers hear, as after a turn. The next message goes on from there (with it standing work follows the
    /// state), and what lay ahead becomes a branch: nothing is lost. A store that was made since is as it was when it
    /// was made; one that has gone does not come back.
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
