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

    /// What each store was where the stores are to be: after its last fold until then, else before its first.
    fileprivate var states: [(past: any AnyPast, restore: () -> Void)] {
        var found: [UInt64: (past: any AnyPast, restore: () -> Void)] = [:]
        for moment in timeline.past.reversed() {
            for fold in moment.folds.reversed() where found[fold.past.id.number] == nil {
                found[fold.past.id.number] = (fold.past, { fold.restore(before: false) })
            }
        }
        for moment in timeline.all {
            for fold in moment.folds where found[fold.past.id.number] == nil {
                found[fold.past.id.number] = (fold.past, { fold.restore(before: true) })
            }
        }
        return found.values.sorted { $0.past.id.number < $1.past.id.number }
    }
}

extension Engine {
    /// Cancels what was begun after turn `common`, puts the states back, and lets the observers hear.
    fileprivate func putBack(to history: History, endingWhatCameAfter common: UInt64) {
        effects.cancelAll(because: CancellationError()) { $0.since > common }
        for core in cores {
            core.forgetStanding(core.effects.cancelAll(because: CancellationError()) { $0.since > common })
        }
        let states = history.states.filter { $0.past.live != nil }
        for state in states { state.restore() }
        let last = loop.pointee.lastNumber
        for state in states { state.past.live?.notify(upTo: last) }
    }
}
