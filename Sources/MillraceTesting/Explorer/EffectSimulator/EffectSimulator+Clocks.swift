import Millrace

// The clocks of effects.
extension EffectSimulator {
    func makeRoom(for slots: Int) {
        while timers.count < slots { timers.append(EffectTimers()) }
        while callNumbers.count < slots { callNumbers.append(0) }
    }

    func schedule(_ effect: EffectHandle, _ timer: EffectMachine.Timer, _ nanoseconds: Int64) {
        makeRoom(for: Int(effect.slot) + 1)
        let isPause = timer == .wait && machine[effect].stage == .pausing
        let time = isPause ? shortestPause(of: effect)...nanoseconds : nanoseconds...nanoseconds
        clockChanges.append(.added(time))
        let clock = Int32(clocks.add(time))
        if timer == .wait { timers[Int(effect.slot)].clock = clock } else { timers[Int(effect.slot)].timeout = clock }
    }

    /// Makes a command that has failed wait for its retry. With jitter, the search covers every pause.
    func pause(_ effect: EffectHandle) {
        let retry = table.entries[Int(machine[effect].flow)].retry
        machine.pause(effect, for: retry.pause(before: Int(machine[effect].attempt)))
    }

    private func shortestPause(of effect: EffectHandle) -> Int64 {
        let retry = table.entries[Int(machine[effect].flow)].retry
        return nanoseconds(retry.pause(before: Int(machine[effect].attempt), random: 1))
    }

    func removeClock(of effect: EffectHandle, _ timer: EffectMachine.Timer) {
        guard Int(effect.slot) < timers.count else { return }
        let slot = Int(effect.slot)
        let clock = timer == .wait ? timers[slot].clock : timers[slot].timeout
        if clock < 0 { return }
        if timer == .wait { timers[slot].clock = -1 } else { timers[slot].timeout = -1 }
        clocks.remove(Int(clock))
        clockChanges.append(.removed(Int(clock)))
        for other in timers.indices {
            if timers[other].clock > clock { timers[other].clock -= 1 }
            if timers[other].timeout > clock { timers[other].timeout -= 1 }
        }
    }

    /// Fires the timer with this clock, and removes the clock.
    ///
    /// - Returns: The effect of the timer, and the machine's result.
    func fireTimer(of clock: Int) -> (EffectHandle, EffectMachine.Firing)? {
        guard let slot = timers.firstIndex(where: { $0.clock == clock || $0.timeout == clock }) else { return nil }
        let effect = machine.handle(Int32(slot))
        let timer: EffectMachine.Timer = timers[slot].clock == clock ? .wait : .timeout
        removeClock(of: effect, timer)
        return (effect, machine.fire(effect, timer))
    }
}
