// The runner of the effect machine: tasks, timers, receipts.
extension Engine {
    /// Does what the machine asks for, until it asks for nothing.
    package func performSteps() {
        if isPerformingSteps || !machine.hasSteps { return }
        isPerformingSteps = true
        while let step = machine.nextStep() { perform(step) }
        isPerformingSteps = false
    }

    private func perform(_ step: EffectMachine.Step) {
        switch step {
        case .run(let effect):
            if let task = task(of: effect) { enqueue(CommandTurn(task, on: self, scope: machine[effect].scope)) }
        case .schedule(let effect, let timer, let nanoseconds): schedule(effect, timer, nanoseconds)
        case .unschedule(let effect, let timer): if let task = task(of: effect) { unschedule(task, timer) }
        case .stop(let effect): stop(effect)
        case .proceed(let scope): proceed(after: scope)
        case .ended(let scope): end(scope)
        case .release(let flow): if let task = tasks[flow] { forget(task) }
        }
    }

    private func task(of effect: EffectHandle) -> EffectTask? {
        guard effect.slot < running.count, let task = running[Int(effect.slot)], task.handle == effect else {
            return nil
        }
        return task
    }

    /// Releases what is kept under the task's number and name.
    func forget(_ task: EffectTask) {
        tasks.remove(task.number)
        names.release(task.name)
        (task.number, task.name) = (-1, 0)
    }

    // MARK: Timers

    private func schedule(_ effect: EffectHandle, _ timer: EffectMachine.Timer, _ nanoseconds: Int64) {
        guard let task = task(of: effect) else { return }
        let cancel = scheduler.schedule(after: .nanoseconds(nanoseconds)) { [weak self, weak task] in
            guard let self, let task, (timer == .wait ? task.waitTimer : task.timeoutTimer) != nil else { return }
            perform { self.enqueue { [weak self] in self?.fire(timer, of: task) } }
        }
        switch timer {
        case .wait: task.waitTimer = cancel
        case .timeout: task.timeoutTimer = cancel
        }
    }

    private func unschedule(_ task: EffectTask, _ timer: EffectMachine.Timer) {
        switch timer {
        case .wait: task.waitTimer.take()?()
        case .timeout: task.timeoutTimer.take()?()
        }
    }

    /// The turn of a timer.
    private func fire(_ timer: EffectMachine.Timer, of task: EffectTask) {
        switch timer {
        case .wait: task.waitTimer = nil
        case .timeout: task.timeoutTimer = nil
        }
        cause = task.cause
        switch machine.fire(task.handle, timer) {
        case .none: break
        case .perform(let flow, let scope): performDelayed(flow, scope, task)
        case .over: release(task, scope: 0)
        case .retry:
            cause = task.turn
            call(task)
        case .timeout: timeOut(task)
        case .resume: takeResumption(of: task.heldMessage, .pass)
        }
        performSteps()
    }

    private func performDelayed(_ flow: Int32, _ scope: Int32, _ task: EffectTask) {
        guard let delayed = tasks[flow], let store = delayed.store else { return }
        cause = delayed.cause
        perform(delayed.flow, delayed.context, store, scope)
        machine.release(scope)
        if delayed === task { release(task, scope: 0) } else { forget(delayed) }
    }

    private func timeOut(_ task: EffectTask) {
        guard let failure = task.node?.options?.failure, let command = task.command,
            let event = failureEvent(failure, of: command)
        else { return }
        let effect = machine[task.handle]
        let turn = EventTurn(
            task, attempt: effect.attempt, .end(event), on: self, scope: effect.scope, cause: task.turn)
        turn.isLast = true
        process(turn)
    }

    // MARK: Ends

    /// The machine has cancelled an effect.
    private func stop(_ effect: EffectHandle) {
        guard let task = task(of: effect) else { return machine.free(effect) }
        if task.hasBegun { for observer in observers { observer.ended(task.turn, .cancelled) } }
        task.stopWork()
        if task.command != nil { cancelHolds(of: task) }
        if let message = held[task.heldMessage] { dropHeld(message) }
        sendCancelled(task)
        release(task, scope: 0)
    }

