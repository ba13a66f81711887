// Answers of handlers.
extension Engine {
    /// Appends an answer of a handler to the queue.
    func answer(
        _ effect: EffectHandle, _ attempt: Int32, _ answer: AnswerKind, _ event: AnyBox?, cause: UInt64
    ) {
        let isLive = machine.isLive(effect)
        enqueue(
            .answer(effect, attempt, answer, event, isLive ? tasks[effect.slot].store : nil),
            scope: isLive ? machine[effect].scope : 0, cause: cause)
    }

    /// Processes the answer of a synchronous handler.
    ///
    /// If the queue is empty, the turn of the command is ended, and the event has its turn at once. The event then needs no
    /// box.
    func answer(
        _ call: CommandCall, _ answer: AnswerKind, _ event: UnsafeRawPointer, _ boxing: (UnsafeRawPointer) -> AnyBox
    ) {
        if hasPosted { takePosted() }
        if commandEffect == call.effect, queue.isEmpty, turnsLeft > RunawayTrace.length,
            machine.accepts(call.effect, attempt: call.attempt)
        {
            if let commandTurn { complete(commandTurn, nil) }
            finishTurn()
            turnsLeft -= 1
            if machine.accepts(call.effect, attempt: call.attempt), let node = tasks[call.effect.slot].node {
                cause = tasks[call.effect.slot].turn
                // Retained, because the effect ends within the turn.
                let store = tasks[call.effect.slot].store
                take(call.effect, call.attempt, answer, event, store) { turn in
                    (turn.address, turn.type, turn.node) = (event, node.eventType, node)
                }
                return withExtendedLifetime(store) {}
            }
        }
        call.answer(answer, boxing(event))
    }

    /// Processes an answer from the queue.
    func takeAnswer(_ input: QueuedInput) {
        take(input.effect, input.attempt, input.answer, input.box?.address, input.store) { turn in
            if let event = input.box { turn.setPayload(event) }
        }
    }

    /// Processes an answer.
    ///
    /// - Parameters:
    ///   - event: The address of the event; `nil` for an answer without an event.
    ///   - fill: Sets the payload of the event's message. Called only if code receives the message.
    private func take(
        _ effect: EffectHandle, _ attempt: Int32, _ answer: AnswerKind, _ event: UnsafeRawPointer?,
        _ store: StoreCore?, _ fill: (Turn) -> Void
    ) {
        let isCopy = answer == .copy
        let isAccepted = isCopy ? machine.isLive(effect) : machine.accepts(effect, attempt: attempt)
        if !isAccepted, event != nil { discardedResultCount += 1 }
        guard isAccepted ? prepare(effect, answer, hasEvent: event != nil) : isObserved, let event else { return }
        let isLast = answer == .end || answer == .failure
        if !hasReceivers, !isCopy, let type = tasks[effect.slot].node?.eventType {
            return carryOut(event, type, of: effect, isLast: isLast)
        }
        withTurn(.event, subject: store, isAccepted ? machine[effect].scope : 0) { turn in
            fill(turn)
            (turn.effect, turn.attempt, turn.answer) = (effect, attempt, answer)
            (turn.isLast, turn.isHeld) = (isLast, isCopy)
            if isAccepted {
                turn.isReported = tasks[effect.slot].isFailureReported
                return process(turn)
            }
            beginTurn()
            turn.id = self.turn
            forEachObserver { $0.discarded(Message(turn)) }
            _ = turn.endProcessing()
        }
    }

    /// Processes the parts of an answer that are not a message, such as a cancellation or a retry.
    ///
    /// - Returns: Whether the answer has an event, which is then processed as a message.
    private func prepare(_ effect: EffectHandle, _ answer: AnswerKind, hasEvent: Bool) -> Bool {
        switch answer {
        case .event, .copy: break
        case .end: if !hasEvent { end(effect) }
        case .failure: if scheduleRetry(of: effect) { return false }
        case .released, .cancelled:
            if answer == .released, let node = tasks[effect.slot].node { report(.replyDropped(node.command)) }
            cancel(effect, because: CancellationError())
            return false
        }
        return hasEvent
    }

    /// Carries out the turn of an event that no code receives as a message.
    func carryOut(_ event: UnsafeRawPointer, _ type: ObjectIdentifier, of effect: EffectHandle, isLast: Bool) {
        let scope = machine[effect].scope
        beginTurn()
        let hasEnded = isLast && endCommand(effect, event)
        respond(effect, event)
        listeners[type]?.reduce(event)
        notifyTouched()
        notifyEvent(effect, event, type, scope)
        performFlows(scope)
        if hasEnded { release(effect) }
        performSteps()
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
    package func notifyFailure(_ error: any Error, _ message: Message) {
        for case let middleware as any FailureMiddleware in middleware { middleware.failed(error, message) }
    }
}
