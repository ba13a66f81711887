// Answers of handlers.
extension Effects {
    /// Appends an answer of a handler to the queue.
    ///
    /// - Parameter cause: The number of the command's turn.
    func enqueueAnswer(_ answer: Answer, cause: UInt64) {
        let isLive = machine.isLive(answer.effect)
        enqueue(
            .answer(answer, isLive ? tasks[answer.effect.slot].store : nil),
            scope: isLive ? machine[answer.effect].scope : 0, cause: cause)
    }

    /// Whether an answer comes in time: its command has not ended, and was not retried since.
    func accepts(_ answer: Answer) -> Bool {
        answer.kind == .copy
            ? machine.isLive(answer.effect) : machine.accepts(answer.effect, attempt: answer.attempt)
    }

    /// Processes the parts of an accepted answer that are not a message, such as a cancellation or a retry.
    ///
    /// - Returns: Whether the answer has an event, which is then processed as a message.
    func prepare(_ answer: Answer) -> Bool {
        let (effect, hasEvent) = (answer.effect, answer.event != nil)
        switch answer.kind {
        case .event, .copy: break
        case .end: if !hasEvent { end(effect) }
        case .failure: if scheduleRetry(of: effect) { return false }
        case .released, .cancelled:
            if answer.kind == .released, let node = tasks[effect.slot].node {
                observers.report(.replyDropped(node.command))
            }
            cancel(effect, because: CancellationError())
            return false
        }
        return hasEvent
    }

    /// Schedules a retry of a command that has failed, if its policy allows one.
    ///
    /// - Returns: Whether the command is retried.
    private func scheduleRetry(of effect: EffectHandle) -> Bool {
        guard machine.retries(effect), let retry = tasks[effect.slot].node?.retry else { return false }
        let random = retry.jitter > 0 ? jitter() : 0
        let pause = retry.pause(before: Int(machine[effect].attempt), random: random)
        machine.pause(effect, for: pause)
        observers.forEach { $0.retried(tasks[effect.slot].turn, after: pause) }
        stopWork(effect)
        performSteps()
        return true
    }

    /// Ends the command whose last event has its turn.
    ///
    /// This happens before the event is reduced, so that new effects can use the command's id. The effect is released when the
    /// flows of the event were performed.
    ///
    /// - Returns: Whether the command has ended, and its effect must be released.
    func endCommand(_ effect: EffectHandle, _ event: UnsafeRawPointer) -> Bool {
        let error = tasks[effect.slot].node?.failure(event)
        if let error {
            tasks[effect.slot].requireWork().lastError = error
        } else {
            tasks[effect.slot].work?.lastError = nil
        }
        guard machine.end(effect, hasFailed: error != nil) else { return false }
        finish(effect, error.map { .failed($0) } ?? .done)
        performSteps()
        return true
    }

    /// Passes the action for an event, and the store that requested the command, to `body`.
    func respond(to event: UnsafeRawPointer, of effect: EffectHandle, _ body: (UnsafeRawPointer, StoreCore) -> Void) {
        let slot = effect.slot
        guard tasks[slot].handle == effect, let store = tasks[slot].store, let node = tasks[slot].node,
            node.hasResponse
        else { return }
        guard let context = tasks[slot].context else { return node.functions.respond(node, event) { body($0, store) } }
        node.functions.respond(node, event) { action in context.map(action) { body($0, store) } }
    }

    /// Notifies the listeners of an event. Reports a failure that nothing handles.
    func notifyListeners(of turn: Turn) {
        let (effect, event) = (turn.effect, turn.address)
        let isKnown = effect != .none && tasks[effect.slot].handle == effect
        if isKnown { tasks[effect.slot].work?.listener?(event) }
        let listeners = registrations.listeners[turn.type]
        listeners?.notify(event)
        guard isKnown, !tasks[effect.slot].handlesFailure, listeners?.handlesFailures != true,
            let node = tasks[effect.slot].node, let error = node.failure(event), !(error is Fault)
        else { return }
        reportUnhandled(.unhandledFailure(node.command, error), scope: turn.scope)
    }

    /// Whether a message came too late: the command to which it belongs has ended.
    func isLate(_ turn: Turn) -> Bool {
        switch turn.kind {
        case .event where turn.effect == .none: false
        case .command: !machine.isLive(turn.effect)
        case .event: !machine.isLive(turn.effect) || turn.isLast && machine.isEnding(turn.effect)
        case .action, .fact, .output, .input, .transition, .request, .replacement: false
        }
    }

    /// Ends a command, which middleware failed in its turn, with a failure as its last event.
    func failCommand(_ effect: EffectHandle, _ event: AnyBox, cause: UInt64) {
        machine.beginAttempt(effect)
        performSteps()
        tasks[effect.slot].isFailureReported = true
        let attempt = machine[effect].attempt
        enqueueAnswer(Answer(effect: effect, attempt: attempt, kind: .end, event: event), cause: cause)
    }

    // MARK: Failures that nothing handles

    /// Reports a failure in the actor's next job, unless the engine has a ``FailureMiddleware`` or a receipt of the work is
    /// awaited by then.
    package func reportUnhandled(_ fault: Fault, scope: Int32) {
        if chain.members.contains(where: { $0 is any FailureMiddleware }) { return }
        var (receipts, scope): ([ReceiptStorage], Int32) = ([], requireScope(scope))
        while scope != 0 {
            receipts.append(receipt(of: scope))
            scope = machine.parent(of: scope)
        }
        let observers = ActorBound(observers)
        _ = loop.posted.actorContext.start(atOnce: false) {
            if !receipts.contains(where: \.wasAwaited) { observers.open()?.report(fault) }
        }
    }
}
