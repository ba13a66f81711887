extension EffectMachine {
    /// A request to start an effect.
    package struct Request {
        package var kind: Kind
        /// The runner's handle of what is requested.
        package var flow: Int32
        package var store: Int32
        package var scope: Int32
        package var child: Int32 = -1
        /// The number of the name that policies and `cancel` find it by; 0 for none.
        package var name: Int32 = 0
        package var policy = Policy.concurrent
        package var retries = Retries()
        /// The time that the command may take in all, in nanoseconds; negative for none.
        package var timeout: Int64 = -1
        /// The time that a delay, an interval or a held message waits, in nanoseconds; negative for none.
        package var delay: Int64 = -1

        package init(_ kind: Kind, flow: Int32, store: Int32, scope: Int32) {
            (self.kind, self.flow, self.store, self.scope) = (kind, flow, store, scope)
        }
    }

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
        var (queue, limit, waits) = (Int32(-1), Int32.max, false)
        if request.name != 0 {
            queue = queueOfName[key(request.store, request.name)] ?? -1
            switch request.policy {
            case .concurrent: break
            case .latest:
                if queue >= 0 { cancel(queue: queue) }
                queue = -1
            case .first:
                if queue >= 0 {
                    fail(request.scope)
                    return nil
                }
            case .queue: limit = 1
            case .limit(let number): limit = Int32(clamping: max(1, number))
            }
            if queue < 0 { queue = openQueue(request.store, request.name) }
            waits = queues[Int(queue)].running >= limit
        }
        let slot = takeSlot()
        var effect = Effect(generation: effects[Int(slot)].generation)
        (effect.kind, effect.flow, effect.store, effect.child) = (
            request.kind, request.flow, request.store, request.child
        )
        (effect.scope, effect.queue, effect.limit) = (request.scope, queue, limit)
        (effect.retries, effect.timeout, effect.timer) = (request.retries, request.timeout, request.delay)
        effect.stage = waits ? .waiting : .requested
        effects[Int(slot)] = effect
        join(slot)
        if !waits, request.kind != .command { begin(slot) }
        return handle(slot)
    }

    /// Adds an effect to the lists that it belongs to.
    private mutating func join(_ slot: Int32) {
        let effect = effects[Int(slot)]
        count += 1
        stores[Int(effect.store)].effects.append(slot, in: &effects, \.inStore)
        stores[Int(effect.store)].count += 1
        if effect.child >= 0 { stores[Int(effect.store)].children += 1 }
        if effect.queue >= 0 {
            queues[Int(effect.queue)].members.append(slot, in: &effects, \.inQueue)
            if effect.stage != .waiting { queues[Int(effect.queue)].running += 1 }
        }
        if effect.scope != 0 {
            scopes[Int(effect.scope)].effects.append(slot, in: &effects, \.inScope)
            scopes[Int(effect.scope)].open += 1
        }
    }

    /// Starts what an effect is for; nothing of its name holds it back.
    mutating func begin(_ slot: Int32) {
        switch effects[Int(slot)].kind {
        case .command: emit(.run(handle(slot)))
        case .worker: effects[Int(slot)].stage = .running
        case .delay, .interval, .held:
            effects[Int(slot)].stage = .running
            if effects[Int(slot)].timer >= 0 { schedule(slot, .wait) }
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
        guard let queue = queueOfName[key(request.store, request.name)] else {
            var interval = request
            (interval.flow, interval.scope) = (-1, 0)
            return start(interval)
        }
        if keepsLatest, !isCancelled(scope: request.scope) {
            replace(queues[Int(queue)].members.first, request)
        } else {
            fail(request.scope)
            emit(.release(request.flow))
        }
        return nil
    }

    /// Puts a newer flow in the place of the one that waits for the end of an interval; that one counts as cancelled.
    private mutating func replace(_ slot: Int32, _ request: Request) {
        let (old, oldFlow) = (effects[Int(slot)].scope, effects[Int(slot)].flow)
        if old != 0 { scopes[Int(old)].effects.remove(slot, in: &effects, \.inScope) }
        (effects[Int(slot)].scope, effects[Int(slot)].flow) = (request.scope, request.flow)
        if request.scope != 0 {
            scopes[Int(request.scope)].effects.append(slot, in: &effects, \.inScope)
            scopes[Int(request.scope)].open += 1
        }
        if oldFlow >= 0 { emit(.release(oldFlow)) }
        if old != 0 {
            if old != request.scope { fail(old) }
            release(old)
        }
    }

    // MARK: Names

    func key(_ store: Int32, _ name: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: store)) << 32 | UInt64(UInt32(bitPattern: name))
    }

    private mutating func openQueue(_ store: Int32, _ name: Int32) -> Int32 {
        let queue = EffectQueue(key: key(store, name), name: name)
        let index: Int32
        if let free = freeQueues.popLast() {
            index = free
            queues[Int(free)] = queue
        } else {
            index = Int32(queues.count)
            queues.append(queue)
        }
        queueOfName[queue.key] = index
        return index
    }

    /// The queue of a name, which is opened if nothing runs or waits under it.
    mutating func findOrOpenQueue(_ store: Int32, _ name: Int32) -> Int32 {
        queueOfName[key(store, name)] ?? openQueue(store, name)
    }

    /// Whether something runs or waits under a name.
    package func isInUse(_ name: Int32, of store: Int32) -> Bool { queueOfName[key(store, name)] != nil }

    // MARK: Timers

    mutating func schedule(_ slot: Int32, _ timer: Timer) {
        switch timer {
        case .wait: effects[Int(slot)].hasTimer = true
        case .timeout: effects[Int(slot)].hasTimeout = true
        }
        let duration = timer == .wait ? effects[Int(slot)].timer : effects[Int(slot)].timeout
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
