extension Engine {
    package var isRunning: Bool { flags & (EngineFlags.running | EngineFlags.sliced) != 0 }

    /// Appends an input to the queue, behind what was posted before.
    func enqueue(_ input: consuming QueuedInput, scope: Int32 = 0, cause: UInt64? = nil) {
        if hasPosted { takePosted() }
        append(input, scope, cause)
    }

    /// Appends an action to the queue, which `add` adds to those that wait in the store: both or neither come behind what was
    /// posted before.
    func enqueueAction(of store: StoreCore, scope: Int32 = 0, cause: UInt64? = nil, _ add: () -> Void) {
        if hasPosted { takePosted() }
        add()
        append(.action(store), scope, cause)
    }

    private func append(_ input: consuming QueuedInput, _ scope: Int32, _ cause: UInt64?) {
        if hasNext { performNext() }
        machine.retain(scope)
        input.scope = scope
        input.cause = cause ?? self.cause
        queue.append(input)
        flags |= EngineFlags.pending
    }

    /// Does `work` when its turn comes, on behalf of a scope.
    package func enqueue(scope: Int32 = 0, _ work: @escaping () -> Void) { enqueue(.call(work), scope: scope) }

    /// How much waits for its turn.
    package var queuedCount: Int { queue.count }

    /// Does `work` within the loop: now, and then all that waits, unless a turn is under way, which will process it.
    package func perform(_ work: () -> Void) {
        if isRunning { return work() }
        begin()
        work()
        _ = drain()
    }

    /// Does `work` when the turn that is under way is over, before the next one; if none is, behind what was posted before.
    package func performAfterTurn(_ work: @escaping () -> Void) {
        if !isRunning { return perform { enqueue(work) } }
        afterTurn.append(work)
        flags |= EngineFlags.pending
    }

    /// Does what a message from outside asks for: now, with all that follows, or in its turn when one is under way.
    ///
    /// - Parameters:
    ///   - what: names the message in the fault of an engine that was shut down.
    ///   - work: appends the message to the queue, in the scope that it is given.
    package func dispatch(_ what: @autoclosure () -> String, _ work: (Int32) -> Void) -> Receipt {
        if isShutDown { return refuse(.shutDown(what())) }
        if isRunning {
            let scope = machine.openScope()
            let receipt = Receipt(receipt(of: scope))
            work(scope)
            machine.release(scope)
            performSteps()
            return receipt
        }
        begin()
        work(0)
        return drain()
    }

    /// The receipt of what cannot be done.
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

    /// Takes one turn after another until nothing waits, or the slice is used up.
    ///
    /// - Returns: the receipt of the outermost message.
    func drain() -> Receipt {
        while flags & EngineFlags.pending != 0 || machine.hasSteps || hasPosted || hasNext {
            finishTurn()
            while hasNext || !queue.isEmpty {
                if hasNext {
                    takeNext()
                    finishTurn()
                    continue
                }
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

    /// What comes after each turn, before the next one.
    func finishTurn() {
        performSteps()
        if !afterTurn.isEmpty { performAfterTurn() }
        cause = 0
        if hasPosted { takePosted() }
        if !betweenTurns.isEmpty { performBetweenTurns() }
        while retiredStores.popLast() != nil {}
    }

    private func performAfterTurn() {
        while let work = afterTurn.popFirst() {
            work()
            performSteps()
        }
    }

    private func finish() -> Receipt {
        cause = 0
        if trace.isUsed { trace = RunawayTrace() }
        let receipt = releaseRoot()
        flags &= ~EngineFlags.running
        if flags & EngineFlags.idleObserver != 0 { onIdle?() }
        return receipt
    }

    /// Ends the scope of the outermost message.
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

    /// The scope of what is done in the turn, made when something needs one.
    package func requireScope(_ scope: Int32) -> Int32 {
        if scope != 0 { return scope }
        if rootScope == 0 { rootScope = machine.openScope() }
        return rootScope
    }

    // MARK: Posted jobs

    /// Takes what was posted; inputs enter the queue now.
    func takePosted() {
        for job in posted.take() {
            switch job {
            case .input(let input):
                let outer = cause
                cause = 0
                input(self)
                cause = outer
            case .betweenTurns(let work):
                betweenTurns.append(work)
                flags |= EngineFlags.pending
            }
        }
    }

    /// Takes what was posted, and closes stores that were released, also in the middle of a turn.
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

    /// The actor's job for what was posted to an engine that was idle.
    func wake() {
        posted.answerWake()
        perform {}
    }

    /// Does `work` on the engine's actor, between two turns; from any thread. Where the actor was released, does `other` here.
    package func performOnActor(_ work: @escaping @Sendable (Engine) -> Void, orElse other: () -> Void) {
        if posted.canDeliver { posted.post(.betweenTurns(work)) } else { other() }
    }

    /// A function for any thread that passes `object` to `body` on the engine's actor. It does not retain the object.
    package func remoteCall<Object: AnyObject>(
        to object: Object, _ body: @escaping @Sendable (Object) -> Void
    ) -> @Sendable () -> Void {
        let (posted, reference) = (posted, ActorBound(object))
        return { posted.post(.betweenTurns { _ in if let object = reference.open() { body(object) } }) }
    }

    // MARK: Endless loops

    /// Yields the actor, and continues later with what waits. Nothing is discarded.
    private func interrupt(before next: QueuedInput) -> Receipt {
        if !trace.isReported {
            report(.runaway(turns: turnsPerSlice, chain: trace.chain(to: label(of: next), cause: next.cause)))
            trace.isReported = true
        }
        let receipt = Receipt(self.receipt(of: requireScope(0)))
        cause = 0
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
