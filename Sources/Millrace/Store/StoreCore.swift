/// A store's machine: the state, what waits for it, who watches it, what runs for it. The engine owns it until the
/// store goes.
@usableFromInline final class StoreCore<R: Reducer> {
    @usableFromInline struct Memory: ~Copyable {
        /// Why a send must take the long way: a sum of `Attention` bits; 0 when nobody would notice.
        @usableFromInline var attention: UInt
        /// What was sent and waits for its turn.
        @usableFromInline var waiting: Ring<R.Action>
        @usableFromInline var state: R.State
    }

    /// Safe: freed with the core, touched on the engine's actor, and never while a reducer holds it, because turns do
    /// not nest. It spares the exclusivity check that a property of this size would cost at each send.
    @usableFromInline let memory: UnsafeMutablePointer<Memory>
    @usableFromInline let reducer: R
    /// Safe: the store holds its engine, the engine its cores, and whoever runs a turn holds either.
    @usableFromInline unowned(unsafe) let engine: Engine
    /// The engine's, here one load nearer.
    @usableFromInline let loop: UnsafeMutablePointer<LoopMemory>
    /// Unchecked, because a check costs more than the access. Safe: set once, before anybody else has the core.
    @exclusivity(unchecked) @usableFromInline private(set) var shortWay: ShortWay?
    /// What the fold of this turn asked for, where the turn concerns several stores.
    private var next: Flow<R> = .none
    private var isTouched = false
    /// What whoever awaits is told of what was not done because the store had gone.
    private(set) var closeReason: any Error = CancellationError()
    @usableFromInline let watch: Watch
    /// Reads of the whole state.
    @usableFromInline let tracker = Tracker()
    /// Never told of a change: it only finds out whether somebody tracks.
    @usableFromInline let probe = Tracker()
    @usableFromInline let effects = Effects()
    @usableFromInline let inboxes = InboxBook()
    let outputs = Hearers<R.Output>()
    /// Where its outputs and transitions go, if it belongs to a scene.
    var sceneOwner: SceneStoreOwner<R>?
    /// The observers of its transitions and of what it tells others; made for the first one.
    var outgoingObservers: OutgoingObservers<R>?
    let workers = Hearers<Assignment<R>>()
    @usableFromInline let number: UInt64
    // Safe unchecked: set once, and no access calls anything.
    @exclusivity(unchecked) @usableFromInline var knownPast: Past<R>?
    /// The store, as its records know it.
    @inlinable var past: Past<R> { knownPast ?? makePast() }
    @inlinable var id: StoreID { StoreID(number: number, reducer: R.self) }
    /// What was folded in a turn that concerns several stores, for the workers.
    private var folded: [R.Action] = []
    /// What the store listens to.
    let listening = Subscriptions()
    private var standing = StandingWork<R>()
    /// Whether somebody tracks the whole state.
    @inlinable var isTracked: Bool {
        get { memory.pointee.attention & Attention.tracked != 0 }
        set { memory.set(Attention.tracked, to: newValue) }
    }

    /// Whether the store has gone.
    @inlinable var isClosed: Bool { memory.pointee.attention & Attention.closed != 0 }

    @usableFromInline init(_ state: R.State, _ reducer: R, on engine: Engine) {
        (self.reducer, self.engine, loop, number) = (reducer, engine, engine.loop, engine.takeNumber())
        memory = .allocate(capacity: 1)
        watch = withUnsafeMutablePointer(to: &memory.pointee.attention) { attention in
            attention.initialize(to: 0)
            return Watch(attention)
        }
        withUnsafeMutablePointer(to: &memory.pointee.waiting) { $0.initialize(to: Ring()) }
        withUnsafeMutablePointer(to: &memory.pointee.state) { $0.initialize(to: state) }
    }

    /// Has the loop take the next turn by `takeNext`, which is told the job and the cause.
    @usableFromInline func setShortWay(_ takeNext: @escaping (Job?, UInt64) -> Void) {
        shortWay = withUnsafeMutablePointer(to: &memory.pointee.attention) { ShortWay($0, takeNext) }
    }

    /// Takes its place on the engine, and starts the work that its first state wants standing.
    @usableFromInline func open() {
        if engine.isShutDown {
            engine.report(.shutDown("A store of \(R.self)"))
            return close(because: EngineShutDown())
        }
        engine.stores[ObjectIdentifier(self)] = self
        let standing = reducer.standing(memory.pointee.state)
        if standing.isDeclared {
            memory.set(Attention.standing, to: true)
            engine.perform { self.standing.update(to: standing, of: self) }
        }
    }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    @usableFromInline func makePast() -> Past<R> {
        let past = Past(self)
        knownPast = past
        return past
    }

    // MARK: Sending

    /// The long way of a send: somebody watches, or the loop is busy.
    @usableFromInline @discardableResult func send(_ action: R.Action) -> Receipt {
        if engine.isShutDown { return engine.refuse(.shutDown("The action \(action)")) }
        if isClosed { return engine.refuse(.storeGone("The action \(action)")) }
        if engine.isRunning {
            let job = Job()
            enqueue(action, job: job)
            return Receipt(job, engine)
        }
        engine.begin()
        // There is middleware, or a letter was opened that came first.
        if engine.gate.pointee & ~Gate.recorded != Gate.running {
            enqueue(action, job: nil)
        } else if isClosed {
            engine.beginTurn()
            lose(action, nil)
        } else {
            engine.beginTurn()
            if engine.isAttended { recordedTurn(action, job: nil, cause: 0) } else { turn(action, job: nil) }
        }
        return rest()
    }

