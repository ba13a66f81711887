import Millrace

// Performs flows, as an engine does.
extension EffectSimulator {
    func perform(_ plan: RequestPlan, _ scope: Int32) {
        if !isGroupOpen { return discard(plan) }
        switch plan {
        case .none: break
        case .send(let actions): enqueue(.actions(actions), scope: scope)
        case .nothing: enqueue(.nothing, scope: scope)
        case .start(let entry, let child): start(entry, child, scope)
        case .throttle(let throttle): perform(throttle, scope)
        case .cancel(let name, let interval):
            machine.cancel(name: name, of: 0)
            machine.cancel(name: interval, of: 0)
            performSteps()
        case .cancelAll(let name, let interval, let includes):
            cancelAll(name, interval, includes)
        case .cancelCommands(_, let includes): cancelCommands(includes)
        case .group(let entry, let child, let flow): start(entry, child, flow, scope)
        case .sequence where machine.isCancelled(scope: scope): discard(plan)
        case .sequence(let links): perform(links, scope, hasFailed: false)
        case .merge(let parts): for part in parts { perform(part.plan, scope) }
        case .fault(let fault):
            note(fault)
            fail(scope)
        }
    }

    /// Sends the `onCancel` actions of the commands that a plan would have requested first, because it is not performed.
    private func discard(_ plan: RequestPlan) {
        switch plan {
        case .start(let entry, let child), .group(let entry, let child, _):
            sendCancelled(entry.request.flow, child: child)
        case .throttle(let throttle):
            sendCancelled(throttle.entry.request.flow, child: throttle.interval.child)
        case .sequence(let links): discard(links[0].plan)
        case .merge(let parts): for part in parts { discard(part.plan) }
        case .none, .send, .nothing, .cancel, .cancelAll, .cancelCommands, .fault: break
        }
    }

    /// Starts an effect, or discards it, as its policy says.
    private func start(_ entry: AnyEntry, _ child: Int32, _ scope: Int32) {
        var request = entry.request
        (request.scope, request.child, request.group) = (scope, child, group.slot)
        if let effect = machine.start(request) {
            let started = machine[effect]
            if started.kind == .command, started.stage == .requested {
                enqueue(.command(effect), scope: started.scope)
            }
        } else {
            sendCancelled(request.flow, child: child)
        }
        performSteps()
    }

    private func perform(_ throttle: ThrottlePlan, _ scope: Int32) {
        let (interval, keepsLatest) = (throttle.interval, throttle.keepsLatest)
        if machine.isInUse(interval.name, of: 0) {
            var request = interval
            (request.flow, request.scope, request.group) = (throttle.entry.request.flow, scope, group.slot)
            let waits = machine.throttle(request, keepsLatest: keepsLatest)
            if !waits { sendCancelled(request.flow, child: request.child) }
        } else {
            perform(throttle.inner.plan, scope)
            // A throttle with the same name within that flow may have started the interval already.
            if !machine.isInUse(interval.name, of: 0) { _ = machine.start(interval) }
        }
        performSteps()
    }

    private func cancelAll(_ name: Int32, _ interval: Int32, _ includes: (Int32) -> Bool) {
        isStateDependent = true
        var found = [name, interval]
        machine.forEach(of: 0) { _, effect in
            if effect.name != 0, !found.contains(effect.name), includes(effect.name) { found.append(effect.name) }
        }
        for name in found { machine.cancel(name: name, of: 0) }
        performSteps()
    }

    private func cancelCommands(_ includes: (AnyEntry) -> Bool) {
        var found: [EffectHandle] = []
        machine.forEach(of: 0) { handle, effect in
            guard effect.kind == .command, effect.active == 0 else { return }
            if includes(table.entries[Int(effect.flow)]) { found.append(handle) }
        }
        for effect in found { machine.cancel(effect) }
        performSteps()
    }

    /// Notes that a flow has failed before it had an effect.
    private func fail(_ scope: Int32) {
        machine.fail(scope)
        machine.fail(group)
    }

    // MARK: Groups

    private var isGroupOpen: Bool { group.slot < 0 || machine.isOpen(group) }

    private func start(_ entry: AnyEntry, _ child: Int32, _ flow: LazyPlan, _ scope: Int32) {
        var request = entry.request
        let own = request.rule == .runner ? machine.openScope(parent: scope) : scope
        (request.scope, request.child, request.group) = (own, child, group.slot)
        if let effect = machine.start(request) {
            let waits = machine[effect].stage == .waiting
            performSteps()
            if !waits { perform(flow.plan, own, in: effect) }
        } else {
            sendCancelled(request.flow, child: child)
        }
        if request.rule == .runner { machine.release(own) }
        performSteps()
    }

