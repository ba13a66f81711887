import Millrace

// Performs flows, as an engine does.
extension EffectSimulator {
    func perform(_ plan: RequestPlan, _ scope: Int32) {
        if !machine.isOpen(group) { return discard(plan) }
        switch plan {
        case .none: break
        case .send(let actions): enqueue(.actions(actions), scope: scope)
        case .nothing: enqueue(.nothing, scope: scope)
        case .start(let entry, let child): start(entry, child, scope)
        case .throttle(let entry, let child, let keepsLatest): throttle(entry, child, keepsLatest, scope)
        case .cancel(let name, let interval):
            machine.cancel(name: name, of: 0)
            machine.cancel(name: interval, of: 0)
            performSteps()
        case .cancelAll(let name, let interval, let includes):
            cancelAll(name, interval, includes)
        case .cancelCommands(_, let includes): cancelCommands(includes)
        case .sequence(let entry):
            let count = Int32(entry.evenAfterFailure.count)
            let first = machine.startSequence(entry.request.flow, count: count, scope: scope, group: group)
            if first == nil { discard(plan) } else { perform(first) }
        case .merge(let parts): for part in parts { perform(part.plan, scope) }
        case .fault(let fault):
            note(fault)
            fail(scope)
        }
    }

    /// Sends the `onCancel` actions of the commands that a plan would have requested first, because it is not performed.
    private func discard(_ plan: RequestPlan) {
        switch plan {
        case .start(let entry, let child), .throttle(let entry, let child, _):
            sendCancelled(entry.request.flow, child: child)
        case .sequence(let entry): sendCancelled(entry.request.flow, child: entry.child)
        case .merge(let parts): for part in parts { discard(part.plan) }
        case .none, .send, .nothing, .cancel, .cancelAll, .cancelCommands, .fault: break
        }
    }

    /// Starts an effect, or discards it, as its policy says. Performs the flow of a group unless the group must wait.
    private func start(_ entry: AnyEntry, _ child: Int32, _ scope: Int32) {
        let request = request(entry, child, scope)
        if let effect = machine.start(request) {
            let started = machine[effect]
            if started.kind == .command, started.stage == .requested {
                enqueue(.command(effect), scope: started.scope)
            }
            performSteps()
            if request.kind == .group { perform(machine.open(effect)) }
        } else {
            sendCancelled(request.flow, child: child)
        }
        performSteps()
    }

    private func request(_ entry: AnyEntry, _ child: Int32, _ scope: Int32) -> EffectMachine.Request {
        var request = entry.request
        (request.scope, request.child, request.group) = (scope, child, group.slot)
        return request
    }

    private func throttle(_ entry: AnyEntry, _ child: Int32, _ keepsLatest: Bool, _ scope: Int32) {
        let request = request(entry, child, scope)
        switch machine.throttle(request, keepsLatest: keepsLatest) {
        case .perform(let flow):
            perform(flow)
            _ = machine.startInterval(request)
        case .wait: break
        case .discard: sendCancelled(request.flow, child: child)
        }
        performSteps()
    }

    /// Performs a kept flow, and the next links of a sequence while each ends at once.
    func perform(_ first: EffectMachine.Part?) {
        let outer = group
        var next = first
        while let part = next {
            isStateDependent = true
            group = part.group
            perform(part, table.entries[Int(part.flow)])
            next = machine.didPerform(part) ? machine.proceed(after: part.scope) : nil
        }
        group = outer
    }

    private func perform(_ part: EffectMachine.Part, _ entry: AnyEntry) {
        let link = part.link ?? 0
        if part.isAfterFailure, !entry.evenAfterFailure[Int(link)] { return }
        if !table.isThere(entry.child, in: state) { return fail(part.scope) }
        perform(table.kept(table.rest(of: part.flow, from: link, in: state), in: state), part.scope)
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
        case .over(let flow):
            perform(flow)
            machine.free(effect)
        case .retry: beginAttempt(effect)
        case .timeout:
            isStateDependent = true
            end(effect, table.timeout(machine[effect].flow), hasFailed: true)
        }
        performSteps()
    }
}
