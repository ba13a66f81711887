extension EffectMachine {
    // MARK: Groups

    /// Whether effects can start in a group, or without one.
    package func isOpen(_ group: EffectHandle) -> Bool {
        group.slot < 0 || isLive(group) && effects[group.slot].stage == .running
    }

    /// The group of an effect; `none` if it has none.
    package func group(of id: EffectHandle) -> EffectHandle {
        isLive(id) && effects[id.slot].group >= 0 ? handle(effects[id.slot].group) : .none
    }

    /// Whether an effect belongs to a group.
    package var hasGroups: Bool { (0..<effects.count).contains { effects[$0].isInFlight && effects[$0].group >= 0 } }

    /// Keeps a group from ending until it is released.
    package mutating func retain(_ group: EffectHandle) { if isLive(group) { effects[group.slot].heldEvents += 1 } }

    /// Releases a group. Does nothing if it was cancelled.
    package mutating func release(_ group: EffectHandle) { if isLive(group) { release(group: group.slot) } }

    /// Ends a group when all members, links and callers have released it.
    mutating func release(group: Int32) {
        if group < 0 { return }
        effects[group].heldEvents -= 1
        if effects[group].heldEvents > 0 || !effects[group].isInFlight { return }
        let (id, scope) = (handle(group), effects[group].scope)
        finish(group)
        emit(.stop(id))
        if effects[group].group >= 0 { leaveGroup(group) }
        release(scope)
    }

    /// Adds an effect to its group.
    package mutating func joinGroup(_ slot: Int32) {
        let group = effects[slot].group
        effects[group].members = inGroup.append(slot, to: effects[group].members)
        effects[group].heldEvents += 1
    }

    /// Makes a group wait for a link of a sequence.
    package mutating func join(link scope: Int32, _ group: EffectHandle) {
        scopes[scope].group = group
        retain(group)
    }

    /// Moves an effect to another group; -1 for none. The caller must release the old group.
    mutating func moveGroup(_ slot: Int32, to group: Int32) {
        let old = effects[slot].group
        if old >= 0 { inGroup.remove(slot, from: &effects[old].members) }
        effects[slot].group = group
        if group >= 0 { joinGroup(slot) }
    }

    /// Releases the group of an effect that has ended, and passes its failure to the group. If this decides a race, or is the
    /// first failure, the other members are cancelled.
    @inline(never)
    mutating func leaveGroup(_ slot: Int32) {
        let (group, isRunner) = (effects[slot].group, effects[slot].rule == .runner)
        let hasFailed = effects[slot].hasFailed && !(isRunner && scopes[effects[slot].scope].ignoresFailure)
        if hasFailed { effects[group].hasFailed = true }
        if isRunner, effects[group].stage == .running, effects[group].rule == .race || hasFailed {
            cancelMembers(of: group, ignoringFailures: true)
        }
        release(group: group)
    }

    /// Notes that a flow that belongs to a group has failed before it had an effect.
    package mutating func fail(_ group: EffectHandle) { if isLive(group) { effects[group.slot].hasFailed = true } }

    /// Cancels the members of a group, those that wait first, so that none of them starts. No effect can start in the group
    /// after this.
    mutating func cancelMembers(of group: Int32, ignoringFailures: Bool = false) {
        if effects[group].stage == .waiting { return }
        effects[group].stage = .ending
        // The caller ends the group.
        effects[group].heldEvents += 1
        var slot = effects[group].members.first
        while slot >= 0 {
            let next = inGroup.next(slot)
            if ignoringFailures { scopes[effects[slot].scope].ignoresFailure = true }
            if effects[slot].stage == .waiting { cancel(handle(slot)) }
            slot = next
        }
        while !effects[group].members.isEmpty { withdraw(effects[group].members.first) }
        effects[group].heldEvents -= 1
    }

    // MARK: Groups and names

    /// Whether `outer` is `group` or a group around it.
    func contains(_ outer: Int32, _ group: Int32) -> Bool {
        var group = group
        while group >= 0, group != outer { group = effects[group].group }
        return group >= 0
    }

    /// Whether a group or a group around it is a member of the queue.
    func isWithin(_ group: Int32, _ queue: Int32) -> Bool {
        var group = group
        while group >= 0, effects[group].queue != queue { group = effects[group].group }
        return group >= 0
    }

    /// Whether a queue has members other than the group and the groups around it.
    func hasOthers(_ queue: Int32, than group: Int32) -> Bool {
        var slot = queues[queue].members.first
        while slot >= 0, contains(slot, group) { slot = inQueue.next(slot) }
        return slot >= 0
    }
}
