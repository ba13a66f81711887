// The runner of the effect machine, with tasks, timers and receipts.
extension Engine {
    /// Performs the steps of the machine until there are none. Does nothing within a step: the outer call performs the new steps.
    @inline(__always)
    package func performSteps() {
        if machine.hasSteps { performAllSteps() }
    }

    private func performAllSteps() {
        if isPerformingSteps { return }
        isPerformingSteps = true
        let outer = exchange(&group, with: .none)
        while let step = machine.nextStep() { perform(step) }
        group = outer
        isPerformingSteps = false
    }

    private func perform(_ step: EffectMachine.Step) {
        switch step {
        // The command may have been cancelled after this step was issued.
        case .run(let effect): if machine.isLive(effect) { enqueueCommand(effect, machine[effect].scope) }
        case .schedule:
            newTimers.append(step)
            loop.set(LoopFlags.pending, true)
            if !isRunning { startTimers() }
        case .unschedule(let effect, let timer):
            if tasks[effect.slot].handle == effect { tasks[effect.slot].work?[timer].take()?() }
        case .stop(let effect): stop(effect)
        case .perform(let group): perform(machine.open(group))
        case .proceed(let scope): perform(proceed(after: scope))
        case .ended(let scope): end(scope)
        case .discard(let flow, let child): discard(flow, child: child)
        case .release(let flow): release(flow: flow)
        }
    }

    private func release(flow: Int32) {
        if let kept = flows.remove(flow) { names.release(kept.name) }
    }

    /// Releases the objects to which the numbers of a task refer.
    func forget(_ task: borrowing EffectTask) {
        if task.name != 0 { names.release(task.name) }
        if task.child >= 0 { children.remove(task.child) }
    }

    /// Releases the task in a slot, and cancels its timers.
    private func forget(_ slot: Int32) {
        var task = tasks.replace(slot, by: .none)
        if let work = task.work {
            work[.wait].take()?()
            work[.timeout].take()?()
        }
        forget(task)
        recycle(task.context.take())
    }

    // MARK: Timers

    /// Starts the timers that the machine has scheduled. Called when the loop ends or yields. Most commands with a timeout have
    /// ended before that, and need no timer.
    func startTimers() {
        while case .schedule(let effect, let timer, let nanoseconds)? = newTimers.popFirst() {
            guard machine.isLive(effect), machine[effect].has(timer) else { continue }
            let cancel = scheduler.schedule(after: .nanoseconds(nanoseconds)) { [weak self] in
                guard let self, machine.isLive(effect), tasks[effect.slot].work?[timer] != nil else { return }
                perform { self.enqueue(.timer(effect, timer)) }
            }
            tasks[effect.slot].requireWork()[timer] = cancel
        }
    }

    /// Processes a timer that has fired.
    func fire(_ timer: EffectMachine.Timer, of effect: EffectHandle) {
        guard machine.isLive(effect) else { return }
        let slot = effect.slot
        tasks[slot].work?[timer] = nil
        cause = tasks[slot].cause
        switch machine.fire(effect, timer) {
        case .none: break
        case .over(let flow):
            perform(flow)
            // The interval of a throttle may continue.
            if machine[effect].stage == .ended { release(effect, scope: 0) }
        case .retry:
            cause = tasks[slot].turn
            call(effect)
        case .timeout: timeOut(effect)
        case .resume: takeResumption(of: tasks[slot].work?.heldMessage ?? 0, .pass)
        }
        performSteps()
    }

    private func timeOut(_ effect: EffectHandle) {
        guard let node = tasks[effect.slot].node, let failure = node.options?.failure,
            let event = node.failureEvent(failure)
        else { return }
        cause = tasks[effect.slot].turn
        // Retained, because the effect ends within the turn.
        let store = tasks[effect.slot].store
        defer { withExtendedLifetime(store) {} }
        withTurn(.event, subject: store, machine[effect].scope) { turn in
            (turn.effect, turn.attempt) = (effect, machine[effect].attempt)
            (turn.answer, turn.isLast) = (.end, true)
            turn.setPayload(event)
            process(turn)
        }
    }

    // MARK: Ending

    /// Stops the work of an effect that the machine has cancelled.
    private func stop(_ effect: EffectHandle) {
        let slot = effect.slot
        guard slot < tasks.count, tasks[slot].handle == effect else { return machine.free(effect) }
        if tasks[slot].hasBegun {
            forEachObserver { $0.ended(tasks[slot].turn, .cancelled) }
        }
        stopWork(effect)
        if tasks[slot].node != nil { cancelHolds(of: effect) }
        if let id = tasks[slot].work?.heldMessage, let message = chain.held[id] { dropHeld(message) }
        sendCancelled(tasks[slot])
        release(effect, scope: 0)
    }