    /// Performs a flow whose effects belong to a group.
    private func perform(_ plan: RequestPlan, _ scope: Int32, in group: EffectHandle) {
        let outer = self.group
        self.group = group
        machine.retain(group)
        perform(plan, scope)
        machine.release(group)
        self.group = outer
    }

    /// Performs the flow of a group that no longer waits.
    func perform(_ group: EffectHandle) {
        guard machine.isLive(group) else { return }
        isStateDependent = true
        machine.open(group)
        let scope = machine[group].scope
        // The flow may cancel its group, which then releases the scope.
        machine.retain(scope)
        perform(table.delayed(machine[group].flow, in: state), scope, in: group)
        machine.release(scope)
    }

    // MARK: Sequences

    /// Performs the links of a sequence until one of them does not end immediately.
    private func perform(_ links: SequencePlan, _ scope: Int32, hasFailed: Bool) {
        var hasFailed = hasFailed
        for index in 0..<links.count {
            if machine.isCancelled(scope: scope) || !isGroupOpen { return }
            if hasFailed, !links.evenAfterFailure[index] { continue }
            if links.child >= 0 { isStateDependent = true }
            if !table.isThere(links.child, in: state) { return fail(scope) }
            let (plan, rest) = links[index]
            if rest < 0 { return perform(plan, scope) }
            let part = machine.openLink(parent: scope, rest: rest, hasFailed: hasFailed, group: group)
            perform(plan, part)
            guard let ended = machine.releaseLink(part) else { return }
            machine.release(group)
            hasFailed = ended.hasFailed
        }
    }

    /// Continues a sequence when one of its links has ended.
    func proceed(after part: Int32) {
        isStateDependent = true
        let link = machine.closeLink(part)
        let outer = group
        group = link.group
        perform(table.sequence(link.rest, in: state), link.parent, hasFailed: link.hasFailed)
        group = outer
        machine.release(link.group)
        machine.release(link.parent)
    }

    // MARK: Outcomes

    /// Gives an outcome to an effect of the current world.
    func answer(_ index: Int, with outcome: TransitionTable.PreparedOutcome) {
        let effect = machine.handle(Int32(index))
        switch outcome.verb {
        case .progress, .data:
            let scope = scope(of: effect)
            // Retains the scope, because the turn may cancel the command, and the flow that follows must not start
            // before the end of the turn.
            machine.retain(scope)
            turn(outcome.actions, scope)
            machine.release(scope)
        case .complete: end(effect, outcome.actions, hasFailed: false)
        case .end: end(effect, -1, hasFailed: false)
        case .cancel: machine.cancel(effect)
        case .fail:
            if machine.retries(effect) { pause(effect) } else { end(effect, outcome.actions, hasFailed: true) }
        }
        performSteps()
    }

    /// The scope of the effects that follow from an effect. No flow waits for an active command, so its scope is 0.
    private func scope(of effect: EffectHandle) -> Int32 {
        let effect = machine[effect]
        return effect.active == 0 ? effect.scope : 0
    }

    /// Ends an effect, in the turn of its last event.
    private func end(_ effect: EffectHandle, _ actions: Int32, hasFailed: Bool) {
        guard machine.end(effect, hasFailed: hasFailed) else { return }
        performSteps()
        let scope = machine[effect].scope
        turn(actions, self.scope(of: effect))
        if hasFailed { machine.fail(scope) }
        machine.release(scope)
        machine.free(effect)
    }

    /// Fires a timer.
    func fire(_ clock: Int) {
        guard let (effect, firing) = fireTimer(of: clock) else { return }
        switch firing {
        case .none, .resume: break
        case .over: machine.free(effect)
        case .retry: beginAttempt(effect)
        case .timeout:
            isStateDependent = true
            end(effect, table.timeout(machine[effect].flow), hasFailed: true)
        case .perform(let flow, let scope, let group):
            isStateDependent = true
            perform(table.delayed(flow, in: state), scope, in: group)
            machine.release(group)
            machine.release(scope)
            if table.entries[Int(flow)].request.kind == .delay { machine.free(effect) }
        }
        performSteps()
    }
}
