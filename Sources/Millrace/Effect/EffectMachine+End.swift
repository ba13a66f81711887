extension EffectMachine {
    // MARK: Ending

    /// A command's handler has failed.
    ///
    /// - Returns: whether it is tried again after a pause; else its failure is its last event.
    package mutating func retries(_ id: EffectHandle) -> Bool {
        let effect = effects[Int(id.slot)]
        guard effect.attempt <= effect.retries.attempts else { return false }
        effects[Int(id.slot)].stage = .pausing
        effects[Int(id.slot)].timer = effect.retries.pause(after: effect.attempt)
        schedule(id.slot, .wait)
        return true
    }

    /// The effect has ended by itself; where middleware still holds events of it, it ends with the last of them.
    ///
    /// The scope stays open until the runner releases it, so that what its last event asked for belongs to it too.
    ///
    /// - Returns: whether it has ended. Then the runner performs what follows, releases the scope, and frees the effect.
    package mutating func end(_ id: EffectHandle) -> Bool {
        guard isLive(id) else { return false }
        if effects[Int(id.slot)].heldEvents > 0 {
            unschedule(id.slot)
            effects[Int(id.slot)].stage = .ending
            return false
        }
        finish(id.slot)
        return true
    }

    /// Takes an effect off its lists; its scope stays open.
    private mutating func finish(_ slot: Int32) {
        unschedule(slot)
        let effect = effects[Int(slot)]
        effects[Int(slot)].stage = .ended
        count -= 1
        stores[Int(effect.store)].effects.remove(slot, in: &effects, \.inStore)
        stores[Int(effect.store)].count -= 1
        if effect.child >= 0 { stores[Int(effect.store)].children -= 1 }
        if effect.scope != 0 { scopes[Int(effect.scope)].effects.remove(slot, in: &effects, \.inScope) }
        if effect.queue >= 0 { leaveQueue(slot, effect) }
    }

    private mutating func leaveQueue(_ slot: Int32, _ effect: Effect) {
        let queue = Int(effect.queue)
        queues[queue].members.remove(slot, in: &effects, \.inQueue)
        if effect.stage != .waiting { queues[queue].running -= 1 }
        if queues[queue].members.isEmpty {
            queueOfName[queues[queue].key] = nil
            freeQueues.append(effect.queue)
            return
        }
        if queues[queue].isClosing { return }
        var next = queues[queue].members.first
        while next >= 0 {
            if effects[Int(next)].stage == .waiting {
                guard queues[queue].running < effects[Int(next)].limit else { return }
                queues[queue].running += 1
                effects[Int(next)].stage = .requested
                begin(next)
            }
            next = effects[Int(next)].inQueue.next
        }
    }

    // MARK: Held events

    /// Middleware holds an event of the command: its natural end waits.
    ///
    /// - Parameter isLast: whether it is the last event. Then the command has been answered, and cannot time out any more.
    package mutating func holdEvent(of id: EffectHandle, isLast: Bool = false) {
        guard isLive(id) else { return }
        effects[Int(id.slot)].heldEvents += 1
        if isLast { unschedule(id.slot) }
    }

    /// Whether the command has ended, though its end waits for events that middleware holds: another end is none.
    package func isEnding(_ id: EffectHandle) -> Bool { isLive(id) && effects[Int(id.slot)].stage == .ending }

    /// Middleware no longer holds an event of the command, whose turn is over.
    ///
    /// - Returns: whether the command has ended with it, because its end waited for that.
    package mutating func releaseEvent(of id: EffectHandle) -> Bool {
        guard isLive(id) else { return false }
        effects[Int(id.slot)].heldEvents -= 1
        guard effects[Int(id.slot)].stage == .ending, effects[Int(id.slot)].heldEvents == 0 else { return false }
        finish(id.slot)
        return true
    }

    // MARK: Timers

    /// A timer has fired.
    package mutating func fire(_ id: EffectHandle, _ timer: Timer) -> Firing {
        guard isLive(id) else { return .none }
        let slot = Int(id.slot)
        if timer == .timeout {
            guard effects[slot].hasTimeout else { return .none }
            effects[slot].hasTimeout = false
            return .timeout
        }
        guard effects[slot].hasTimer else { return .none }
        effects[slot].hasTimer = false
        switch effects[slot].kind {
        case .command, .worker: return .retry
        case .held: return .resume
        case .delay:
            let (flow, scope) = (effects[slot].flow, effects[slot].scope)
            finish(id.slot)
            return .perform(flow: flow, scope: scope)
        case .interval: return endInterval(id)
        }
    }

    /// The interval of a throttle is over: the flow that waits for that is performed, and another interval begins.
    private mutating func endInterval(_ id: EffectHandle) -> Firing {
        let slot = Int(id.slot)
        let (flow, scope) = (effects[slot].flow, effects[slot].scope)
        if flow < 0 {
            finish(id.slot)
            return .over
        }
        if scope != 0 { scopes[Int(scope)].effects.remove(id.slot, in: &effects, \.inScope) }
        (effects[slot].flow, effects[slot].scope) = (-1, 0)
        schedule(id.slot, .wait)
        return .perform(flow: flow, scope: scope)
    }

    // MARK: Cancelling

    /// Cancels an effect: it ends now, and its scope counts as cancelled.
    package mutating func cancel(_ id: EffectHandle) {
        guard isLive(id) else { return }
        let scope = effects[Int(id.slot)].scope
        finish(id.slot)
        emit(.stop(id))
        if scope != 0 {
            fail(scope)
            release(scope)
        }
    }

    /// Cancels what runs and waits under a name.
    package mutating func cancel(name: Int32, of store: Int32) {
        if let queue = queueOfName[key(store, name)] { cancel(queue: queue) }
    }

    mutating func cancel(queue: Int32) {
        queues[Int(queue)].isClosing = true
        var slot = queues[Int(queue)].members.first
        while slot >= 0 {
            let next = effects[Int(slot)].inQueue.next
            cancel(handle(slot))
            slot = next
        }
    }

    /// Cancels the effects of children that are no longer there.
    package mutating func cancelOrphans(of store: Int32, isThere: (Int32) -> Bool) {
        guard stores[Int(store)].children > 0 else { return }
        var orphans: [EffectHandle] = []
        forEach(of: store) { if $1.child >= 0, !isThere($1.child) { orphans.append($0) } }
        for orphan in orphans { cancel(orphan) }
    }

    // MARK: Stores

    /// A store is created.
    package mutating func openStore() -> Int32 {
        if let free = freeStores.popLast() {
            stores[Int(free)] = StoreEffects()
            return free
        }
        stores.append(StoreEffects())
        return Int32(stores.count - 1)
    }

    /// A store is released, or the engine shut down: cancels its effects. Nothing starts in it from now on.
    package mutating func closeStore(_ store: Int32) {
        stores[Int(store)].isOpen = false
        for index in active.indices.reversed() where active[index].store == store {
            emit(.release(active.remove(at: index).flow))
        }
        var members: [EffectHandle] = []
        forEach(of: store) { id, _ in members.append(id) }
        // Those that wait for others of their name first, so that none of them starts.
        for id in members where effects[Int(id.slot)].stage == .waiting { cancel(id) }
        for id in members.reversed() { cancel(id) }
    }

    /// The number of a store that is closed may be used again.
    package mutating func freeStore(_ store: Int32) { freeStores.append(store) }

    /// How many effects of a store are in flight.
    package func count(of store: Int32) -> Int { Int(stores[Int(store)].count) }

    /// Whether effects of a store belong to children that may be removed.
    package func hasChildren(_ store: Int32) -> Bool { stores[Int(store)].children > 0 }

    // MARK: Active commands

    /// The commands that shall be active in a store: starts and cancels by difference.
    ///
    /// Of two requests of one name the first counts. One that has ended by itself is not started again while its name
    /// and command stay the same. No receipt waits for them: each has a scope of its own.
    ///
    /// - Parameter isSame: whether two handles name the same request.
    package mutating func updateActive(_ wanted: [Request], of store: Int32, isSame: (Int32, Int32) -> Bool) {
        var requests: [Int32: Int32] = [:]
        for request in wanted where requests[request.name] == nil { requests[request.name] = request.flow }
        for index in active.indices.reversed() where active[index].store == store {
            let entry = active[index]
            if let flow = requests[entry.name], isSame(entry.flow, flow) { continue }
            active.remove(at: index)
            cancel(entry.effect)
            emit(.release(entry.flow))
        }
        for request in wanted {
            let isActive = active.contains { $0.store == store && $0.name == request.name }
            if isActive { emit(.release(request.flow)) } else { startActive(request) }
        }
    }

    private mutating func startActive(_ request: Request) {
        var request = request
        let name = request.name
        let scope = openScope()
        (request.name, request.scope) = (0, scope)
        guard let effect = start(request) else { return emit(.release(request.flow)) }
        effects[Int(effect.slot)].active = name
        active.append(ActiveEffect(store: request.store, name: name, flow: request.flow, effect: effect))
        begin(effect.slot)
        release(scope)
    }

    /// The effect of an active command that was requested by this flow; none if it is not active.
    package func activeEffect(_ flow: Int32) -> EffectHandle {
        active.first { $0.flow == flow }?.effect ?? .none
    }

    /// Forgets active commands among `ended`, so that the next turn starts what the state requests then.
    package mutating func forgetActive(_ ended: (EffectHandle) -> Bool) {
        for index in active.indices.reversed() where ended(active[index].effect) {
            emit(.release(active.remove(at: index).flow))
        }
    }
}