    /// Cancels the task of an effect, and closes its reply.
    func stopWork(_ effect: EffectHandle) {
        tasks[effect.slot].isWorking = false
        guard let work = tasks[effect.slot].work else { return }
        work.task.take()?.cancel()
        work.reply?.close()
        work.reply = nil
    }

    /// Stops the work of an effect that the machine has ended, and notifies the observers of turns.
    func finish(_ effect: EffectHandle, _ outcome: Message.Outcome) {
        if tasks[effect.slot].node != nil {
            forEachObserver { $0.ended(tasks[effect.slot].turn, outcome) }
        }
        stopWork(effect)
    }

    /// Ends an effect without a last event.
    ///
    /// - Parameter reason: The error with which the effect is cancelled. Defaults to `nil`: the effect ends with `outcome`.
    func end(_ effect: EffectHandle, _ outcome: Message.Outcome = .done, because reason: (any Error)? = nil) {
        if let reason { return cancel(effect, because: reason) }
        if machine.isEnding(effect) { return }
        if machine.isLive(effect) { tasks[effect.slot].work?.lastError = nil }
        if machine.end(effect) {
            finish(effect, outcome)
            release(effect)
        }
        performSteps()
    }

    /// Whether the command's handler was called. It may continue while no turn is under way.
    package func isWorking(_ effect: EffectHandle) -> Bool { tasks[effect.slot].isWorking }

    /// Whether an effect has not ended.
    package func isLive(_ effect: EffectHandle) -> Bool { machine.isLive(effect) }

    /// Ends the effect of a worker.
    ///
    /// - Parameter result: The flow, which is performed, or the error, with which the effect's scope fails.
    package func end(_ effect: EffectHandle, _ result: Result<FlowNode, any Error>) {
        guard isLive(effect), let store = tasks[effect.slot].store else { return }
        cause = tasks[effect.slot].cause
        let scope = machine[effect].scope
        _ = machine.end(effect)
        switch result {
        case .success(let flow):
            finish(effect, .done)
            perform(flow, nil, store, scope)
        case .failure(let error):
            finish(effect, .failed(error))
            tasks[effect.slot].requireWork().lastError = error
        }
        release(effect)
        performSteps()
    }

    /// Releases an effect that has ended, and its scope. Fails the scope if the effect has an error.
    func release(_ effect: EffectHandle) {
        let scope = machine[effect].scope
        if let error = tasks[effect.slot].work?.lastError { fail(scope, error) }
        release(effect, scope: scope)
    }

    func release(_ effect: EffectHandle, scope: Int32) {
        machine.release(scope)
        machine.free(effect)
        if tasks[effect.slot].handle != effect { return }
        forget(effect.slot)
    }

    // MARK: Cancelling

    /// Cancels an effect. Its receipts throw `reason`.
    package func cancel(_ effect: EffectHandle, because reason: any Error) {
        guard machine.isLive(effect) else { return }
        let scope = machine[effect].scope
        if scope != 0, !(reason is CancellationError) { fail(scope, reason) }
        machine.cancel(effect)
        performSteps()
    }

    /// Cancels the effects of a store for which `isMeant` returns `true`. Defaults to all effects.
    ///
    /// - Returns: The cancelled effects.
    @discardableResult
    package func cancelEffects(
        of store: Int32, because reason: any Error,
        where isMeant: (EffectMachine.Kind, borrowing EffectTask) -> Bool = { _, _ in true }
    ) -> [EffectHandle] {
        var found: [EffectHandle] = []
        machine.forEach(of: store) { handle, effect in
            if isMeant(effect.kind, tasks[handle.slot]) { found.append(handle) }
        }
        // Effects that wait for others with the same id are cancelled first, so that none of them starts.
        for effect in found where machine[effect].stage == .waiting { cancel(effect, because: reason) }
        for effect in found.reversed() { cancel(effect, because: reason) }
        return found
    }

    /// Cancels the effects that began after turn `last`, of a store or of all stores and the engine. Sequences with such effects
    /// end. Active commands start again after the next turn, if the new state requests them.
    func cancelReplacedEffects(since last: UInt64, of store: StoreCore?) {
        isReplacing = true
        for number in store.map({ [$0.machineNumber] }) ?? [0] + storesInOrder.map(\.machineNumber) {
            forgetActive(cancelEffects(of: number, because: CancellationError()) { $1.since > last })
        }
        isReplacing = false
    }

    /// Forgets active commands that have ended. They start again after the next turn, if the state still requests them.
    private func forgetActive(_ ended: [EffectHandle]) {
        let ended = Set(ended)
        machine.forgetActive { ended.contains($0) }
        for store in storesInOrder { store.active?.clear() }
        performSteps()
    }
}
