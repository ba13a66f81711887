extension CommandExecution {
    /// Has the handler answer now, as the next turn, and begins the turn of its event: where both are next in any case,
    /// since nothing else waits, nobody attends, and the handler is a plain function. Then nothing need be registered,
    /// since no other turn can come between. Everything else is started as work that runs.
    ///
    /// - Returns: the action that the event is folded as.
    @inlinable func answer(for core: StoreCore<R>, job: Job?) -> R.Action? {
        let loop = core.loop
        guard key == nil, residence == nil, patience == nil, !core.isClosed,
            loop.pointee.mayStart(job), let handler = loop.pointee.registration(of: C.self),
            let handle = handler.immediate, loop.pointee.beginNextTurn()
        else {
            core.start(self, job)
            return nil
        }
        core.effects.count += 1
        defer { core.effects.count -= 1 }
        do throws(C.Failure) {
            let output = try handle(command)
            if !core.isClosed, loop.pointee.mayStart(job), !loop.pointee.hasListeners(to: Event<C>.self),
                loop.pointee.beginNextTurn()
            {
                return respond?(.data(output))
            }
            conclude(.data(output), for: core, job: job)
        } catch {
            conclude(.failure(error), for: core, job: job)
        }
        return nil
    }

    /// Has the event go through the queue, as the last of work that runs.
    @usableFromInline func conclude(_ event: Event<C>, for core: StoreCore<R>, job: Job?) {
        if core.engine.isShutDown { return }
        if core.isClosed { return core.giveUp(job) }
        if job?.isCancelled == true { return }
        let run = StoreRun(self, core: core, job: job)
        run.register()
        run.conclude(event)
    }
}
