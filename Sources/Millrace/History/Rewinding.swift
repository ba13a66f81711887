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
        engine.perform { engine.putBack(to: self, endingWhatCameAfter: common) }
    }

    /// Puts each store that is there back to what it was where the stores are to be: after its last fold until then, else
    /// before its first.
    ///
    /// - Returns: these stores, in the order in which they were made.
    fileprivate func restoreStores() -> [any AnyCore] {
        var found: Set<UInt64> = []
        var restored: [any AnyCore] = []
        func restore(by folds: [AnyFold], before: Bool) {
            for fold in folds where found.insert(fold.past.id.number).inserted {
                guard let core = fold.past.live else { continue }
                fold.restore(before: before)
                restored.append(core)
            }
        }
        for moment in timeline.past.reversed() { restore(by: moment.folds.reversed(), before: false) }
        for moment in timeline.all { restore(by: moment.folds, before: true) }
        return restored.inOrder(of: \.number)
    }
}

extension Engine {
    /// Cancels what was begun after turn `common`, puts the states back, and lets the observers hear.
    fileprivate func putBack(to history: History, endingWhatCameAfter common: UInt64) {
        effects.cancelAll(because: CancellationError()) { $0.since > common }
        for core in cores {
            core.forgetStanding(core.effects.cancelAll(because: CancellationError()) { $0.since > common })
        }
        let restored = history.restoreStores()
        let last = loop.pointee.lastNumber
        for core in restored { core.notify(upTo: last) }
    }
}
