extension Engine {
    package var isRunning: Bool { !flags.isDisjoint(with: [.running, .sliced]) }

    /// Appends a message to the queue, behind what was posted before.
    func enqueue(_ turn: any Turn) { enqueue(.turn(turn)) }

    /// Does `work` when its turn comes, on behalf of a scope.
    package func enqueue(scope: Int32 = 0, _ work: @escaping () -> Void) {
        enqueue(.call(scope: scope, cause: cause, work))
    }

    private func enqueue(_ input: QueuedInput) {
        if posted.hasJobs.isRaised { takePosted() }
        machine.retain(input.scope)
        queue.append(input)
    }

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
        if isRunning { afterTurn.append(work) } else { perform { enqueue(work) } }
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

    private func begin() {
        flags.insert(.running)
        turnsLeft = turnsPerSlice
        takePosted()
        performBetweenTurns()
    }

    /// Takes one turn after another until nothing waits, or the slice is used up.
    ///
    /// - Returns: the receipt of the outermost message.
    private func drain() -> Receipt {
        repeat {
            finishTurn()
            while let next = queue.popFirst() {
                if turnsLeft <= RunawayTrace.length { trace.note(turn + 1, cause: next.cause, next.label) }
                if turnsLeft <= 0 { return interrupt(before: next) }
                turnsLeft -= 1
                take(next)
                finishTurn()
            }
        } while posted.hasJobs.isRaised
        return finish()
    }

    /// What comes after each turn, before the next one.
    private func take(_ next: QueuedInput) {
        let scope = next.scope
        cause = next.cause
        switch next {
        case .turn(let turn): if turn.prepare() { process(turn) }
        case .call(_, _, let work): work()
        }
        machine.release(scope)
    }

    private func finishTurn() {
        performSteps()
        while let work = afterTurn.popFirst() {
            work()
            performSteps()
        }
        cause = 0
        if posted.hasJobs.isRaised { takePosted() }
        performBetweenTurns()
    }

    private func finish() -> Receipt {
        cause = 0
        trace = RunawayTrace()
        let receipt = releaseRoot()
        flags.remove(.running)
        onIdle?()
        return receipt
    }

    /// Ends the scope of the outermost message.
    @discardableResult
    func releaseRoot() -> Receipt {
        let scope = rootScope
        rootScope = 0
        if scope == 0 { return .finished }
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
            case .betweenTurns(let work): betweenTurns.append(work)
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
        queue.prepend(next)
        if !trace.isReported {
            report(.runaway(turns: turnsPerSlice, chain: trace.chain(to: next.label, cause: next.cause)))
            trace.isReported = true
        }
        let receipt = Receipt(self.receipt(of: requireScope(0)))
        cause = 0
        flags.remove(.running)
        flags.insert(.sliced)
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) { engine.open()?.resumeSlice() }
        return receipt
    }

    private func resumeSlice() {
        guard flags.contains(.sliced) else { return }
        flags.remove(.sliced)
        let trace = trace
        begin()
        self.trace = trace
        _ = drain()
    }
}