    /// Gives the reducer the action for a command that was cancelled or discarded.
    func sendCancelled(_ task: EffectTask) {
        guard let action = task.node?.cancelled, let store = task.store, !store.isClosed, task.isThere else { return }
        send(action, task.context, store, 0)
    }

    /// Notes the end of an effect that the machine has ended: stops what is left of its work.
    func finish(_ task: EffectTask, _ outcome: TurnOutcome) {
        if task.command != nil { for observer in observers { observer.ended(task.turn, outcome) } }
        task.stopWork()
    }

    /// Ends an effect without a last event; `reason` is `nil` where nothing has failed.
    func end(_ task: EffectTask, _ outcome: TurnOutcome = .done, because reason: (any Error)? = nil) {
        if let reason { return cancel(task, because: reason) }
        if machine.isEnding(task.handle) { return }
        task.lastError = nil
        if machine.end(task.handle) {
            finish(task, outcome)
            release(task)
        }
        performSteps()
    }

    /// Whether a handler was called for the command, and may go on without a turn.
    package func isWorking(_ effect: EffectHandle) -> Bool { task(of: effect)?.isWorking == true }

    /// Whether an effect has not ended.
    package func isLive(_ task: EffectTask) -> Bool { machine.isLive(task.handle) }

    /// Ends an effect whose work is not a handler's: its flow is performed, or its error fails its scope.
    package func end(_ task: EffectTask, _ result: Result<FlowNode, any Error>) {
        guard isLive(task), let store = task.store else { return }
        cause = task.cause
        let scope = machine[task.handle].scope
        _ = machine.end(task.handle)
        switch result {
        case .success(let flow):
            finish(task, .done)
            perform(flow, nil, store, scope)
        case .failure(let error):
            finish(task, .failed(error))
            task.lastError = error
        }
        release(task)
        performSteps()
    }

    /// Releases an effect that has ended, and its scope.
    func release(_ task: EffectTask) {
        let scope = machine[task.handle].scope
        if let error = task.lastError { fail(scope, error) }
        release(task, scope: scope)
    }

    func release(_ task: EffectTask, scope: Int32) {
        machine.release(scope)
        let effect = machine[task.handle]
        if effect.kind == .interval, let kept = tasks[effect.flow] { forget(kept) }
        // What is known of an active command is kept, to compare with it.
        if effect.active == 0 { forget(task) }
        if task.handle.slot >= 0 { running[Int(task.handle.slot)] = nil }
        machine.free(task.handle)
    }

    /// All work of a scope has ended.
    private func end(_ scope: Int32) {
        let parent = machine.parent(of: scope)
        let info = scopeInfo.removeValue(forKey: scope)
        let error = machine.hasFailed(scope: scope) ? info?.error ?? CancellationError() : nil
        if let error, parent != 0, scopeInfo[parent]?.error == nil {
            scopeInfo[parent, default: ScopeInfo()].error = error
        }
        info?.receipt?.finish(error)
        machine.close(scope)
    }

    // MARK: Cancelling

    /// Cancels an effect; receipts throw `reason`.
    package func cancel(_ task: EffectTask, because reason: any Error) {
        guard machine.isLive(task.handle) else { return }
        let scope = machine[task.handle].scope
        if scope != 0, !(reason is CancellationError) { fail(scope, reason) }
        machine.cancel(task.handle)
        performSteps()
    }

    /// Cancels those effects of a store that are meant; all of them by default.
    @discardableResult
    package func cancelEffects(
        of store: Int32, because reason: any Error, where isMeant: (EffectTask) -> Bool = { _ in true }
    ) -> [EffectHandle] {
        var found: [EffectTask] = []
        machine.forEach(of: store) { handle, _ in
            if let task = task(of: handle), isMeant(task) { found.append(task) }
        }
        // Those that wait for others of their name first, so that none of them starts.
        for task in found where machine[task.handle].stage == .waiting { cancel(task, because: reason) }
        for task in found.reversed() { cancel(task, because: reason) }
        return found.map(\.handle)
    }

    /// Forgets active commands that have ended, so that they start again where their state requests them.
    package func forgetActive(_ ended: [EffectHandle]) {
        let ended = Set(ended)
        machine.forgetActive { ended.contains($0) }
        performSteps()
    }
}
