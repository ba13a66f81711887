extension EffectMachine {
    /// How often a command is tried again, and when.
    package struct Retries: Equatable, Sendable {
        package var attempts: Int32 = 0
        package var delay: Int64 = 0
        package var factor = 1.0

        package init() {}

        package init(_ retry: Retry) {
            attempts = Int32(clamping: retry.attempts)
            delay = nanoseconds(retry.delay)
            factor = retry.factor
        }

        /// The pause before attempt number `attempt`, counted from 1, is followed by the next.
        func pause(after attempt: Int32) -> Int64 {
            if factor == 1 { return delay }
            var pause = Double(delay)
            for _ in 1..<max(1, attempt) { pause *= factor }
            // A factor that is no number, or negative, makes no pause.
            return pause > 0 ? Int64(min(pause, Double(Int64.max / 16))) : 0
        }
    }

    // MARK: Starting

    /// Starts an effect, or has it wait, as its policy says.
    ///
    /// The runner takes the turn of a command that does not wait, as ``Step/run(_:)`` asks later for one that did.
    ///
    /// - Returns: the effect; `nil` if it was discarded, because its policy is `.first` and another one of its name is
    ///   there, or because its scope was cancelled. The scope of a discarded effect counts as cancelled.
    package mutating func start(_ request: Request) -> EffectHandle? {
        if isCancelled(scope: request.scope) || !stores[Int(request.store)].isOpen {
            fail(request.scope)
            return nil
        }
        if request.policy == .latest { cancel(name: request.name, of: request.store) }
        let queue = queue(request.store, request.name)
        if queue != nil, request.policy == .first {
            fail(request.scope)
            return nil
        }
        let slot = takeSlot()
        var effect = request
        (effect.generation, effect.scope) = (effects[Int(slot)].generation, 0)
        effect.stage = queue?.running ?? 0 >= request.limit ? .waiting : .requested
        effects[Int(slot)] = effect
        joinStore(slot)
        joinQueue(slot)
        move(slot, to: request.scope)
        if effect.stage != .waiting, request.kind != .command { begin(slot) }
        return handle(slot)
    }

    /// Adds an effect to the list of its store.
    package mutating func joinStore(_ slot: Int32) {
        let store = Int(effects[Int(slot)].store)
        stores[store].effects.append(slot, in: &effects, \.inStore)
        stores[store].count += 1
        if effects[Int(slot)].child >= 0 { stores[store].children += 1 }
        count += 1
    }

    /// Adds an effect to the queue of its name, if it has one.
    package mutating func joinQueue(_ slot: Int32) {
        let effect = effects[Int(slot)]
        if effect.name == 0 { return }
        var queue = queue(effect.store, effect.name) ?? EffectQueue()
        queue.members.append(slot, in: &effects, \.inQueue)
        if effect.stage != .waiting { queue.running += 1 }
        queues[key(effect.store, effect.name)] = queue
    }

    /// Moves an effect from its scope to another one, which then waits for it. The runner must release the old one.
    ///
    /// - Parameter scope: the scope; 0 for none.
    package mutating func move(_ slot: Int32, to scope: Int32) {
        let old = Int(effects[Int(slot)].scope)
        if old != 0 { scopes[old].effects.remove(slot, in: &effects, \.inScope) }
        effects[Int(slot)].scope = scope
        if scope == 0 { return }
        scopes[Int(scope)].effects.append(slot, in: &effects, \.inScope)
        scopes[Int(scope)].open += 1
    }

    /// Starts what an effect is for; nothing of its name holds it back.
    mutating func begin(_ slot: Int32) {
        switch effects[Int(slot)].kind {
        case .command: emit(.run(handle(slot)))
        case .worker: effects[Int(slot)].stage = .running
        case .delay, .interval, .held:
            effects[Int(slot)].stage = .running
            if effects[Int(slot)].delay >= 0 { schedule(slot, .wait) }
        }
    }

    /// The turn of a command, or its pause before the next attempt, has come: its handler is about to be called.
    package mutating func beginAttempt(_ id: EffectHandle) {
        let slot = Int(id.slot)
        effects[slot].stage = .running
        effects[slot].attempt += 1
        if effects[slot].attempt == 1, effects[slot].timeout >= 0 { schedule(id.slot, .timeout) }
    }

    /// A flow of a throttle: performed now if no interval is running; else the newest waits for the end of the interval, or
    /// is discarded.
    ///
    /// - Parameters:
    ///   - request: the interval; its flow is a handle to what waits for the end of it.
    ///   - keepsLatest: whether the newest flow is performed when the interval ends.
    /// - Returns: the interval that begins, if the flow is to be performed now. The handle of its flow is not used then.
    package mutating func throttle(_ request: Request, keepsLatest: Bool) -> EffectHandle? {
        guard let queue = queue(request.store, request.name) else {
            var interval = request
            (interval.flow, interval.scope) = (-1, 0)
            return start(interval)
        }
        if keepsLatest, !isCancelled(scope: request.scope) {
            replace(queue.members.first, request)
        } else {
            fail(request.scope)
            emit(.release(request.flow))
        }
        return nil
    }

    /// Puts a newer flow in the place of the one that waits for the end of an interval; that one counts as cancelled.
    private mutating func replace(_ slot: Int32, _ request: Request) {
        let (old, oldFlow) = (effects[Int(slot)].scope, effects[Int(slot)].flow)
        effects[Int(slot)].flow = request.flow
        move(slot, to: request.scope)
        if oldFlow >= 0 { emit(.release(oldFlow)) }
        if old != request.scope { fail(old) }
        release(old)
    }

    // MARK: Names

    func key(_ store: Int32, _ name: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: store)) << 32 | UInt64(UInt32(bitPattern: name))
    }

    /// What runs and waits under a name; `nil` for nothing.
    func queue(_ store: Int32, _ name: Int32) -> EffectQueue? { name == 0 ? nil : queues[key(store, name)] }

    /// Whether something runs or waits under a name.
    package func isInUse(_ name: Int32, of store: Int32) -> Bool { queue(store, name) != nil }

    // MARK: Timers

    mutating func schedule(_ slot: Int32, _ timer: Timer) {
        if timer == .wait { effects[Int(slot)].hasTimer = true } else { effects[Int(slot)].hasTimeout = true }
        let duration = timer == .wait ? effects[Int(slot)].delay : effects[Int(slot)].timeout
        emit(.schedule(handle(slot), timer, nanoseconds: duration))
    }

    mutating func unschedule(_ slot: Int32) {
        if effects[Int(slot)].hasTimer { emit(.unschedule(handle(slot), .wait)) }
        if effects[Int(slot)].hasTimeout { emit(.unschedule(handle(slot), .timeout)) }
        (effects[Int(slot)].hasTimer, effects[Int(slot)].hasTimeout) = (false, false)
    }
}

/// The duration in whole nanoseconds, at most 18 years, so that a sum of a few can be counted too.
package func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? (seconds < 0 ? 0 : .max / 16) : max(0, min(whole + attoseconds / 1_000_000_000, .max / 16))
}
