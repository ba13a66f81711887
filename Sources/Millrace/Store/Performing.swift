extension StoreCore {
    /// Does what `flow` says, on behalf of `job`. Turns that it asks for come later.
    @inlinable func perform(_ flow: Flow<R>, job: Job?) {
        switch flow.storage {
        case .none: break
        case .send(let action): if !isClosed { enqueue(action, job: job) }
        case .execute(let execution): start(execution, job)
        case .step(let step): perform(step, job)
        }
    }

    @usableFromInline func perform(_ step: Step<R>, _ job: Job?) {
        if isClosed { return }
        switch step {
        case .post(let fact): engine.enqueue(fact, job: job)
        case .output(let output): engine.enqueue(OutputTurn(output, of: self), job: job)
        case .cancel(let key): effects.cancel(key)
        case .delay(let delay): start(delay, job)
        case .sequence(let links): perform(links[...], within: engine.requireJob(job))
        case .merge(let flows): for flow in flows { perform(flow, job: job) }
        case .fault(let fault):
            engine.report(fault)
            engine.requireJob(job).fail(with: fault)
        }
    }

    @usableFromInline func start(_ execution: any Execution<R>, _ job: Job?) {
        if isClosed { return }
        let run = execution.makeRun(for: self, job: job)
        if (job ?? engine.rootJob)?.isCancelled == true { return }
        if execution.residence != nil { memory.set(Attention.lodgers, to: true) }
        effects.admit(run, execution.policy)
    }

    private func start(_ delay: Delay<R>, _ job: Job?) {
        if (job ?? engine.rootJob)?.isCancelled == true { return }
        if delay.residence != nil { memory.set(Attention.lodgers, to: true) }
        switch delay.kind {
        case .after: effects.admit(Wait(delay, on: self, job: engine.requireJob(job), flow: delay.flow), .concurrent)
        case .debounce: effects.admit(Wait(delay, on: self, job: engine.requireJob(job), flow: delay.flow), .latest)
        case .throttle(let latest):
            guard let key = delay.key, let interval = effects.running(key).first as? Wait<R> else {
                perform(delay.flow, job: job)
                return effects.admit(Wait(delay, on: self, job: Job(), flow: .none), .concurrent)
            }
            if latest { interval.replace(delay.flow, job: engine.requireJob(job)) }
        }
    }

    /// Performs the links one after the other; those that end at once in a loop, so that ten thousand need no stack.
    private func perform(_ links: ArraySlice<Link<R>>, afterFailure hasFailed: Bool = false, within whole: Job) {
        var (links, hasFailed) = (links, hasFailed)
        while let link = links.popFirst(), !whole.isCancelled {
            if hasFailed, !link.evenAfterFailure { continue }
            let part = Job(parent: whole)
            whole.retain()
            whole.adopt(part)
            part.retain()
            perform(link.flow, job: part)
            part.release()
            guard let outcome = part.outcome else {
                part.onEnd = { [rest = links] in
                    self.goOn($0, after: part, with: rest, afterFailure: hasFailed, in: whole)
                }
                return
            }
            hasFailed = conclude(part, outcome, in: whole) || hasFailed
        }
    }

    private func goOn(
        _ outcome: Job.Outcome, after part: Job, with rest: ArraySlice<Link<R>>, afterFailure hasFailed: Bool,
        in whole: Job
    ) {
        whole.retain()
        let hasFailed = conclude(part, outcome, in: whole) || hasFailed
        if !engine.isShutDown, !isClosed {
            engine.perform { perform(rest, afterFailure: hasFailed, within: whole) }
        }
        whole.release()
    }

    /// - Returns: whether the part failed.
    private func conclude(_ part: Job, _ outcome: Job.Outcome, in whole: Job) -> Bool {
        whole.disown(part)
        guard case .failed(let error) = outcome else {
            whole.release()
            return false
        }
        whole.release(failing: error)
        return true
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
            engine: core.engine, effects: core.effects, key: delay.key, job: job, isHome: delay.residence?.check(core))
    }

    override func start() {
        unschedule = engine.scheduler.schedule(after: delay.duration) { [weak self] in self?.fire() }
    }

    override func stop() { unschedule.take()?() }

    /// Puts a newer flow in the place of the one that waits for the interval to end, and its job in the place of that one's.
    func replace(_ flow: Flow<R>, job: Job) {
        self.flow = flow
        move(to: job)
    }

    private func fire() {
        guard !hasEnded else { return }
        let (engine, job) = (engine, job)
        engine.perform(because: cause) {
            end()
            core.perform(flow, job: job)
            if case .throttle = delay.kind, !flow.isNone {
                core.effects.admit(Wait(delay, on: core, job: Job(), flow: .none), .concurrent)
            }
            release()
        }
    }
}

extension Residence {
    /// A test of whether the one who lives there now still does later.
    func check<R: Reducer>(_ core: StoreCore<R>) -> () -> Bool where State == R.State {
        let first = resident(core.memory.pointee.state)
        return { [unowned core] in first != nil && resident(core.memory.pointee.state) == first }
    }
}
