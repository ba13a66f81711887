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
        engine.perform { engine.replace(statesToRestore, cancelling: common) }
    }

    /// The state of each store that is there, where the stores are to be: after its last reduction until then, else before
    /// its first.
    fileprivate var statesToRestore: [(store: StoreCore, state: AnyBox)] {
        var found: Set<UInt64> = []
        var restored: [(store: StoreCore, state: AnyBox)] = []
        func restore(_ folds: some Sequence<Fold>, _ state: (Fold) -> AnyBox) {
            for fold in folds where found.insert(fold.store.id.number).inserted {
                if let store = fold.store.live { restored.append((store, state(fold))) }
            }
        }
        for turn in timeline.past.reversed() { restore(turn.folds.reversed(), \.after) }
        for turn in timeline.all { restore(turn.folds, \.before) }
        return restored.sorted { $0.store.id.number < $1.store.id.number }
    }
}

extension Engine {
    /// Cancels what was begun after turn `common`, puts other states in place, and notifies the observers.
    fileprivate func replace(_ states: [(store: StoreCore, state: AnyBox)], cancelling common: UInt64) {
        cancelEffects(of: 0, because: CancellationError()) { $0.since > common }
        for store in storesInOrder {
            forgetActive(cancelEffects(of: store.machineNumber, because: CancellationError()) { $0.since > common })
        }
        replaceStates(states)
    }
}
