// The queue: inputs enter it, and the loop processes them.
//
// When an input takes its place:
//
// - an action that code sends outside a turn: at once. It needs no place if the queue is empty (`FastPath.swift`, `Engine+Send.swift`).
// - an action that code sends in a turn: when `send` is called.
// - what a flow sends, posts or executes: when the flow is performed, after the listeners of the turn (`settle`).
// - the answer of a handler that has answered when it returns: then. That of a task: when the task ends, on the actor.
// - what another thread posts, such as a reply or an action of an inbox: when the engine takes the posted jobs, which it does before
//   each other input. The order of the posts is kept.
extension Engine {
    package var isRunning: Bool { loop.isRunning }

    /// The number of inputs in the queue.
    package var queuedCount: Int { loop.count }

    // MARK: Appending

    /// Appends an input to the queue, behind the jobs that other threads posted before.
    func enqueue(_ content: consuming QueuedInput.Content, scope: Int32 = 0, cause: UInt64? = nil) {
        if hasPosted { takePosted() }
        append(content, scope, cause ?? loop.cause)
    }

    /// Appends an action to the queue. The closure `add` appends the action itself to the store's pending actions.
    ///
    /// Posted jobs are taken first, so that both queues have the same order.
    func enqueueAction(of store: StoreCore, scope: Int32 = 0, cause: UInt64? = nil, _ add: () -> Void) {
        if hasPosted { takePosted() }
        add()
        append(.action(store), scope, cause ?? loop.cause)
    }

    private func append(_ content: consuming QueuedInput.Content, _ scope: Int32, _ cause: UInt64) {
        machine.retain(scope)
        loop.append(QueuedInput(content, scope: scope, cause: cause))
    }

    /// Appends `work` to the queue, as an input of the scope.
    package func enqueue(scope: Int32 = 0, _ work: @escaping () -> Void) { enqueue(.call(work), scope: scope) }

    /// Takes the posted jobs. Inputs enter the queue now; other jobs wait for the end of the turn.
    ///
    /// An input enters the queue by ``enqueue(_:scope:cause:)``, which calls this method again. That call does nothing: the jobs
    /// that were posted meanwhile come after the ones that are being taken.
    func takePosted() {
        if loop.flags & LoopFlags.taking != 0 { return }
        loop.set(LoopFlags.taking, true)
        defer { loop.set(LoopFlags.taking, false) }
        for job in loop.posted.take() {
            switch job {
            case .answer(let make, let cause): answer(make(), cause: cause)
            case .cancel(let receipt): append(.call { [unowned self] in cancel(receipt) }, 0, 0)
            case .actions(let inbox, let range):
                // A scope of its own: no receipt waits for the effects of these actions.
                let scope = machine.openScope()
                append(.actions(inbox, before: range.upperBound), scope, 0)
                machine.release(scope)
            case .betweenTurns(let work): loop.addBetweenTurns(work)
            }
        }
    }

    // MARK: From outside

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
        if isRunning { loop.addAfterTurn(work) } else { perform { enqueue(work) } }
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

    /// Takes the posted jobs and runs them all, even during a turn. This closes the stores that were released.
    package func processPosted() {
        takePosted()
        performBetweenTurns()
    }

    /// Processes the jobs that were posted while the engine was idle. Runs as a job of the actor.
    func wake() { perform {} }

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
        if hasPosted { takePosted() }
        performBetweenTurns()
    }

    /// Processes inputs until the queue is empty or the turns of the slice are used up.
    ///
    /// - Returns: The receipt of the outermost message.
    func drain() -> Receipt {
        while loop.hasWork || machine.hasSteps {
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
        performSteps()
        if loop.hasWorkAfterTurn { performAfterTurn() }
        loop.cause = 0
    }

    private func performAfterTurn() {
        while let work = loop.nextAfterTurn() {
            work()
            performSteps()
        }
        loop.cause = 0
        if loop.posted.hasDueJobs.isRaised { takePosted() }
        performBetweenTurns()
        registrations.releaseRetired()
    }

    private func performBetweenTurns() {
        while let work = loop.nextBetweenTurns() {
            work()
            performSteps()
        }
    }

    private func finish() -> Receipt {
        loop.cause = 0
        if !newTimers.isEmpty { startTimers() }
        let receipt = rootScope == 0 ? .finished : releaseRoot()
        loop.end()
        if loop.flags & LoopFlags.idleObserver != 0, !hasPosted { onIdle?() }
        return receipt
    }

    /// Yields the actor, and continues with the queue in a later job. No input is discarded.
    private func interrupt() -> Receipt {
        if let chain = loop.interrupt(label) { report(.runaway(turns: turnsPerSlice, chain: chain)) }
        let receipt = Receipt(self.receipt(of: requireScope(0)))
        startTimers()
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) { engine.open()?.resumeSlice() }
        return receipt
    }

    private func resumeSlice() {
        guard loop.resume() else { return }
        begin()
        _ = drain()
    }
}

extension PostedJobs {
    /// The engine; `nil` if it was released. Use it only on the engine's actor.
    package var engine: Engine? { owner.open() as? Engine }
}