    /// The rest of a turn that took the short way, but whose flow asks for something.
    @inlinable func goOn(with flow: Flow<R>) -> Receipt {
        if loop.begin() { engine.collectLetters() }
        loop.beginTurn()
        follow(flow, job: nil)
        return rest()
    }

    @inlinable func rest() -> Receipt { loop.rest() ? .finished : engine.drain() }

    // MARK: Turns

    @inlinable func enqueue(_ action: R.Action, job: Job?) {
        memory.pointee.waiting.append(action)
        engine.enqueue(self, job: job, shortWay: shortWay)
    }

    /// One turn that concerns this store alone, and those that follow from it at once.
    @inlinable func turn(_ action: R.Action, job: Job?) {
        if let flow = fold(alone: action, job: job) { follow(flow, job: job) }
    }

    /// The rest of a turn that middleware or a history attends, and that concerns this store alone, once `action` is
    /// folded.
    @inlinable func complete(_ flow: Flow<R>, after action: R.Action, job: Job?) {
        if memory.pointee.attention != 0 { notify(upTo: loop.pointee.lastNumber) }
        // What follows waits, also where an observer has just taken the middleware or the history away: the message is
        // still on its way through what there was.
        perform(flow, job: job)
        if memory.pointee.attention & Attention.lasting != 0 { settle(after: action, job: job) }
    }

    /// The rest of a turn that concerns this store alone, once the observers have heard.
    @inlinable func finish(_ flow: Flow<R>, after action: R.Action, job: Job?) {
        if memory.pointee.attention & Attention.lasting == 0 { return follow(flow, job: job) }
        perform(flow, job: job)
        settle(after: action, job: job)
    }

    /// Folds `action`, and notes what came of it if there is a history.
    func reduce(_ action: R.Action) -> Flow<R> {
        guard let moment = engine.moment, let history = engine.history else {
            return reducer.reduce(&memory.pointee.state, action)
        }
        let before = memory.pointee.state
        let flow = reducer.reduce(&memory.pointee.state, action)
        history.add(Fold(past, action, before: before, after: memory.pointee.state, flow), to: moment)
        return flow
    }

    /// Folds `action` in a turn that may concern several stores: observers and flows come later.
    func fold(_ action: R.Action) {
        guard !isClosed else { return }
        next = next.and(reduce(action))
        if !workers.isEmpty { folded.append(action) }
        if isTouched { return }
        isTouched = true
        engine.touched.append(self)
    }

    /// After a turn that concerned this store alone.
    @usableFromInline func settle(after action: R.Action, job: Job?) {
        tellWorkers(action, job: job)
        settle()
    }

    private func tellWorkers(_ action: R.Action, job: Job?) {
        if isClosed || workers.isEmpty { return memory.set(Attention.employed, to: false) }
        if (job ?? engine.rootJob)?.isCancelled != true { workers.tell(Assignment(action: action, job: job)) }
    }

    /// After the turn: starts and cancels standing work by difference, and ends the work of children that have gone.
    @usableFromInline func settle() {
        guard !isClosed else { return }
        if effects.hasLodgers { effects.evict() } else { memory.set(Attention.lodgers, to: false) }
        if memory.pointee.attention & Attention.standing != 0 {
            standing.update(to: reducer.standing(memory.pointee.state), of: self)
        }
    }
}

extension StoreCore: AnyCore {
    @usableFromInline func notify(upTo last: UInt64) {
        if isTracked {
            // Those who are told read again, and are tracked again.
            isTracked = false
            tracker.alert()
        }
        sweepWatch()
        guard watch.isWatched else { return }
        _ = watch.notify(statePointer) { last }
        sweepWatch()
    }

    /// Forgets the parts that nobody watches any more.
    @inlinable func sweepWatch() {
        if memory.pointee.attention & Attention.idle != 0 { watch.sweep() }
    }

    func performNext(job: Job?) {
        let flow = next
        let actions = folded
        (next, isTouched, folded) = (.none, false, [])
        perform(flow, job: job)
        for action in actions { tellWorkers(action, job: job) }
        settle()
    }

    func close(because reason: any Error) {
        guard !isClosed else { return }
        memory.set(Attention.closed, to: true)
        closeReason = reason
        let unread = inboxes.close()
        if unread > 0 { engine.report(.storeGone("\(unread) actions in the inbox of \(R.self)")) }
        watch.close()
        outputs.close()
        outgoingObservers?.close()
        listening.cancelAll()
        effects.cancelAll(because: reason)
        workers.close()
        standing = StandingWork()
        // The entries of a store that goes on an engine that stays are still in the queue, and name what was lost.
        if engine.isShutDown { memory.pointee.waiting = Ring() }
    }

    func forgetStanding(_ ended: [Effect]) { standing.forget(ended) }

    func dismissWorkers(because reason: any Error) {
        effects.cancelAll(because: reason) { $0 is WorkerRun<R> }
        workers.clear()
    }

    var watcherCount: Int { watch.count + outputs.count + (outgoingObservers?.count ?? 0) }
    var scene: SceneReference? { sceneOwner?.scene }

    func hear(_ input: Any, on port: PortName) -> Bool {
        guard let inputs = outgoingObservers?.inputs, !inputs.isEmpty else { return false }
        inputs.tell((port, input))
        return true
    }
    var workerCount: Int { workers.count }
}
