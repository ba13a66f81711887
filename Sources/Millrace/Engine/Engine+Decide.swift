extension Engine {
    /// Lets the middleware from index `first` on decide about a message, until a decision stops it.
    ///
    /// - Returns: The message, which may have another payload, if all middleware has passed it; otherwise `nil`.
    func decide(_ turn: Turn, _ middleware: [any Middleware], from first: Int) -> Turn? {
        var (turn, next) = (turn, first)
        while let content = chain.decide(about: turn, middleware, from: &next) {
            guard let passed = follow(content, turn, middleware, next) else { return nil }
            turn = passed
        }
        return turn
    }

    /// Applies a decision.
    ///
    /// - Returns: The message, if the middleware at index `next` decides about it next; otherwise `nil`.
    func follow(_ decision: Decision.Content, _ turn: Turn, _ middleware: [any Middleware], _ next: Int) -> Turn? {
        for (index, copy) in decision.copies.enumerated() {
            let isFinal = index == decision.copies.count - 1
            if !addCopy(copy.payload, of: turn, isFinal: isFinal) {
                report(.wrongPayload(copy.payload, copying: Message(turn)))
            }
        }
        switch decision.kind {
        case .passCopies: return turn
        case .change(let payload): return change(turn, to: payload)
        case .hold: hold(HeldMessage(turn, middleware, next: next))
        case .holdFor(let duration): hold(HeldMessage(turn, middleware, next: next), for: duration)
        case .holdUntil(let decide): hold(HeldMessage(turn, middleware, next: next), until: decide)
        case .cancel(let reason):
            end(turn, Message.Outcome(reason)) {
                drop(turn, because: reason)
                fail(turn.scope, reason)
            }
        case .fail(let error):
            end(turn, .failed(error)) {
                chain.notifyFailure(error, Message(turn))
                fail(turn.scope, error)
                failMessage(turn, error)
            }
        case .redirect(let flow, let reducer, let store): redirect(turn, flow, reducer, store)
        case .drop: end(turn, .dropped) { drop(turn, because: nil) }
        }
        return nil
    }

    /// Counts a message that is discarded because it came too late.
    func noteDiscarded(_ turn: Turn) {
        discardedResultCount += 1
        forEachObserver { $0.ended(turn.id, .discarded) }
    }

    /// Whether the message came too late: the command to which it belongs has ended.
    func isLate(_ turn: Turn) -> Bool {
        switch turn.kind {
        case .event where turn.effect == .none: false
        case .command: !machine.isLive(turn.effect)
        case .event: !machine.isLive(turn.effect) || turn.isLast && machine.isEnding(turn.effect)
        case .action, .fact, .output, .input, .transition, .request, .replacement: false
        }
    }

    // MARK: Other payloads

    /// Changes the payload of a message.
    ///
    /// - Returns: The message with the new payload; `nil` if the message ends.
    private func change(_ turn: Turn, to payload: Any) -> Turn? {
        if let changed = replacing(turn, payload) {
            forEachObserver { $0.changed(changed.id, to: changed.keptPayload) }
            return changed
        }
        if turn.kind == .command, let other = payload as? any Command {
            end(turn, .redirected) {
                inGroup(of: turn) { start(other, in: turn.store, scope: turn.scope) }
                drop(turn, because: nil)
            }
        } else {
            refuse(turn, .wrongPayload(payload, changing: Message(turn)))
        }
        return nil
    }

    /// Returns a turn with another payload that replaces this turn; `nil` if the payload does not fit.
    private func replacing(_ turn: Turn, _ payload: Any) -> Turn? {
        switch turn.kind {
        case .action, .event, .output, .transition:
            return turn.keptPayload.boxing(payload).map { turn.changing(to: $0) }
        case .fact: return payload is any Fact ? turn.changing(to: boxed(payload)) : nil
        case .command:
            guard let node = turn.node?.replacing(payload), let box = node.edges.box(.command, node.address, nil) else {
                return nil
            }
            let changed = turn.changing(to: box)
            changed.node = node
            return changed
        case .input, .request:
            guard let message = turn.ownerMessage?.replacing(payload) else { return nil }
            let changed = turn.changing(to: boxed(payload))
            (changed.ownerMessage, changed.subject) = (message, message.subject)
            return changed
        case .replacement: return nil
        }
    }

    /// Appends a copy of the message, with the payload that middleware set, to the queue.
    ///
    /// - Parameter isFinal: Whether this is the last copy.
    /// - Returns: `false` if the payload does not fit.
    private func addCopy(_ payload: Any, of turn: Turn, isFinal: Bool) -> Bool {
        let scope = requireScope(turn.scope)
        switch turn.kind {
        case .action:
            guard let store = turn.store, let box = turn.keptPayload.boxing(payload) else { return false }
            enqueueAction(of: store, scope: scope, cause: turn.cause) { store.edges.append(store, box.address) }
        case .fact:
            guard payload is any Fact else { return false }
            enqueue(.fact(boxed(payload)), scope: scope, cause: turn.cause)
        case .output, .transition:
            guard let store = turn.store, let box = turn.keptPayload.boxing(payload) else { return false }
            enqueue(
                turn.kind == .output ? .output(box, store) : .transition(box, store), scope: scope, cause: turn.cause)
        case .command:
            guard let command = payload as? any Command else { return false }
            inGroup(of: turn) { addCopy(command, of: turn, scope) }
        case .event:
            guard let box = turn.keptPayload.boxing(payload) else { return false }
            addCopy(box, ofEvent: turn, isFinal: isFinal)
        case .input, .request:
            guard let message = turn.ownerMessage?.replacing(payload) else { return false }
            enqueue(.owner(message), scope: scope, cause: turn.cause)
        case .replacement: return false
        }
        return true
    }

    private func addCopy(_ command: any Command, of turn: Turn, _ scope: Int32) {
        guard let node = turn.node?.replacing(command) else { return start(command, in: turn.store, scope: scope) }
        let slot = turn.effect.slot
        let (handlesFailure, listener) = (tasks[slot].handlesFailure, tasks[slot].work?.listener)
        admit(node.withoutOptions, in: turn.store, tasks[slot].context, scope: scope) { copy in
            copy.handlesFailure = handlesFailure
            if let listener { copy.requireWork().listener = listener }
        }
    }

    /// Calls `body`. Effects that it starts belong to the group of the message's command.
    private func inGroup(of turn: Turn, _ body: () -> Void) {
        let outer = exchange(&group, with: turn.kind == .command ? machine.group(of: turn.effect) : .none)
        body()
        group = outer
    }

    /// Appends a copy of an event to the queue. The last copy of a command's last event ends the command.
    private func addCopy(_ event: AnyBox, ofEvent turn: Turn, isFinal: Bool) {
        let endsLater = turn.isLast && isFinal
        if isFinal { turn.isLast = false }
        if !endsLater { machine.holdEvent(of: turn.effect) }
        let attempt = machine.isLive(turn.effect) ? machine[turn.effect].attempt : 0
        let cause = machine.isLive(turn.effect) ? tasks[turn.effect.slot].turn : turn.cause
        answer(
            Answer(effect: turn.effect, attempt: attempt, kind: endsLater ? .end : .copy, event: event), cause: cause)
    }

    // MARK: Ending without a turn

    private func end(_ turn: Turn, _ outcome: Message.Outcome, _ body: () -> Void) {
        let (held, own) = (turn.isHeld ? turn.effect : .none, turn.endProcessing())
        if own != 0 { turn.scope = own }
        forEachObserver { $0.ended(turn.id, outcome) }
        body()
        releaseHeldEvent(of: held)
        machine.release(own)
        performSteps()
    }

    /// Ends the message without its turn.
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

    /// Ends a message, and its command, with the error of a middleware. The scope of the message has already failed.
    private func failMessage(_ turn: Turn, _ error: any Error) {
        guard turn.kind == .command || turn.kind == .event else { return drop(turn, because: error) }
        guard machine.isLive(turn.effect), let node = tasks[turn.effect.slot].node else { return }
        guard let event = node.failureEvent(error) else {
            if turn.kind == .command { reportUnhandled(.unhandledFailure(node.command, error), scope: turn.scope) }
            return cancel(turn.effect, because: error)
        }
        if turn.kind == .command {
            machine.beginAttempt(turn.effect)
            performSteps()
            tasks[turn.effect.slot].isFailureReported = true
            let attempt = machine[turn.effect].attempt
            return answer(Answer(effect: turn.effect, attempt: attempt, kind: .end, event: event), cause: turn.id)
        }
        let failed = turn.copy(event)
        (failed.id, failed.isLast, failed.answer) = (turn.id, true, .end)
        if !isLate(failed) { carryOut(failed) }
    }

    private func refuse(_ turn: Turn, _ fault: Fault) {
        report(fault)
        end(turn, .failed(fault)) {
            drop(turn, because: fault)
            fail(turn.scope, fault)
        }
    }

    private func redirect(_ turn: Turn, _ flow: FlowNode, _ reducer: any Reducer.Type, _ named: StoreCore?) {
        guard let store = named ?? turn.subject as? StoreCore, store.id.reducer == reducer else {
            return refuse(turn, .wrongPayload(redirecting: Message(turn), to: reducer))
        }
        if !store.isClosed, !registrations.isOpen(store) {
            return refuse(turn, .otherEngine(reducer, Message(turn)))
        }
        end(turn, .redirected) {
            inGroup(of: turn) { perform(flow, nil, store, requireScope(turn.scope)) }
            drop(turn, because: nil)
        }
    }
}
