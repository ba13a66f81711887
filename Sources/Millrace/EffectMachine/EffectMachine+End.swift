extension EffectMachine {
    // MARK: Ending

    /// Whether a command that has failed is retried. If not, the failure is the command's last event.
    package func retries(_ id: EffectHandle) -> Bool { effects[id.slot].attempt <= effects[id.slot].retries }

    /// Makes a command that has failed wait for its retry.
    package mutating func pause(_ id: EffectHandle, for duration: Duration) {
        (effects[id.slot].stage, effects[id.slot].delay) = (.pausing, nanoseconds(duration))
        schedule(id.slot, .wait)
    }

    /// Ends an effect whose work has ended. If middleware still holds events of the command, the effect ends when the last of
    /// these events is released.
    ///
    /// The scope stays open until the runner releases it, so that effects of the last event belong to the scope too.
    ///
    /// - Parameter hasFailed: Whether the scope fails.
    /// - Returns: Whether the effect has ended. The runner then performs the flows of the event, releases the scope, and frees
    ///   the effect.
    package mutating func end(_ id: EffectHandle, hasFailed: Bool = false) -> Bool {
        guard isLive(id), effects[id.slot].kind != .group else { return false }
        if hasFailed {
            fail(effects[id.slot].scope)
            effects[id.slot].hasFailed = true
        }
        if effects[id.slot].heldEvents > 0 {
            unschedule(id.slot)
            effects[id.slot].stage = .ending
            return false
        }
        finish(id.slot)
        if effects[id.slot].group >= 0 { leaveGroup(id.slot) }
        return true
    }

    /// Releases the slot of an effect that has ended.
    package mutating func free(_ id: EffectHandle) {
        guard effects[id.slot].generation == id.generation, effects[id.slot].stage == .ended else { return }
        effects[id.slot].stage = .free
        effects[id.slot].generation &+= 1
        freeEffects.append(id.slot)
    }

    /// Removes an effect from its lists. Its scope and its group stay open.
    mutating func finish(_ slot: Int32) {
        if effects[slot].hasTimer || effects[slot].hasTimeout { unschedule(slot) }
        let (store, scope, queue) = (effects[slot].store, effects[slot].scope, effects[slot].queue)
        count -= 1
        inStore.remove(slot, from: &stores[store].effects)
        if effects[slot].child >= 0 { stores[store].children -= 1 }
        if scope != 0 { inScope.remove(slot, from: &scopes[scope].effects) }
        if effects[slot].group >= 0 { inGroup.remove(slot, from: &effects[effects[slot].group].members) }
        if queue >= 0 { leaveQueue(slot) }
        effects[slot].stage = .ended
    }

    /// Removes an effect from the queue of its name, and starts members that waited for it.
    @inline(never)
    private mutating func leaveQueue(_ slot: Int32) {
        let queue = effects[slot].queue
        inQueue.remove(slot, from: &queues[queue].members)
        count(slot, in: queue, -1)
        if queues[queue].members.isEmpty {
            queueNumbers.remove(key(effects[slot].store, effects[slot].name))
            return freeQueues.append(queue)
        }
        var next = queues[queue].isClosing ? -1 : queues[queue].members.first
        while next >= 0, queues[queue].waiting > 0 {
            if effects[next].stage == .waiting {
                guard queues[queue].running < effects[next].limit else { return }
                count(next, in: queue, -1)
                effects[next].stage = .requested
                count(next, in: queue, 1)
                begin(next)
            }
            next = inQueue.next(next)
        }
    }

    /// Changes the number of waiting or of started members in a queue, depending on the stage of the effect.
    @inline(__always)
    mutating func count(_ slot: Int32, in queue: Int32, _ change: Int32) {
        if effects[slot].stage == .waiting { queues[queue].waiting += change } else { queues[queue].running += change }
    }

    // MARK: Held events

    /// Notes that middleware holds an event of the command. The end of the command waits for the event.
    ///
    /// - Parameter isLast: Whether the event is the last one. The command can then no longer time out.
    package mutating func holdEvent(of id: EffectHandle, isLast: Bool = false) {
        guard isLive(id) else { return }
        effects[id.slot].heldEvents += 1
        if isLast { unschedule(id.slot) }
    }

    /// Whether the handler has ended the command, but the end waits for events that middleware holds. The command cannot end
    /// again.
    package func isEnding(_ id: EffectHandle) -> Bool { isLive(id) && effects[id.slot].stage == .ending }

    /// Notes that middleware has released an event of the command, and that the event's turn is over.
    ///
    /// - Returns: Whether the command has ended now, because its end waited for this event.
    package mutating func releaseEvent(of id: EffectHandle) -> Bool {
        guard isLive(id) else { return false }
        effects[id.slot].heldEvents -= 1
        guard effects[id.slot].stage == .ending, effects[id.slot].heldEvents == 0 else { return false }
        finish(id.slot)
        if effects[id.slot].group >= 0 { leaveGroup(id.slot) }
        return true
    }

    // MARK: Timers

    /// Decides what follows after a timer has fired.
    package mutating func fire(_ id: EffectHandle, _ timer: Timer) -> Firing {
        guard isLive(id) else { return .none }
        let slot = id.slot
        if timer == .timeout {
            guard effects[slot].hasTimeout else { return .none }
            effects[slot].hasTimeout = false
            return .timeout
        }
        guard effects[slot].hasTimer else { return .none }
        effects[slot].hasTimer = false
        let (kind, flow, scope) = (effects[slot].kind, effects[slot].flow, effects[slot].scope)
        let group = effects[slot].group < 0 ? EffectHandle.none : handle(effects[slot].group)
        switch kind {
        case .command, .worker: return .retry
        case .held, .group: return .resume
        // If a flow waits for the end of the interval, the flow is performed, and another interval begins.
        case .interval where flow >= 0:
            effects[slot].flow = -1
            move(slot, to: 0)
            moveGroup(slot, to: -1)
            schedule(slot, .wait)
        case .delay, .interval: finish(slot)
        }
        return .over(flow < 0 ? nil : Part(flow: flow, scope: scope, group: group))
    }

    // MARK: Cancelling

    /// Cancels an effect. The effect ends now, and its scope counts as cancelled.
    package mutating func cancel(_ id: EffectHandle) {
        guard isLive(id) else { return }
        let scope = effects[id.slot].scope
        fail(scope)
        effects[id.slot].hasFailed = true
        discardFlow(of: id.slot)
        if effects[id.slot].kind == .group { cancelMembers(of: id.slot) }
        finish(id.slot)
        emit(.stop(id))
        if effects[id.slot].group >= 0 { leaveGroup(id.slot) }
        release(scope)
    }

    /// Discards the flow that an effect keeps, if it keeps one.
    mutating func discardFlow(of slot: Int32) {
        if effects[slot].keepsFlow { emit(.discard(flow: effects[slot].flow, child: effects[slot].child)) }
    }

    /// Cancels an effect, because its scope or its group is cancelled. The interval of a throttle loses only the flow that waits
    /// for its end.
    mutating func withdraw(_ slot: Int32) {
        if effects[slot].kind != .interval { return cancel(handle(slot)) }
        replaceWaitingFlow(of: slot, by: -1, scope: 0, group: -1)
    }

    /// Cancels the effects with a name, running or waiting.
    package mutating func cancel(name: Int32, of store: Int32) {
        let queue = queue(store, name)
        if queue >= 0 { cancel(queue: queue) }
    }

    /// Cancels the effects of a queue. Removes the queue if it is empty then.
    ///
    /// - Parameter group: The groups around this group, and the group itself, are not cancelled. -1 for none.
    mutating func cancel(queue: Int32, around group: Int32 = -1) {
        queues[queue].isClosing = true
        var slot = queues[queue].members.first
        while slot >= 0 {
            let next = inQueue.next(slot)
            if !contains(slot, group) { cancel(handle(slot)) }
            // A group is cancelled with its members, which may include the next effect.
            slot =
                next < 0 || effects[next].queue == queue && effects[next].isInFlight
                ? next : queues[queue].members.first
        }
        queues[queue].isClosing = false
    }

    /// Cancels the effects of children that were removed.
    ///
    /// - Parameter isThere: Whether the child with this handle still exists.
    package mutating func cancelOrphans(of store: Int32, isThere: (Int32) -> Bool) {
        if hasChildren(store) { cancelEffects(of: store) { $0.child >= 0 && !isThere($0.child) } }
    }

    /// Cancels the effects of a store for which `isMeant` returns `true`, the oldest first.
    mutating func cancelEffects(of store: Int32, where isMeant: (Effect) -> Bool) {
        var slot = stores[store].effects.first
        while slot >= 0 {
            let next = inStore.next(slot)
            if isMeant(effects[slot]) { cancel(handle(slot)) }
            // A group is cancelled with its members, which may include the next effect.
            slot = next < 0 || effects[next].isInFlight ? next : stores[store].effects.first
        }
    }
}
