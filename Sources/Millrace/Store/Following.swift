extension StoreCore {
    /// Does what `flow` asks for, and takes the turns that come of it for as long as each is the next in any case, since
    /// nothing else waits: those need not pass through the queue.
    @inlinable func follow(_ flow: Flow<R>, job: Job?) {
        var action = next(of: flow, job: job)
        while let one = action {
            guard let flow = fold(alone: one, job: job) else { return }
            action = next(of: flow, job: job)
        }
        if memory.pointee.attention & Attention.lasting != 0 { settle() }
    }

    /// Folds `action` in a turn that concerns this store alone, and lets the observers hear.
    ///
    /// - Returns: what is to be done next; `nil` where that has been done, because something had to be done after it.
    @inlinable func fold(alone action: R.Action, job: Job?) -> Flow<R>? {
        let flow = reducer.reduce(&memory.pointee.state, action)
        if memory.pointee.attention == 0 { return flow }
        notify(upTo: loop.pointee.lastNumber)
        if memory.pointee.attention & Attention.lasting == 0 { return flow }
        finish(flow, after: action, job: job)
        return nil
    }

    /// Does what `flow` asks for.
    ///
    /// - Returns: the action whose turn has come of it already.
    @inlinable func next(of flow: Flow<R>, job: Job?) -> R.Action? {
        switch flow.storage {
        case .none: break
        case .send(let action):
            if isClosed {
                giveUp(job)
            } else if loop.beginNextTurn() {
                return action
            } else {
                enqueue(action, job: job)
            }
        case .execute: return flow.execution?._withUnsafeGuaranteedRef { $0.answer($0, self, job) }
        case .step(let step): perform(step, job)
        }
        return nil
    }
}
