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
        case .hold: effects.hold(HeldMessage(turn, middleware, next: next))
        case .holdFor(let duration): effects.hold(HeldMessage(turn, middleware, next: next), for: duration)
        case .holdUntil(let decide): hold(HeldMessage(turn, middleware, next: next), until: decide)
        case .cancel(let reason):
            end(turn, Message.Outcome(reason)) {
                effects.drop(turn, because: reason)
                effects.fail(turn.scope, reason)
            }
        case .fail(let error):
            end(turn, .failed(error)) {
                chain.notifyFailure(error, Message(turn))
                effects.fail(turn.scope, error)
                failMessage(turn, error)
            }
        case .redirect(let flow, let reducer, let store): redirect(turn, flow, reducer, store)
        case .drop: end(turn, .dropped) { effects.drop(turn, because: nil) }
        }
        return nil
    }

    /// Counts a message that is discarded because it came too late.
    func noteDiscarded(_ turn: Turn) {
        observers.discardedCount += 1
        observers.forEach { $0.ended(turn.id, .discarded) }
    }

    /// Calls each ``FailureMiddleware``.
    package func notifyFailure(_ error: any Error, _ message: Message) { chain.notifyFailure(error, message) }

    // MARK: Other payloads

    /// Changes the payload of a message.
    ///
    /// - Returns: The message with the new payload; `nil` if the message ends.
    private func change(_ turn: Turn, to payload: Any) -> Turn? {
        if let changed = replacing(turn, payload) {
            observers.forEach { $0.changed(changed.id, to: changed.keptPayload) }
            return changed
        }
        if turn.kind == .command, let other = payload as? any Command {
            end(turn, .redirected) {
                effects.execute(other, place(of: turn, turn.scope))
                effects.drop(turn, because: nil)
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
            guard let node = turn.node?.replacing(payload), let box = node.functions.box(.command, node.address, nil)
            else {
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
        let scope = effects.requireScope(turn.scope)
        switch turn.kind {
        case .action:
            guard let store = turn.store, let box = turn.keptPayload.boxing(payload) else { return false }
            effects.enqueueAction(of: store, scope: scope, cause: turn.cause) {
                store.functions.append(store, box.address)
            }
        case .fact:
            guard payload is any Fact else { return false }
            effects.enqueue(.fact(boxed(payload)), scope: scope, cause: turn.cause)
        case .output, .transition:
            guard let store = turn.store, let box = turn.keptPayload.boxing(payload) else { return false }
            effects.enqueue(
                turn.kind == .output ? .output(box, store) : .transition(box, store), scope: scope, cause: turn.cause)
        case .command:
            guard let command = payload as? any Command else { return false }
            addCopy(command, of: turn, place(of: turn, scope))
        case .event:
            guard let box = turn.keptPayload.boxing(payload) else { return false }
            addCopy(box, ofEvent: turn, isFinal: isFinal)
        case .input, .request:
            guard let message = turn.ownerMessage?.replacing(payload) else { return false }
            effects.enqueue(.owner(message), scope: scope, cause: turn.cause)
        case .replacement: return false
        }
        return true
    }

    private func addCopy(_ command: any Command, of turn: Turn, _ place: Place) {
        guard let node = turn.node?.replacing(command) else { return effects.execute(command, place) }
        let slot = turn.effect.slot
        let (handlesFailure, listener) = (effects.tasks[slot].handlesFailure, effects.tasks[slot].work?.listener)
        var own = place
        own.context = effects.tasks[slot].context
        effects.execute(node.withoutOptions, own) { copy in
            copy.handlesFailure = handlesFailure
            if let listener { copy.requireWork().listener = listener }
        }
    }

    /// Returns the place of what replaces a message, or is added to it. Effects belong to the group of the message's command.
    private func place(of turn: Turn, _ scope: Int32) -> Place {
        let group = turn.kind == .command ? effects.machine.group(of: turn.effect) : .none
        return Place(turn.store, scope: scope, group: group, cause: loop.cause)
    }

    /// Appends a copy of an event to the queue. The last copy of a command's last event ends the command.
    private func addCopy(_ event: AnyBox, ofEvent turn: Turn, isFinal: Bool) {
        let endsLater = turn.isLast && isFinal
        if isFinal { turn.isLast = false }
        if !endsLater { effects.machine.holdEvent(of: turn.effect) }
        let isLive = effects.machine.isLive(turn.effect)
        effects.enqueueAnswer(
            Answer(
                effect: turn.effect, attempt: isLive ? effects.machine[turn.effect].attempt : 0,
                kind: endsLater ? .end : .copy, event: event),
            cause: isLive ? effects.tasks[turn.effect.slot].turn : turn.cause)
    }

    // MARK: Ending without a turn

    private func end(_ turn: Turn, _ outcome: Message.Outcome, _ body: () -> Void) {
        let (held, own) = (turn.isHeld ? turn.effect : .none, turn.endProcessing())
        if own != 0 { turn.scope = own }
        observers.forEach { $0.ended(turn.id, outcome) }
        body()
        effects.releaseHeldEvent(of: held)
        effects.machine.release(own)
        effects.performSteps()
    }

    /// Ends a message, and its command, with the error of a middleware. The scope of the message has already failed.
    private func failMessage(_ turn: Turn, _ error: any Error) {
        guard turn.kind == .command || turn.kind == .event else { return effects.drop(turn, because: error) }
        let effect = turn.effect
        guard effects.machine.isLive(effect), let node = effects.tasks[effect.slot].node else { return }
        guard let event = node.failureEvent(error) else {
            if turn.kind == .command {
                effects.reportUnhandled(.unhandledFailure(node.command, error), scope: turn.scope)
            }
            return effects.cancel(effect, because: error)
        }
        if turn.kind == .command { return effects.failCommand(effect, event, cause: turn.id) }
        let failed = turn.copy(event)
        (failed.id, failed.isLast, failed.answer) = (turn.id, true, .end)
        if !effects.isLate(failed) { carryOut(failed) }
    }

    private func refuse(_ turn: Turn, _ fault: Fault) {
        report(fault)
        end(turn, .failed(fault)) {
            effects.drop(turn, because: fault)
            effects.fail(turn.scope, fault)
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
            let place = place(of: turn, effects.requireScope(turn.scope))
            effects.perform(flow, Place(store, scope: place.scope, group: place.group, cause: place.cause))
            effects.drop(turn, because: nil)
        }
    }
}
