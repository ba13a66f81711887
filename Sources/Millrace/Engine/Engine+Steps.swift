// The runner of the effect machine: tasks, timers, receipts.
extension Engine {
    /// Performs what the machine has decided, in order.
    func performSteps() {
        if isPerformingSteps || !machine.hasSteps { return }
        isPerformingSteps = true
        while let step = machine.nextStep() { perform(step) }
        isPerformingSteps = false
    }

    private func perform(_ step: EffectMachine.Step) {
        switch step {
        case .run(let effect):
            guard let task = task(of: effect) else { return }
            enqueue(.command(task), scope: machine[effect].scope, cause: task.cause)
        case .schedule(let effect, let timer, let nanoseconds): schedule(effect, timer, nanoseconds)
        case .unschedule(let effect, let timer):
            timers.removeValue(forKey: TimerKey(effect: effect, timer: timer))?()
        case .stop(let effect): stop(effect)
        case .proceed(let scope): proceed(after: scope)
        case .ended(let scope): end(scope)
        case .release(let flow): if let task = tasks.remove(flow) { names.release(task.name) }
        }
    }

    func task(of effect: EffectHandle) -> EffectTask? {
        let slot = machine[effect]
        return slot.kind == .interval ? intervals[effect] : tasks[slot.flow]
    }

    private func schedule(_ effect: EffectHandle, _ timer: EffectMachine.Timer, _ nanoseconds: Int64) {
        guard let task = task(of: effect) else { return }
        let key = TimerKey(effect: effect, timer: timer)
        timers[key] = scheduler.schedule(after: .nanoseconds(nanoseconds)) { [weak self, weak task] in
            guard let self, let task, self.timers[key] != nil else { return }
            self.perform { self.enqueue(.timer(task, timer)) }
        }
    }

    // MARK: Ends

    /// Stops the work of an effect that was cancelled.
    private func stop(_ effect: EffectHandle) {
        guard let task = task(of: effect) else { return machine.free(effect) }
        if task.command != nil {
            for observer in observers where task.hasBegun { observer.ended(task.turn, .cancelled) }
        }
        task.stopWork()
        cancelHolds(of: task)
        if let held = task.held { dropHeld(held) }
        sendCancelled(task)
        release(task, scope: 0)
    }

    /// Sends the action by which the reducer receives a cancellation.
    private func sendCancelled(_ task: EffectTask) {
        guard let action = task.node?.cancelled, let store = task.store, !store.isClosed, task.isThere else { return }
        send(action.address, task.context, store, 0)
    }

    /// Notes the end of an effect that the machine has ended: stops what is left of its work.
    func finish(_ task: EffectTask, _ outcome: TurnOutcome) {
        if task.command != nil { for observer in observers { observer.ended(task.turn, outcome) } }
        task.stopWork()
    }

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
        let effect = machine[task.handle]
        machine.release(scope)
        if effect.kind == .interval {
            intervals[task.handle] = nil
            tasks.remove(effect.flow)
        }
        if effect.active == 0 {
            names.release(task.name)
            tasks.remove(task.number)
        }
        machine.free(task.handle)
    }

    /// All work of a scope has ended.
    private func end(_ scope: Int32) {
        let parent = machine.parent(of: scope)
        let error = machine.hasFailed(scope: scope) ? errors[scope] ?? CancellationError() : nil
        errors[scope] = nil
        if let error, parent != 0, errors[parent] == nil { errors[parent] = error }
        receipts.removeValue(forKey: scope)?.finish(error)
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

    /// Cancels the effects of a store for which `isMeant` returns `true`.
    ///
    /// - Returns: those that were cancelled.
    @discardableResult
    package func cancelEffects(
        of store: Int32, because reason: any Error, where isMeant: (EffectSummary) -> Bool
    ) -> [EffectHandle] {
        var found: [EffectTask] = []
        machine.forEach(of: store) { handle, effect in
            guard let task = task(of: handle) else { return }
            let summary = EffectSummary(kind: effect.kind, since: task.since, worker: task.worker)
            if isMeant(summary) { found.append(task) }
        }
        // Those that wait for others of their name first, so that none of them starts.
        for task in found where machine[task.handle].stage == .waiting { cancel(task, because: reason) }
        for task in found.reversed() { cancel(task, because: reason) }
        return found.map(\.handle)
    }
}

/// What one may ask of an effect, to cancel some.
package struct EffectSummary {
    package let kind: EffectMachine.Kind
    /// The turn that it came of or, from outside, the one that came next.
    package let since: UInt64
    /// The registration of the worker, if it is one's.
    package let worker: UInt64
}
