extension Engine {
    /// Schedules a retry of a command that has failed, if its policy allows one.
    ///
    /// - Returns: Whether the command is retried.
    func scheduleRetry(of effect: EffectHandle) -> Bool {
        guard machine.retries(effect), let retry = tasks[effect.slot].node?.retry else { return false }
        let random = retry.jitter > 0 ? jitter() : 0
        let pause = retry.pause(before: Int(machine[effect].attempt), random: random)
        machine.pause(effect, for: pause)
        forEachObserver { $0.retried(tasks[effect.slot].turn, after: pause) }
        stopWork(effect)
        performSteps()
        return true
    }
}
