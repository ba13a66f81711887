extension EffectMachine {
    // MARK: Ending

    /// A command's handler has failed.
    ///
    /// - Returns: whether it is tried again after a pause; else its failure is its last event.
    package mutating func retries(_ id: EffectHandle) -> Bool {
        let effect = effects[Int(id.slot)]
        guard effect.attempt <= effect.retries.attempts else { return false }
        effects[Int(id.slot)].stage = .pausing
        effects[Int(id.slot)].delay = effect.retries.pause(after: effect.attempt)
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
        leaveQueue(slot, effect)
    }

    /// Removes an effect from the queue of its name, and starts those that waited for it.
    private mutating func leaveQueue(_ slot: Int32, _ effect: Effect) {
        guard var queue = queue(effect.store, effect.name) else { return }
        queue.members.remove(slot, in: &effects, \.inQueue)
        if effect.stage != .waiting { queue.running -= 1 }
        var next = queue.isClosing ? -1 : queue.members.first
        while next >= 0 {
            if effects[Int(next)].stage == .waiting {
                guard queue.running < effects[Int(next)].limit else { break }
                queue.running += 1
                effects[Int(next)].stage = .requested
                begin(next)
            }
            next = effects[Int(next)].inQueue.next
        }
        queues[key(effect.store, effect.name)] = queue.members.isEmpty ? nil : queue
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
        effects[slot].flow = -1
        move(id.slot, to: 0)
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
        fail(scope)
        release(scope)
    }

    /// Cancels what runs and waits under a name.
    package mutating func cancel(name: Int32, of store: Int32) {
        guard let queue = queue(store, name) else { return }
        queues[key(store, name)]?.isClosing = true
        var slot = queue.members.first
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
}
