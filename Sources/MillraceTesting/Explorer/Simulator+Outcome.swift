import Millrace

// What becomes of effects in flight.
extension Simulator {
    /// Gives `outcome` to an effect of the world that the step begins from.
    func answer(_ index: Int, with outcome: Prepared<R>) {
        let effect = effects.machine.handle(Int32(index))
        switch outcome.verb {
        case .progress, .data:
            let scope = scope(of: effect)
            // The command may be cancelled in the turn, and what it waits for must not go on before the turn is over.
            effects.machine.retain(scope)
            turn(outcome.actions, scope)
            effects.machine.release(scope)
        case .complete: end(effect, outcome.actions, hasFailed: false)
        case .end: end(effect, [], hasFailed: false)
        case .cancel: effects.machine.cancel(effect)
        case .fail: if !effects.machine.retries(effect) { end(effect, outcome.actions, hasFailed: true) }
        }
        performSteps()
    }

    /// The scope of what an effect asks for. Nothing waits for an active command.
    private func scope(of effect: EffectHandle) -> Int32 {
        let effect = effects.machine[effect]
        return effect.active == 0 ? effect.scope : 0
    }

    /// The last event's turn, in which the command ends.
    private func end(_ effect: EffectHandle, _ actions: [R.Action], hasFailed: Bool) {
        guard effects.machine.end(effect) else { return }
        performSteps()
        let scope = effects.machine[effect].scope
        turn(actions, self.scope(of: effect))
        if hasFailed { effects.machine.fail(scope) }
        effects.machine.release(scope)
        effects.machine.free(effect)
    }

    /// A clock fires.
    func fire(_ clock: Int) {
        guard let (effect, firing) = effects.fire(clock) else { return }
        switch firing {
        case .none, .resume: break
        case .over: effects.machine.free(effect)
        case .retry: effects.beginAttempt(effect)
        case .timeout:
            let entry = entries[effects.machine[effect].flow]
            if let timeout = entry.asked?.timeout { end(effect, timeout.outcome.actions, hasFailed: true) }
        case .perform(let flow, let scope):
            let entry = entries[flow]
            switch entry.kind {
            case .delay(_, let flow), .interval(let flow): perform(flow.links[0].flow, scope)
            case .command: break
            }
            effects.machine.release(scope)
            if case .delay = entry.kind { effects.machine.free(effect) }
        }
        performSteps()
    }
}
