extension Engine {
    @usableFromInline var isRunning: Bool { gate.pointee & (Gate.running | Gate.sliced) != 0 }

    /// Puts a message at the end of the queue.
    @usableFromInline func enqueue(_ taker: any TurnTaker, job: Job?, shortWay: ShortWay? = nil) {
        job?.retain()
        queue.append(Entry(taker: taker, job: job, cause: cause, shortWay: shortWay))
        gate.pointee |= Gate.waiting
    }

    /// Puts a message before all that waits.
    func enqueueFirst(_ taker: any TurnTaker, job: Job?, cause: UInt64) {
        job?.retain()
        queue.prepend(Entry(taker: taker, job: job, cause: cause, shortWay: nil))
        gate.pointee |= Gate.waiting
    }

    /// Does `work` within the loop: now, and then all that waits, unless a turn is under way, which will come to it.
    ///
    /// - Parameter cause: the turn that led to it; 0 when it comes from outside.
    @usableFromInline func perform(because cause: UInt64 = 0, _ work: () -> Void) {
        let outer = self.cause
        if cause != 0 || !isRunning { self.cause = cause }
        defer { self.cause = outer }
        if isRunning { return work() }
        begin()
        work()
        _ = drain()
    }

    /// Does `work` when what is being done now has been done: not from within it, so that a long chain of work that
    /// ends needs no stack.
    func later(_ work: @escaping () -> Void) {
        deferred.append(work)
        gate.pointee |= Gate.waiting
        if !isRunning, !isShutDown { perform {} }
    }

    func doDeferred() {
        while let work = deferred.popFirst() { work() }
    }

    @usableFromInline func begin() {
        // A store that has gone must not take part in what comes.
        if loop.begin() { collectLetters() }
    }

    /// Takes one turn after another until nothing waits, or the slice is used up.
    ///
    /// - Returns: the receipt of the outermost message.
    @usableFromInline func drain() -> Receipt {
        repeat {
            doDeferred()
            while let entry = queue.popFirst() {
                if turnsLeft <= Trace.length { trace.note(entry, turn: turn + 1) }
                if turnsLeft <= 0 { return interrupt(before: entry) }
                turnsLeft -= 1
                collectLetters()
                beginTurn()
                if let shortWay = entry.shortWay, shortWay.attention.pointee & Attention.closed == 0 {
                    shortWay.takeNext(entry.job, entry.cause)
                } else {
                    entry.taker.takeTurn(entry)
                }
                entry.job?.release()
                doDeferred()
            }
        } while collectLetters()
        return finish()
    }

    /// Ends what began alone, with all that came of it.
    @inlinable func rest() -> Receipt { loop.rest() ? .finished : drain() }

    private func finish() -> Receipt {
        gate.pointee &= ~(Gate.running | Gate.waiting)
        cause = 0
        if trace.isUsed { trace = Trace() }
        defer { if gate.pointee & Gate.awaited != 0 { tellAwaiters() } }
        guard let job = rootJob else { return .finished }
        rootJob = nil
        job.release()
        return Receipt(job, self)
    }

    /// The job of the outermost message, made when something needs one.
    func requireJob(_ job: Job?) -> Job {
        if let job = job ?? rootJob { return job }
        let job = Job()
        job.retain()
        rootJob = job
        gate.pointee |= Gate.waiting
        return job
    }

    /// The turn of one message that may concern several stores (law 3): all fold, then observers hear, then what the
    /// folds asked for is performed.
    @usableFromInline func turn(job: Job?, fold: () -> Void, hear: () -> Void) {
        fold()
        // Who subscribes while the others hear was given what is of this turn.
        let last = loop.pointee.lastNumber
        for core in touched { core.notify(upTo: last) }
        hear()
        if touched.isEmpty { return }
        for core in touched { core.performNext(job: job) }
        touched.removeAll(keepingCapacity: true)
    }

    /// Passes the message whose turn it is through the middleware, if there is any, and notes it in the history, if
    /// there is one.
    func receive(_ message: Message, _ taker: any TurnTaker, job: Job?) {
        let moment = history?.begin(message)
        if isIntercepted, !loop.passes(.passUnretained(message.envelope), taker, job: job, moment) { return }
        _ = note(moment) { taker.proceed(with: message.payload, job: job) }
    }

    /// Lets a message go on, and notes what the stores make of it.
    func note(_ moment: Moment?, _ goOn: () -> Bool) -> Bool {
        self.moment = moment
        defer { self.moment = nil }
        let hasTurn = goOn()
        // A command keeps its record until it ends.
        if let moment, hasTurn, moment.kind != .command { moment.end(.done, self) }
        return hasTurn
    }

    /// Whether messages must take the long way: because there is middleware, or a history.
    @usableFromInline var isAttended: Bool { gate.pointee & (Gate.intercepted | Gate.recorded) != 0 }

    // MARK: Mail

    /// Comes when a letter was posted to an engine that was asleep.
    func collectMail() {
        mailbox.answerWake()
        perform {}
    }

    @usableFromInline @discardableResult
    func collectLetters() -> Bool {
        let letters = mailbox.empty()
        for letter in letters { letter(self) }
        return !queue.isEmpty || !letters.isEmpty
    }

    // MARK: Runaway loops

    /// Gives the actor back, and goes on later with what waits. Nothing is dropped.
    private func interrupt(before entry: Entry) -> Receipt {
        queue.prepend(entry)
        if !trace.isReported {
            report(.runaway(turns: turnsPerSlice, chain: trace.chain(to: entry)))
            trace.isReported = true
        }
        let job = requireJob(nil)
        cause = 0
        gate.pointee = gate.pointee & ~Gate.running | Gate.sliced
        let engine = AtHome(self)
        _ = home.start(atOnce: false) { engine.open()?.resumeSlice() }
        return Receipt(job, self)
    }

    private func resumeSlice() {
        guard gate.pointee & Gate.sliced != 0 else { return }
        gate.pointee &= ~Gate.sliced
        begin()
        _ = drain()
    }
}
