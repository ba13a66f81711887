extension CommandExecution {
    /// Starts the command, and takes its turn now where that is the next in any case, since nothing else waits and
    /// nobody attends.
    ///
    /// - Returns: the action that its first event is folded as, whose turn has come then too.
    @inlinable func answer(for core: StoreCore<R>, job: Job?) -> R.Action? {
        if core.isClosed { core.giveUp(job) }
        guard !core.isClosed, core.loop.mayStart(job) else { return nil }
        let handler = patience == nil ? core.loop.registration(of: C.self) : nil
        if let handler, handler._withUnsafeGuaranteedRef({ $0.immediate != nil }), key == nil, residence == nil,
            core.loop.beginNextTurn()
        {
            return handler._withUnsafeGuaranteedRef { answer(for: core, job: job, by: $0.immediate.unsafelyUnwrapped) }
        }
        let run = StoreRun(self, core: core, job: job)
        if residence != nil { core.memory.set(Attention.lodgers, to: true) }
        guard core.effects.mayStart(run, policy) else { return nil }
        if let handle = handler?._withUnsafeGuaranteedRef({ $0.suspending }), core.loop.beginNextTurn() {
            return run.begin(handle)
        }
        run.start()
        return nil
    }

    /// Has a plain function answer. Nothing need be registered, since no other turn can come between.
    @inlinable @inline(__always) func answer(
        for core: StoreCore<R>, job: Job?, by handle: (C) throws(C.Failure) -> C.Output
    ) -> R.Action? {
        let loop = core.loop
        core.effects.count += 1
        defer { core.effects.count -= 1 }
        do throws(C.Failure) {
            let output = try handle(command)
            if !core.isClosed, loop.mayStart(job), !loop.hasListeners(to: Event<C>.self),
                loop.beginNextTurn()
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
