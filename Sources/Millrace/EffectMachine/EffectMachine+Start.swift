extension EffectMachine {
    // MARK: Starting

    /// Starts an effect, or makes it wait, as its policy requires. With `.latest`, cancels the effects with its name first.
    ///
    /// If a command need not wait, the runner appends it to the queue of messages, and for a group it calls ``open(_:)``. If the
    /// effect must wait, the step ``Step/run(_:)`` or ``Step/perform(_:)`` follows later.
    ///
    /// - Returns: The effect; `nil` if it was discarded. An effect is discarded if its policy is `.first` and another effect
    ///   with its name exists, or if its scope or group was cancelled. The scope of a discarded effect counts as cancelled.
    package mutating func start(_ request: Request) -> EffectHandle? {
        if request.rule != .runner { return startEffect(request) }
        // The scope of a runner contains its failures.
        var request = request
        request.scope = openScope(parent: request.scope)
        let group = startEffect(request)
        release(request.scope)
        return group
    }

    private mutating func startEffect(_ request: Request) -> EffectHandle? {
        var queue = queue(request.store, request.name)
        let isRefused = queue >= 0 && request.policy == .first && hasOthers(queue, than: request.group)
        if isRefused || isCancelled(scope: request.scope) || !stores[request.store].isOpen {
            refuse(request)
            return nil
        }
        if queue >= 0, request.policy == .latest {
            cancel(queue: queue, around: request.group)
            queue = request.group < 0 ? -1 : self.queue(request.store, request.name)
        }
        // The cancellation may have decided a race that the effect belongs to.
        if request.group >= 0, effects[request.group].stage != .running {
            refuse(request)
            return nil
        }
        let waits = queue >= 0 && queues[queue].running >= request.limit && !isWithin(request.group, queue)
        let isNew = freeEffects.isEmpty
        let generation = isNew ? 0 : effects[freeEffects[freeEffects.count - 1]].generation
        let slot = effects.insert(request, reusing: &freeEffects)
        (effects[slot].generation, effects[slot].stage) = (generation, waits ? .waiting : .requested)
        joinStore(slot)
        if request.name != 0 { joinQueue(slot) }
        joinScope(slot)
        if request.group >= 0 { joinGroup(slot) }
        if !waits, request.kind != .command, request.kind != .group { begin(slot) }
        return EffectHandle(slot: slot, generation: generation)
    }

    /// Adds an effect to the list of its store.
    @inline(__always)
    package mutating func joinStore(_ slot: Int32) {
        let store = effects[slot].store
        stores[store].effects = inStore.append(slot, to: stores[store].effects)
        if effects[slot].child >= 0 { stores[store].children += 1 }
        count += 1
    }

    /// Adds an effect to the queue of its name, if it has one.
    package mutating func joinQueue(_ slot: Int32) {
        let (store, name) = (effects[slot].store, effects[slot].name)
        if name == 0 { return }
        var queue = queue(store, name)
        if queue < 0 {
            queue = queues.insert(EffectQueue(), reusing: &freeQueues)
            queueNumbers.set(key(store, name), queue)
        }
        effects[slot].queue = queue
        queues[queue].members = inQueue.append(slot, to: queues[queue].members)
        count(slot, in: queue, 1)
    }

    /// Moves an effect from its scope to another scope, which then waits for the effect. The runner must release the old scope.
    ///
    /// - Parameter scope: The new scope; 0 for none.
    package mutating func move(_ slot: Int32, to scope: Int32) {
        let old = effects[slot].scope
        if old != 0 { inScope.remove(slot, from: &scopes[old].effects) }
        effects[slot].scope = scope
        joinScope(slot)
    }

    /// Adds an effect to its scope, if it has one.
    @inline(__always)
    private mutating func joinScope(_ slot: Int32) {
        let scope = effects[slot].scope
        if scope == 0 { return }
        scopes[scope].effects = inScope.append(slot, to: scopes[scope].effects)
        scopes[scope].open += 1
    }

    /// Begins the work of an effect that need not wait for others with its name.
    mutating func begin(_ slot: Int32) {
        if effects[slot].kind == .command { return emit(.run(handle(slot))) }
        if effects[slot].kind == .group { return emit(.perform(handle(slot))) }
        effects[slot].stage = .running
        if effects[slot].kind != .worker, effects[slot].delay >= 0 { schedule(slot, .wait) }
    }

    /// Begins an attempt of a command, at its turn or after the pause before a retry. The runner then calls the handler.
    package mutating func beginAttempt(_ id: EffectHandle) {
        effects[id.slot].stage = .running
        effects[id.slot].attempt += 1
        if effects[id.slot].attempt == 1, effects[id.slot].timeout >= 0 { schedule(id.slot, .timeout) }
    }

    /// Replaces the flow that waits for the end of an interval. The old flow is discarded.
    mutating func replaceWaitingFlow(of slot: Int32, by flow: Int32, scope: Int32, group: Int32) {
        discardFlow(of: slot)
        let (old, oldGroup) = (effects[slot].scope, effects[slot].group)
        effects[slot].flow = flow
        move(slot, to: scope)
        moveGroup(slot, to: group)
        if old != scope { fail(old) }
        if oldGroup >= 0, oldGroup != group { effects[oldGroup].hasFailed = true }
        release(old)
        release(group: oldGroup)
    }

    /// Discards a request. Its scope and its group count as cancelled.
    mutating func refuse(_ request: Request) {
        fail(request.scope)
        if request.group >= 0 { effects[request.group].hasFailed = true }
    }

    // MARK: Names

    func key(_ store: Int32, _ name: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: store)) << 32 | UInt64(UInt32(bitPattern: name))
    }

    /// Returns the queue of a name; -1 if no effect has the name.
    func queue(_ store: Int32, _ name: Int32) -> Int32 { name == 0 ? -1 : queueNumbers.find(key(store, name)) }

    /// Whether an effect with the name is running or waiting.
    package func isInUse(_ name: Int32, of store: Int32) -> Bool { queue(store, name) >= 0 }

    // MARK: Timers

    mutating func schedule(_ slot: Int32, _ timer: Timer) {
        if timer == .wait { effects[slot].hasTimer = true } else { effects[slot].hasTimeout = true }
        let duration = timer == .wait ? effects[slot].delay : effects[slot].timeout
        emit(.schedule(handle(slot), timer, nanoseconds: duration))
    }

    mutating func unschedule(_ slot: Int32) {
        if effects[slot].hasTimer { emit(.unschedule(handle(slot), .wait)) }
        if effects[slot].hasTimeout { emit(.unschedule(handle(slot), .timeout)) }
        (effects[slot].hasTimer, effects[slot].hasTimeout) = (false, false)
    }
}
