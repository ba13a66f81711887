extension Engine {
    package var isRunning: Bool { flags & (EngineFlags.running | EngineFlags.sliced) != 0 }

    /// Appends an input to the queue, behind the jobs that other threads posted before.
    func enqueue(_ input: consuming QueuedInput, scope: Int32 = 0, cause: UInt64? = nil) {
        if hasPosted { takePosted() }
        append(input, scope, cause)
    }

    /// Appends an action to the queue. The closure `add` appends the action itself to the store's pending actions.
    ///
    /// Posted jobs are taken first, so that both queues have the same order.
    func enqueueAction(of store: StoreCore, scope: Int32 = 0, cause: UInt64? = nil, _ add: () -> Void) {
        if hasPosted { takePosted() }
        add()
        append(.action(store), scope, cause)
    }

    private func append(_ input: consuming QueuedInput, _ scope: Int32, _ cause: UInt64?) {
        machine.retain(scope)
        input.scope = scope
        input.cause = cause ?? self.cause
        queue.append(input)
        flags |= EngineFlags.pending
    }

    /// Appends `work` to the queue, as an input of the scope.
    package func enqueue(scope: Int32 = 0, _ work: @escaping () -> Void) { enqueue(.call(work), scope: scope) }

    /// The number of inputs in the queue.
    package var queuedCount: Int { queue.count }

    /// Runs `work` now, in the loop. If no turn is under way, the queue is processed before this method returns. Otherwise, the
    /// loop processes it later.
    package func perform(_ work: () -> Void) {
        if isRunning { return work() }
        begin()
        work()
        _ = drain()
    }

    /// Runs `work` after the turn under way and before the next one. If no turn is under way, `work` runs behind the jobs that
    /// were posted before.
    package func performAfterTurn(_ work: @escaping () -> Void) {
        if !isRunning { return perform { enqueue(work) } }
        afterTurn.append(work)
        flags |= EngineFlags.pending | EngineFlags.afterTurn
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
            let scope = machine.openScope()
            let receipt = Receipt(receipt(of: scope))
            // The flow under way may belong to a group. What other code starts does not.
            let outer = exchange(&group, with: .none)
            work(scope)
            group = outer
            machine.release(scope)
            performSteps()
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

    func begin() {
        set(EngineFlags.running, true)
        turnsLeft = turnsPerSlice
        if hasPosted { takePosted() }
        if !betweenTurns.isEmpty { performBetweenTurns() }
    }

    /// Processes inputs until the queue is empty or the turns of the slice are used up.
    ///
    /// - Returns: The receipt of the outermost message.
    func drain() -> Receipt {
        while flags & (EngineFlags.pending | EngineFlags.afterTurn) != 0 || machine.hasSteps || hasDueJobs {
            finishTurn()
            while !queue.isEmpty {
                if turnsLeft <= RunawayTrace.length {
                    let next = queue.first
                    trace.note(turn + 1, cause: next.cause, label(of: next))
                    if turnsLeft <= 0 { return interrupt(before: next) }
                }
                turnsLeft -= 1
                if let next = queue.popFirst() { take(next) }
                finishTurn()
            }
            flags &= ~EngineFlags.pending
        }
        return finish()
    }

    /// Does the work between two turns: steps of the effect machine, first values of subscribers, and posted jobs.
    func finishTurn() {
        performSteps()
        if flags & EngineFlags.afterTurn != 0 || hasDueJobs { performAfterTurn() }
        cause = 0
    }

    private func performAfterTurn() {
        flags &= ~EngineFlags.afterTurn
        while let work = afterTurn.popFirst() {
            work()
            performSteps()
        }
        cause = 0
        if hasDueJobs { takePosted() }
        performBetweenTurns()
        while retiredStores.popLast() != nil {}
    }

    private func finish() -> Receipt {
        cause = 0
        if !newTimers.isEmpty { startTimers() }
        if trace.isUsed { trace = RunawayTrace() }
        let receipt = rootScope == 0 ? .finished : releaseRoot()
        flags &= ~EngineFlags.running
        if flags & EngineFlags.idleObserver != 0, !hasPosted { onIdle?() }
        return receipt
    }

    /// Releases the scope of the outermost message.
    ///
    /// - Returns: The receipt of the outermost message.
    @discardableResult
    func releaseRoot() -> Receipt {
        let scope = rootScope
        rootScope = 0
        if scope == 0 || !hasReceipt(scope) && machine.closeIfUnused(scope: scope) { return .finished }
        let receipt = Receipt(self.receipt(of: scope))
        machine.release(scope)
        performSteps()
        return receipt
    }

    /// Returns `scope`, or the scope of the outermost message if `scope` is 0. That scope is opened when it is first needed.
    package func requireScope(_ scope: Int32) -> Int32 {
        if scope != 0 { return scope }
        if rootScope == 0 { rootScope = machine.openScope() }
        return rootScope
    }

    // MARK: Posted jobs

    private var hasDueJobs: Bool { posted.hasDueJobs.isRaised }

    /// Takes the posted jobs. Inputs enter the queue now; other jobs wait for the end of the turn.
    ///
    /// An input enters the queue by ``enqueue(_:scope:cause:)``, which calls this method again. That call does nothing: the jobs
    /// that were posted meanwhile come after the ones that are being taken.
    func takePosted() {
        if flags & EngineFlags.taking != 0 { return }
        flags |= EngineFlags.taking
        defer { flags &= ~EngineFlags.taking }
        for job in posted.take() {
            switch job {
            case .input(let input):
                let outer = cause
                cause = 0
                input(self)
                cause = outer
            case .actions(let inbox, let range):
                // A scope of its own: no receipt waits for the effects of these actions.
                let scope = machine.openScope()
                append(.actions(inbox, before: range.upperBound), scope, 0)
                machine.release(scope)
            case .betweenTurns(let work):
                betweenTurns.append(work)
                flags |= EngineFlags.pending | EngineFlags.afterTurn
            }
        }
    }

    /// Takes the posted jobs and runs them all, even during a turn. This closes the stores that were released.
    package func processPosted() {
        takePosted()
        performBetweenTurns()
    }

    private func performBetweenTurns() {
        while let work = betweenTurns.popFirst() {
            work(self)
            performSteps()
        }
    }

    /// Processes the jobs that were posted while the engine was idle. Runs as a job of the actor.
    func wake() {
        posted.answerWake()
        perform {}
    }

    /// Runs `work` on the engine's actor between two turns, from any thread. If the actor was released, runs `other` on this
    /// thread.
    package func performOnActor(_ work: @escaping @Sendable (Engine) -> Void, orElse other: () -> Void) {
        if posted.canDeliver { posted.post(.betweenTurns(work)) } else { other() }
    }

    // MARK: Endless loops

    /// Yields the actor, and continues with the queue in a later job. No input is discarded.
    private func interrupt(before next: QueuedInput) -> Receipt {
        if !trace.isReported {
            report(.runaway(turns: turnsPerSlice, chain: trace.chain(to: label(of: next), cause: next.cause)))
            trace.isReported = true
        }
        let receipt = Receipt(self.receipt(of: requireScope(0)))
        cause = 0
        startTimers()
        set(EngineFlags.running, false)
        set(EngineFlags.sliced, true)
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) { engine.open()?.resumeSlice() }
        return receipt
    }

    private func resumeSlice() {
        guard flags & EngineFlags.sliced != 0 else { return }
        set(EngineFlags.sliced, false)
        let trace = trace
        begin()
        self.trace = trace
        _ = drain()
    }
}
