/// Something that runs or waits on behalf of an owner: a command, a wait for the clock, a message that middleware
/// holds.
@usableFromInline class Effect: Cancellable {
    /// Safe: an effect touches its engine only until it has ended, and an engine ends all effects before it goes.
    @usableFromInline unowned(unsafe) final let engine: Engine
    final let effects: Effects
    final let key: EffectKey?
    /// What awaits it; `nil` for work of the outermost message, which ends within its drain.
    @usableFromInline private(set) final var job: Job?
    /// Whether whoever started it is still there; asked after each turn of its store.
    final let isHome: (() -> Bool)?
    /// The turn that asked for it.
    final let cause: UInt64
    /// The turn that it came of or, from outside, the one that comes next: its place in the order of the history.
    final let since: UInt64
    @exclusivity(unchecked) @usableFromInline private(set) final var hasEnded = false
    /// Whether it is counted: a message that middleware does not hold is not.
    private var isRegistered = false
    // Both strong: an effect always ends, and ending takes it off the list.
    fileprivate var previous: Effect?
    fileprivate var next: Effect?

    @usableFromInline init(engine: Engine, effects: Effects, key: EffectKey?, job: Job?, isHome: (() -> Bool)?) {
        (self.engine, self.effects, self.key, self.job, self.isHome) = (engine, effects, key, job, isHome)
        cause = engine.cause
        since = cause == 0 ? engine.turn + 1 : cause
    }

    /// Counts it among its owner's and its job's.
    @usableFromInline final func register() {
        isRegistered = true
        effects.add(self)
        job?.retain()
        job?.adopt(self)
    }

    /// Gives it a job, if it has none, because it will outlast the drain that started it.
    @usableFromInline final func requireJob() { take(engine.requireJob(job)) }

    /// Makes `job` its own, if it has none.
    final func take(_ job: Job) {
        guard self.job == nil, !hasEnded else { return }
        self.job = job
        job.retain()
        job.adopt(self)
    }

    /// Lets go of its job, as work that something newer replaced, for another.
    final func move(to newer: Job) {
        guard newer !== job else { return }
        job?.disown(self)
        release(failing: CancellationError())
        take(newer)
    }

    /// Goes on on behalf of `part`, a part of its job.
    final func narrow(to part: Job) {
        guard part !== job, !hasEnded else { return }
        let whole = job
        part.retain()
        part.adopt(self)
        job = part
        whole?.disown(self)
        whole?.release()
    }

    /// Takes it off all lists, once. Its job stays open until ``release(failing:)``.
    @usableFromInline final func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if isRegistered { effects.remove(self) }
        job?.disown(self)
    }

    /// Lets go of the job, after ``end()``; with `error`, whoever awaits it is told.
    @usableFromInline final func release(failing error: (any Error)? = nil) {
        if let job, !isRegistered {
            self.job = nil
            if let error { job.fail(with: error) }
        } else if let job {
            self.job = nil
            job.release(failing: error)
        } else if let error, engine.isRunning {
            engine.requireJob(nil).fail(with: error)
        }
    }

    /// Whether somebody is at work on it, so that it may go on without a turn, the clock or middleware.
    var isAtWork: Bool { false }

    /// Begins what it is for; its policy let it.
    @usableFromInline func start() {}

    /// Stops the work itself, with `reason` if it was cancelled. It may call code of the application.
    func stop(because reason: (any Error)?) {}

    final func cancel(because reason: any Error) {
        guard !hasEnded else { return }
        end()
        stop(because: reason)
        release(failing: reason)
    }
}

/// What one owner (a store, or the engine itself) has running and waiting.
@usableFromInline final class Effects {
    private var first: Effect?
    /// How many there are, those that are answered at once among them while they are.
    ///
    /// Unchecked, because a check costs more than the access. Safe: only the engine's actor touches it.
    @exclusivity(unchecked) @usableFromInline var count = 0
    private var lanes: [EffectKey: Lane] = [:]
    /// Those whose starter may go; asked after each turn.
    private var lodgers: [Effect] = []

