// Answers of handlers.
extension Engine {
    /// Appends an answer of a handler to the queue.
    ///
    /// - Parameter cause: The number of the command's turn.
    func answer(_ answer: Answer, cause: UInt64) {
        let isLive = machine.isLive(answer.effect)
        enqueue(
            .answer(answer, isLive ? tasks[answer.effect.slot].store : nil),
            scope: isLive ? machine[answer.effect].scope : 0, cause: cause)
    }

    /// Processes an answer from the queue. If its command has ended, the event is discarded.
    func takeAnswer(_ answer: Answer, _ store: StoreCore?) {
        let (effect, isCopy) = (answer.effect, answer.kind == .copy)
        let isAccepted = isCopy ? machine.isLive(effect) : machine.accepts(effect, attempt: answer.attempt)
        if !isAccepted, answer.event != nil { discardedResultCount += 1 }
        let hasEvent = isAccepted ? prepare(answer) : !observers.isEmpty
        guard hasEvent, let event = answer.event else { return }
        withTurn(.event, subject: store, isAccepted ? machine[effect].scope : 0) { turn in
            turn.setPayload(event)
            (turn.effect, turn.attempt, turn.answer) = (effect, answer.attempt, answer.kind)
            (turn.isLast, turn.isHeld) = (answer.kind == .end || answer.kind == .failure, isCopy)
            if isAccepted {
                turn.isReported = tasks[effect.slot].isFailureReported
                return process(turn)
            }
            loop.beginTurn()
            turn.id = loop.turn
            forEachObserver { $0.discarded(Message(turn)) }
            _ = turn.endProcessing()
        }
    }

    /// Processes the parts of an answer that are not a message, such as a cancellation or a retry.
    ///
    /// - Returns: Whether the answer has an event, which is then processed as a message.
    private func prepare(_ answer: Answer) -> Bool {
        let (effect, hasEvent) = (answer.effect, answer.event != nil)
        switch answer.kind {
        case .event, .copy: break
        case .end: if !hasEvent { end(effect) }
        case .failure: if scheduleRetry(of: effect) { return false }
        case .released, .cancelled:
            if answer.kind == .released, let node = tasks[effect.slot].node { report(.replyDropped(node.command)) }
            cancel(effect, because: CancellationError())
            return false
        }
        return hasEvent
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

    /// Reduces the action for an event, in the store that requested the command.
    func respond(_ effect: EffectHandle, _ event: UnsafeRawPointer) {
        let slot = effect.slot
        guard tasks[slot].handle == effect, let store = tasks[slot].store, let node = tasks[slot].node,
            node.hasResponse
        else { return }
        guard let context = tasks[slot].context else {
            return node.edges.respond(node, event) { reduce($0, in: store) }
        }
        node.edges.respond(node, event) { action in context.raise(action) { reduce($0, in: store) } }
    }

    /// Notifies the listeners of an event. Reports a failure that nothing handles.
    func notifyEvent(_ effect: EffectHandle, _ event: UnsafeRawPointer, _ type: ObjectIdentifier, _ scope: Int32) {
        let slot = effect.slot
        let isKnown = effect != .none && tasks[slot].handle == effect
        if isKnown { tasks[slot].work?.listener?(event) }
        let listeners = listeners[type]
        listeners?.notify(event)
        guard isKnown, !tasks[slot].handlesFailure, listeners?.handlesFailures != true,
            let node = tasks[slot].node, let error = node.failure(event), !(error is Fault)
        else { return }
        reportUnhandled(.unhandledFailure(node.command, error), scope: scope)
    }

    // MARK: Failures that nothing handles

    /// Reports a failure in the actor's next job, unless the engine has a ``FailureMiddleware`` or a receipt of the work is
    /// awaited by then.
    package func reportUnhandled(_ fault: Fault, of effect: EffectHandle) {
        reportUnhandled(fault, scope: machine[effect].scope)
    }

    func reportUnhandled(_ fault: Fault, scope: Int32) {
        if middleware.contains(where: { $0 is any FailureMiddleware }) { return }
        var (receipts, scope): ([ReceiptStorage], Int32) = ([], requireScope(scope))
        while scope != 0 {
            receipts.append(receipt(of: scope))
            scope = machine.parent(of: scope)
        }
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) {
            if !receipts.contains(where: \.wasAwaited) { engine.open()?.report(fault) }
        }
    }

    /// Calls each ``FailureMiddleware``.
    package func notifyFailure(_ error: any Error, _ message: Message) { chain.notifyFailure(error, message) }
}
