extension Store {
    /// Performs `flow`, as though a reducer had returned it: now, with all that follows from it at once, or in its turn
    /// when a turn is under way.
    ///
    /// - Returns: the receipt, which ends when all of the flow has ended.
    @discardableResult
    public func perform(_ flow: Flow<R>) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeGone("The flow \(flow)")) }
        return engine.dispatch("The flow \(flow)") { core.perform(flow, job: $0) }
    }
}

extension StoreCore {
    /// Does what `flow` says, on behalf of `job`. Turns that it asks for come later.
    @inlinable func perform(_ flow: Flow<R>, job: Job?) {
        switch flow.storage {
        case .none: break
        case .send(let action): if isClosed { giveUp(job) } else { enqueue(action, job: job) }
        case .execute(let execution): start(execution, job)
        case .step(let step): perform(step, job)
        }
    }

    @usableFromInline func perform(_ step: Step<R>, _ job: Job?) {
        if isClosed { return giveUp(job) }
        switch step {
        case .post(let fact): engine.enqueue(fact, job: job)
        case .output(let output): engine.enqueue(OutputTurn(output, of: self), job: job)
        case .transition(let transition): engine.enqueue(TransitionTurn(transition, of: self), job: job)
        case .tell(let telling): telling.enqueue(from: self, job: job)
        case .cancel(let key):
            effects.cancel(key)
            effects.cancel(key.interval)
        case .delay(let delay): start(delay, job)
        case .sequence(let links, let residence):
            let sequence = Sequence(rest: links[...], whole: engine.requireJob(job), isHome: residence?.check(self))
            perform(sequence)
        case .merge(let flows): for flow in flows { perform(flow, job: job) }
        case .fault(let fault):
            engine.report(fault)
            engine.requireJob(job).fail(with: fault)
        }
    }

    @usableFromInline func start(_ execution: Execution<R>, _ job: Job?) {
        if isClosed { return giveUp(job) }
        guard loop.mayStart(job) else { return }
        if execution.residence != nil { memory.set(Attention.lodgers, to: true) }
        effects.admit(execution.makeRun(for: self, job: job), execution.policy)
    }

    private func start(_ delay: Delay<R>, _ job: Job?) {
        if !loop.mayStart(job) { return }
        if delay.residence != nil { memory.set(Attention.lodgers, to: true) }
        switch delay.kind {
        case .after: effects.admit(Wait(delay, on: self, job: engine.requireJob(job), flow: delay.flow), .concurrent)
        case .debounce: effects.admit(Wait(delay, on: self, job: engine.requireJob(job), flow: delay.flow), .latest)
        case .throttle(let latest):
            guard let interval = delay.key.flatMap({ effects.running($0.interval).first }) as? Wait<R> else {
                perform(delay.flow, job: job)
                return effects.admit(Wait(delay, on: self, job: Job(), flow: .none), .concurrent)
            }
            if latest { interval.replace(delay.flow, job: engine.requireJob(job)) }
        }
    }

    /// Tells whoever awaits that what was asked for is not done, because the store has gone.
    @usableFromInline func giveUp(_ job: Job?) {
        engine.requireJob(job).fail(with: closeReason)
    }

    // MARK: Sequences

    private struct Sequence {
        var rest: ArraySlice<Link<R>>
        let whole: Job
        /// Whether the child that asked for it is still there.
        let isHome: (() -> Bool)?
        var hasFailed = false
    }

    /// Performs the links one after the other; those that end at once in a loop, so that ten thousand need no stack.
    private func perform(_ sequence: Sequence) {
        var sequence = sequence
        let whole = sequence.whole
        while let link = sequence.rest.popFirst(), !whole.isCancelled {
            if sequence.hasFailed, !link.evenAfterFailure { continue }
            if isClosed { return giveUp(whole) }
            if sequence.isHome?() == false { return whole.fail(with: CancellationError()) }
            // The last link is the whole's own: nothing waits for its end, and a sequence that ends in another needs no
            // more.
            if sequence.rest.isEmpty { return perform(link.flow, job: whole) }
            let part = Job(parent: whole)
            whole.retain()
            whole.adopt(part)
            part.retain()
            perform(link.flow, job: part)
            part.release()
            guard let outcome = part.outcome else {
                part.onEnd = { [unowned(unsafe) engine, sequence] outcome in
                    engine.later { self.goOn(with: sequence, after: part, outcome) }
                }
                return
            }
            conclude(part, outcome, in: &sequence)
        }
    }

    private func goOn(with sequence: Sequence, after part: Job, _ outcome: Job.Outcome) {
        var sequence = sequence
        let whole = sequence.whole
        whole.retain()
        conclude(part, outcome, in: &sequence)
        perform(sequence)
        whole.release()
    }

    private func conclude(_ part: Job, _ outcome: Job.Outcome, in sequence: inout Sequence) {
        sequence.whole.disown(part)
        if case .failed(let error) = outcome {
            sequence.hasFailed = true
            sequence.whole.release(failing: error)
        } else {
            sequence.whole.release()
        }
    }
}

/// A flow that waits for the clock.
final class Wait<R: Reducer>: Effect {
    private var flow: Flow<R>
    private let delay: Delay<R>
    private let core: StoreCore<R>
    private var unschedule: (() -> Void)?

    init(_ delay: Delay<R>, on core: StoreCore<R>, job: Job, flow: Flow<R>) {
        (self.delay, self.core, self.flow) = (delay, core, flow)
        super.init(
            engine: core.engine, effects: core.effects, key: delay.isThrottle ? delay.key?.interval : delay.key,
            job: job,
            isHome: delay.residence?.check(core))
    }

    override func start() {
        unschedule = engine.scheduler.schedule(after: delay.duration) { [weak self] in self?.fire() }
    }

    override func stop(because reason: (any Error)?) { unschedule.take()?() }

    /// Puts a newer flow in the place of the one that waits for the interval to end, and its job in the place of that
    /// one's.
    func replace(_ flow: Flow<R>, job: Job) {
        self.flow = flow
        move(to: job)
    }

    private func fire() {
        guard !hasEnded else { return }
        let engine = engine
        engine.perform(because: cause) {
            // Asked again, because a letter that said that its store has gone may just have been opened.
            guard !hasEnded else { return }
            let job = job
            end()
            core.perform(flow, job: job)
            if delay.isThrottle, !flow.isNone {
                core.effects.admit(Wait(delay, on: core, job: Job(), flow: .none), .concurrent)
            }
            release()
        }
    }
}

extension Residence {
    /// A test of whether the one who lives there now still does later.
    @usableFromInline func check<R: Reducer>(_ core: StoreCore<R>) -> () -> Bool where State == R.State {
        let first = resident(core.memory.pointee.state)
        return { [unowned core] in first != nil && resident(core.memory.pointee.state) == first }
    }
}
