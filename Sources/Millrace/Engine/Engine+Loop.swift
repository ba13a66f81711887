// The loop: it processes the inputs of the queue.
extension Engine {
    package var isRunning: Bool { loop.isRunning }

    /// The number of inputs in the queue.
    package var queuedCount: Int { loop.count }

    // MARK: From outside

    /// Runs `work` now, in the loop. If the loop is idle, the queue is processed before this method returns. Otherwise, what `work`
    /// appends to the queue is processed later.
    package func perform(_ work: () -> Void) {
        if isRunning { return work() }
        begin()
        work()
        _ = drain()
    }

    /// Runs `work` after the turn under way and before the next one. If no turn is under way, `work` runs behind the jobs that
    /// were posted before.
    package func performAfterTurn(_ work: @escaping () -> Void) {
        if isRunning { loop.addAfterTurn(work) } else { perform { effects.enqueue(work) } }
    }

    /// Processes a message from outside: now, with all messages that follow from it, or in its turn if another turn is under
    /// way.
    ///
    /// - Parameters:
    ///   - what: Describes the message in the fault that is reported if the engine was shut down.
    ///   - work: Appends the message to the queue, in the scope that it receives.
    /// - Returns: The receipt of the message.
    package func dispatch(_ what: @autoclosure () -> FaultText, _ work: (Int32) -> Void) -> Receipt {
        if isShutDown { return refuse(.shutDown(what())) }
        if isRunning {
            let scope = effects.machine.openScope()
            let receipt = Receipt(effects.receipt(of: scope))
            work(scope)
            effects.machine.release(scope)
            effects.performSteps()
            return receipt
        }
        begin()
        work(0)
        return drain()
    }

    /// Reports a fault, and returns a receipt that throws it.
    package func refuse(_ fault: Fault) -> Receipt {
        report(fault)
        let storage = ReceiptStorage(posted)
        storage.finish(fault)
        return Receipt(storage)
    }

    /// Takes the posted jobs and runs them all, even during a turn. This closes the stores that were released.
    package func processPosted() {
        effects.takePosted()
        performBetweenTurns()
    }

    /// Runs `work` on the engine's actor between two turns, from any thread. If the actor was released, runs `other` on this
    /// thread.
    package func performOnActor(_ work: @escaping @Sendable (Engine) -> Void, orElse other: () -> Void) {
        guard posted.canDeliver else { return other() }
        posted.post(.betweenTurns { [posted] in if let engine = posted.engine { work(engine) } })
    }

    // MARK: The loop

    /// Begins a slice of turns, with the posted jobs.
    func begin() {
        loop.begin()
        if loop.hasPosted { effects.takePosted() }
        performBetweenTurns()
    }

    /// Processes inputs until the queue is empty or the turns of the slice are used up.
    ///
    /// - Returns: The receipt of the outermost message.
    func drain() -> Receipt {
        while loop.hasWork || effects.machine.hasSteps {
            finishTurn()
            while let input = loop.next(label) {
                process(input)
                finishTurn()
            }
            if loop.mustYield { return interrupt() }
            loop.set(LoopFlags.pending, false)
        }
        return finish()
    }

    /// Does the work between two turns: steps of the effect machine, first values of subscribers, and posted jobs.
    private func finishTurn() {
        effects.performSteps()
        if loop.hasWorkAfterTurn { performAfterTurn() }
        loop.cause = 0
    }

    private func performAfterTurn() {
        while let work = loop.nextAfterTurn() {
            work()
            effects.performSteps()
        }
        loop.cause = 0
        if loop.posted.hasDueJobs.isRaised { effects.takePosted() }
        performBetweenTurns()
        registrations.releaseRetired()
    }

    private func performBetweenTurns() {
        while let work = loop.nextBetweenTurns() {
            work()
            effects.performSteps()
        }
    }

    private func finish() -> Receipt {
        loop.cause = 0
        if !effects.newTimers.isEmpty { effects.startTimers() }
        let receipt = effects.rootScope == 0 ? .finished : effects.releaseRoot()
        loop.end()
        if loop.flags & LoopFlags.idleObserver != 0, !loop.hasPosted { for one in idleObservers { one.becameIdle() } }
        return receipt
    }

    /// Yields the actor, and continues with the queue in a later job. No input is discarded.
    private func interrupt() -> Receipt {
        if let chain = loop.interrupt(label) { report(.runaway(turns: turnsPerSlice, chain: chain)) }
        let receipt = Receipt(effects.receipt(of: effects.requireScope(0)))
        effects.startTimers()
        if loop.isPaused { return receipt }
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) { engine.open()?.resumeSlice() }
        return receipt
    }

    private func resumeSlice() {
        guard loop.resume() else { return }
        begin()
        _ = drain()
    }

    /// Takes no more inputs from the queue after the turn under way, or takes them again. What is sent meanwhile waits.
    package func setPaused(_ isPaused: Bool) {
        guard loop.isPaused != isPaused else { return }
        loop.isPaused = isPaused
        if !isPaused { resumeSlice() }
    }
}

extension PostedJobs {
    /// The engine; `nil` if it was released. Use it only on the engine's actor.
    package var engine: Engine? { owner.open() as? Engine }
}

extension Reply {
    /// The engine; `nil` if it was released. Use it only on the engine's actor.
    package var engine: Engine? { posted.engine }
}

extension Message {
    /// The receipt of this message alone. It is complete when everything that the message caused has ended.
    ///
    /// Read this property while middleware decides about the message or holds it. A receipt that is first read later has
    /// already ended.
    public var receipt: Receipt {
        guard let turn = (content.original ?? content) as? Turn, let engine = turn.posted.engine else {
            return .finished
        }
        return turn.receipt { engine.effects.openReceipt(of: $0) }
    }
}
