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
        guard let commandTurn, commandTurn.effect == call.effect, queue.isEmpty, turnsLeft > RunawayTrace.length,
            machine.accepts(call.effect, attempt: call.attempt), let node = tasks[call.effect.slot].node
        else {
            return call.answer(answer, boxing(event))
        }
        complete(commandTurn, nil)
        finishTurn()
        turnsLeft -= 1
        guard machine.accepts(call.effect, attempt: call.attempt) else {
            return call.answer(answer, boxing(event))
        }
        cause = tasks[call.effect.slot].turn
        // Retained, because the effect ends within the turn.
        let store = tasks[call.effect.slot].store
        defer { withExtendedLifetime(store) {} }
        withTurn(.event, subject: store, 0) { turn in
            (turn.address, turn.type, turn.node) = (event, node.eventType, node)
            take(turn, call.effect, call.attempt, answer)
        }
    }

    /// Processes an answer from the queue.
    func takeAnswer(_ input: QueuedInput) {
        let event = input.box
        withTurn(.event, subject: input.store, 0) { turn in
            if let event { turn.setPayload(event) }
            take(turn, input.effect, input.attempt, input.answer, hasEvent: event != nil)
        }
    }

    private func take(
        _ turn: Turn, _ effect: EffectHandle, _ attempt: Int32, _ answer: AnswerKind, hasEvent: Bool = true
    ) {
        (turn.effect, turn.attempt, turn.answer) = (effect, attempt, answer)
        if prepare(turn, hasEvent: hasEvent) { process(turn) }
    }

    /// Processes the parts of an answer that are not a message, such as a cancellation or a retry.
    ///
    /// - Returns: Whether the answer has an event, which is then processed as a message.
    private func prepare(_ turn: Turn, hasEvent: Bool) -> Bool {
        let effect = turn.effect
        if turn.answer == .copy {
            guard machine.isLive(effect) else { return discard(turn, hasEvent) }
            turn.isHeld = true
        } else if !machine.accepts(effect, attempt: turn.attempt) {
            return discard(turn, hasEvent)
        }
        turn.scope = machine[effect].scope
        switch turn.answer {
        case .event, .copy: return true
        case .end:
            turn.isLast = true
            if !hasEvent { end(effect) }
        case .failure:
            if retries(effect) { return false }
            turn.isLast = true
        case .released, .cancelled:
            if turn.answer == .released, let node = tasks[effect.slot].node { report(.replyDropped(node.command)) }
            cancel(effect, because: CancellationError())
            return false
        }
        turn.isReported = tasks[effect.slot].isFailureReported
        return hasEvent
    }

    /// Counts an event of a command that has ended, and passes the event to the observers of turns.
    ///
    /// - Returns: `false`, because the event is not processed.
    private func discard(_ turn: Turn, _ hasEvent: Bool) -> Bool {
        guard hasEvent else { return false }
        discardedResultCount += 1
        if observers.isEmpty { return false }
        beginTurn()
        turn.id = self.turn
        for observer in observers { observer.discarded(Message(turn)) }
        _ = turn.endProcessing()
        return false
    }

    /// Schedules a retry of a command that has failed, if its policy allows one.
    ///
    /// - Returns: Whether the command is retried.
    private func retries(_ effect: EffectHandle) -> Bool {
        guard machine.retries(effect), let retry = tasks[effect.slot].node?.retry else { return false }
        let random = retry.jitter > 0 ? jitter() : 0
        let pause = retry.pause(before: Int(machine[effect].attempt), random: random)
        machine.pause(effect, for: pause)
        for observer in observers { observer.retried(tasks[effect.slot].turn, after: pause) }
        stopWork(effect)
        performSteps()
        return true
    }

    /// Ends the command whose last event has its turn.
    ///
    /// This happens before the event is reduced, so that new effects can use the command's id. The effect is released when the
    /// flows of the event were performed.
    func endCommand(_ turn: Turn) {
        let effect = turn.effect
        if effect == .none {
            for observer in observers { observer.ended(turn.cause, .done) }
            return
        }
        let error = tasks[effect.slot].node?.edges.failure(turn.address)
        if let error {
            tasks[effect.slot].requireWork().lastError = error
        } else {
            tasks[effect.slot].work?.lastError = nil
        }
        guard machine.end(effect, hasFailed: error != nil) else { return }
        turn.hasEndedCommand = true
        finish(effect, error.map { .failed($0) } ?? .done)
        performSteps()
    }

    /// Reduces the action for an event, in the store that requested the command.
    func respond(_ turn: Turn) {
        let slot = turn.effect.slot
        if turn.effect == .none {
            if let node = turn.node, let store = turn.store { respondDirectly(node, turn.address, in: store) }
            return
        }
        guard tasks[slot].handle == turn.effect, let store = tasks[slot].store, let node = tasks[slot].node,
            node.hasResponse
        else { return }
        guard let context = tasks[slot].context else {
            return node.edges.respond(node, turn.address) { reduce($0, in: store) }
        }
        node.edges.respond(node, turn.address) { action in context.raise(action) { reduce($0, in: store) } }
    }

    /// Notifies the listeners of an event. Reports a failure that nothing handles.
    func notifyEvent(_ turn: Turn) {
        let slot = turn.effect.slot
        let isKnown = turn.effect != .none && tasks[slot].handle == turn.effect
        if isKnown { tasks[slot].work?.listener?(turn.address) }
        let listeners = listeners[turn.type]
        listeners?.notify(turn.address)
        guard isKnown, !tasks[slot].handlesFailure, listeners?.handlesFailures != true,
            let node = tasks[slot].node, let error = node.edges.failure(turn.address), !(error is Fault)
        else { return }
        reportUnhandled(.unhandledFailure(node.command, error), scope: turn.scope)
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