    /// Those of one name: running, and waiting for them to end.
    private final class Lane {
        var running: [Effect] = []
        var waiting: [Effect] = []
    }

    /// How many of them somebody is at work on.
    var workingCount: Int {
        var (count, effect) = (0, first)
        while let one = effect {
            if one.isAtWork { count += 1 }
            effect = one.next
        }
        return count
    }

    var hasLodgers: Bool { !lodgers.isEmpty }

    /// Registers `effect` and starts it, or does as `policy` says where others of its name are there.
    func admit(_ effect: Effect, _ policy: Policy) {
        if mayStart(effect, policy) { effect.start() }
    }

    /// Registers `effect`, or does as `policy` says where others of its name are there.
    ///
    /// - Returns: whether it is to be started now.
    @usableFromInline func mayStart(_ effect: Effect, _ policy: Policy) -> Bool {
        guard let key = effect.key else {
            effect.register()
            return true
        }
        let others = lanes[key]
        switch policy {
        case .concurrent: break
        case .latest: cancel(key)
        case .first: if others != nil { return false }
        case .queue:
            if others != nil {
                effect.register()
                effect.requireJob()
                lanes[key]?.running.removeLast()
                lanes[key]?.waiting.append(effect)
                return false
            }
        }
        effect.register()
        return true
    }

    /// Cancels what runs and waits under `key`.
    func cancel(_ key: EffectKey) {
        guard let lane = lanes.removeValue(forKey: key) else { return }
        for effect in lane.waiting + lane.running { effect.cancel(because: CancellationError()) }
    }

    /// What runs under `key`.
    func running(_ key: EffectKey) -> [Effect] { lanes[key]?.running ?? [] }

    func cancelAll(because reason: any Error) {
        for key in lanes.keys { lanes[key]?.waiting.forEach { $0.cancel(because: reason) } }
        while let effect = first { effect.cancel(because: reason) }
    }

    /// Cancels those that are meant, and returns them.
    @discardableResult
    func cancelAll(because reason: any Error, where isMeant: (Effect) -> Bool) -> [Effect] {
        var meant: [Effect] = []
        var effect = first
        while let one = effect {
            if isMeant(one) { meant.append(one) }
            effect = one.next
        }
        for effect in meant { effect.cancel(because: reason) }
        return meant
    }

    /// Cancels the work of those who have gone.
    func evict() {
        for lodger in lodgers where lodger.isHome?() == false { lodger.cancel(because: CancellationError()) }
    }

    fileprivate func add(_ effect: Effect) {
        count += 1
        effect.next = first
        first?.previous = effect
        first = effect
        if let key = effect.key { join(effect, key) }
        if effect.isHome != nil { lodgers.append(effect) }
    }

    fileprivate func remove(_ effect: Effect) {
        count -= 1
        if first === effect { first = effect.next }
        effect.previous?.next = effect.next
        effect.next?.previous = effect.previous
        (effect.previous, effect.next) = (nil, nil)
        if effect.isHome != nil { lodgers.removeFirst(effect) }
        if let key = effect.key { leave(effect, key) }
    }

    private func join(_ effect: Effect, _ key: EffectKey) {
        let lane = lanes[key] ?? Lane()
        lane.running.append(effect)
        lanes[key] = lane
    }

    /// Takes it out of its lane, and starts the one that waited for it.
    private func leave(_ effect: Effect, _ key: EffectKey) {
        guard let lane = lanes[key] else { return }
        lane.running.removeFirst(effect)
        lane.waiting.removeFirst(effect)
        guard lane.running.isEmpty else { return }
        if lane.waiting.isEmpty {
            lanes[key] = nil
        } else {
            let following = lane.waiting.removeFirst()
            lane.running.append(following)
            following.start()
        }
    }
}

extension [Effect] {
    /// Takes `effect` out; the oldest, which often end first, and the newest, which are cancelled first, are found at
    /// once.
    fileprivate mutating func removeFirst(_ effect: Effect) {
        if last === effect {
            removeLast()
        } else if let index = firstIndex(where: { $0 === effect }) {
            remove(at: index)
        }
    }
}
