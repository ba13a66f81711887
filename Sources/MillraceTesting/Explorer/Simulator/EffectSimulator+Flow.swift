import Millrace

// Performs flows, as an engine does.
extension EffectSimulator {
    func perform(_ plan: RequestPlan, _ scope: Int32) {
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
        case .sequence(let links): perform(links, scope, hasFailed: false)
        case .merge(let parts): for part in parts { perform(part.plan, scope) }
        case .fault(let fault):
            note(fault)
            machine.fail(scope)
        }
    }

    /// Starts an effect, or discards it, as its policy says.
    private func start(_ entry: AnyEntry, _ child: Int32, _ scope: Int32) {
        var request = entry.request
        (request.scope, request.child) = (scope, child)
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
            (request.flow, request.scope) = (throttle.entry.request.flow, scope)
            _ = machine.throttle(request, keepsLatest: keepsLatest)
        } else {
            perform(throttle.inner.plan, scope)
            // A throttle with the same name within that flow may have started the interval already.
            if !machine.isInUse(interval.name, of: 0) { _ = machine.throttle(interval, keepsLatest: keepsLatest) }
        }
        performSteps()
    }

    // MARK: Sequences

    /// Performs the links of a sequence until one of them does not end immediately.
    private func perform(_ links: SequencePlan, _ scope: Int32, hasFailed: Bool) {
        var hasFailed = hasFailed
        for index in 0..<links.count {
            if machine.isCancelled(scope: scope) { return }
            if hasFailed, !links.evenAfterFailure[index] { continue }
            if links.child >= 0 { isStateDependent = true }
            if !table.isThere(links.child, in: state) { return machine.fail(scope) }
            let (plan, rest) = links[index]
            if rest < 0 { return perform(plan, scope) }
            let part = machine.openLink(parent: scope, rest: rest, hasFailed: hasFailed)
            perform(plan, part)
            guard let ended = machine.releaseLink(part) else { return }
            hasFailed = ended.hasFailed
        }
    }

    /// Continues a sequence when one of its links has ended.
    func proceed(after part: Int32) {
        isStateDependent = true
        let link = machine.closeLink(part)
        perform(table.sequence(link.rest, in: state), link.parent, hasFailed: link.hasFailed)
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
        guard machine.end(effect) else { return }
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
        case .perform(let flow, let scope):
            isStateDependent = true
            perform(table.delayed(flow, in: state), scope)
            machine.release(scope)
            if table.entries[Int(flow)].request.kind == .delay { machine.free(effect) }
        }
        performSteps()
    }
}
