// The ends of effects. The machine has ended or cancelled the effect; its work is stopped, and its data are released.
//
// The effects of a message that middleware drops end here too.
extension Effects {
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

    /// Ends the effect of a worker.
    ///
    /// - Parameter result: The flow, which is performed, or the error, with which the effect's scope fails.
    package func end(worker effect: EffectHandle, _ result: Result<FlowNode, any Error>) {
        guard machine.isLive(effect), let store = tasks[effect.slot].store else { return }
        loop.cause = tasks[effect.slot].cause
        let scope = machine[effect].scope
        _ = machine.end(effect)
        switch result {
        case .success(let flow):
            finish(effect, .done)
            perform(flow, Place(store, scope: scope, cause: loop.cause))
        case .failure(let error):
            finish(effect, .failed(error))
            tasks[effect.slot].requireWork().lastError = error
        }
        release(effect)
        performSteps()
    }

    /// Ends a message without its turn, and the command to which it belongs.
    ///
    /// - Parameter reason: The error of the message; `nil` if it was dropped without an error.
    func drop(_ turn: Turn, because reason: (any Error)?) {
        switch turn.kind {
        case .command: end(turn.effect, .dropped, because: reason)
        case .event: if turn.isLast { end(turn.effect, .dropped, because: reason) }
        case .input, .request: turn.ownerMessage?.drop(because: reason)
        case .action, .fact, .output, .transition, .replacement: break
        }
    }

    /// Stops the work of an effect that the machine has ended, and notifies the observers of turns.
    func finish(_ effect: EffectHandle, _ outcome: Message.Outcome) {
        if tasks[effect.slot].node != nil {
            observers.forEach { $0.ended(tasks[effect.slot].turn, outcome) }
        }
        stopWork(effect)
    }

    /// Stops the work of an effect that the machine has cancelled, and sends its `onCancel` action. The machine has already released
    /// the scope of the effect.
    func stop(_ effect: EffectHandle) {
        let slot = effect.slot
        guard slot < tasks.count, tasks[slot].handle == effect else { return machine.free(effect) }
        if tasks[slot].hasBegun {
            observers.forEach { $0.ended(tasks[slot].turn, .cancelled) }
        }
        stopWork(effect)
        if tasks[slot].node != nil { cancelHolds(of: effect) }
        if let id = tasks[slot].work?.heldMessage, let message = chain.held[id] { drop(held: message) }
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

    // MARK: Releasing

    /// Releases an effect that has ended, and its scope. Fails the scope if the effect has an error.
    func release(_ effect: EffectHandle) {
        let scope = machine[effect].scope
        if let error = tasks[effect.slot].work?.lastError { fail(scope, error) }
        release(effect, scope: scope)
    }

    /// Releases an effect that has ended, its data, and a scope.
    func release(_ effect: EffectHandle, scope: Int32) {
        machine.release(scope)
        machine.free(effect)
        if tasks[effect.slot].handle != effect { return }
        noteChange(of: effect)
        var task = tasks.replace(effect.slot, by: .none)
        if let work = task.work {
            work[.wait].take()?()
            work[.timeout].take()?()
        }
        forget(task)
        recycle(task.context.take())
    }

    /// Releases the objects to which the numbers of a task refer.
    func forget(_ task: borrowing EffectTask) {
        if task.name != 0 { names.release(task.name) }
        if task.child >= 0 { children.remove(task.child) }
    }
}
