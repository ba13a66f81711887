// The steps of the effect machine, with tasks, timers and receipts.
extension Effects {
    /// Performs the steps of the machine until there are none. Does nothing within a step: the outer call performs the new steps.
    @inline(__always)
    package func performSteps() {
        if machine.hasSteps { performAllSteps() }
    }

    private func performAllSteps() {
        if isPerformingSteps { return }
        isPerformingSteps = true
        while let step = machine.nextStep() { perform(step) }
        isPerformingSteps = false
    }

    private func perform(_ step: EffectMachine.Step) {
        switch step {
        // The command may have been cancelled after this step was issued.
        case .run(let effect):
            if machine.isLive(effect) { enqueueCommand(effect, machine[effect].scope, cause: loop.cause) }
        case .schedule:
            newTimers.append(step)
            loop.set(LoopFlags.pending, true)
            if !loop.isRunning { startTimers() }
        case .unschedule(let effect, let timer):
            if tasks[effect.slot].handle == effect { tasks[effect.slot].work?[timer].take()?() }
        case .stop(let effect): stop(effect)
        case .perform(let group): perform(machine.open(group))
        case .proceed(let scope): perform(proceed(after: scope))
        case .ended(let scope): end(scope: scope)
        case .discard(let flow, let child): discard(flow, child: child)
        case .release(let flow): if let kept = flows.remove(flow) { names.release(kept.name) }
        }
    }

    // MARK: Timers

    /// Starts the timers that the machine has scheduled. Called when the loop ends or yields. Most commands with a timeout have
    /// ended before that, and need no timer.
    func startTimers() {
        while case .schedule(let effect, let timer, let nanoseconds)? = newTimers.popFirst() {
            guard machine.isLive(effect), machine[effect].has(timer) else { continue }
            let cancel = scheduler.schedule(after: .nanoseconds(nanoseconds)) { [weak self] in
                guard let self, machine.isLive(effect), tasks[effect.slot].work?[timer] != nil else { return }
                loop.posted.perform { self.enqueue(.timer(effect, timer), cause: self.tasks[effect.slot].cause) }
            }
            tasks[effect.slot].requireWork()[timer] = cancel
        }
    }

    /// The rest of a timer's reaction, which concerns a message and therefore the engine.
    enum TimerResult {
        /// The command exceeded its timeout: processes this answer as its last event.
        case timedOut(Answer, StoreCore?)
        /// The time for which middleware holds the message with this id is over: resumes the message.
        case resume(UInt64)
    }

    /// Processes a timer that has fired.
    ///
    /// - Returns: What the engine must do; `nil` for nothing.
    func fire(_ timer: EffectMachine.Timer, of effect: EffectHandle) -> TimerResult? {
        guard machine.isLive(effect) else { return nil }
        let slot = effect.slot
        tasks[slot].work?[timer] = nil
        var result: TimerResult?
        switch machine.fire(effect, timer) {
        case .none: break
        case .over(let flow):
            perform(flow)
            // The interval of a throttle may continue.
            if machine[effect].stage == .ended { release(effect, scope: 0) }
        case .retry: call(effect)
        case .timeout:
            if let node = tasks[slot].node, let failure = node.options?.failure, let event = node.failureEvent(failure)
            {
                let answer = Answer(effect: effect, attempt: machine[effect].attempt, kind: .end, event: event)
                loop.cause = tasks[slot].turn
                result = .timedOut(answer, tasks[slot].store)
            }
        case .resume: result = .resume(tasks[slot].work?.heldMessage ?? 0)
        }
        performSteps()
        return result
    }
}
