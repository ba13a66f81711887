// Inputs of the queue become turns.
extension Engine {
    /// Processes an input that was taken from the queue.
    func process(_ input: consuming QueuedInput) {
        loop.cause = input.cause
        let scope = input.scope
        switch consume input.content {
        case .action(let store): store.functions.take(store) { process(action: $0, for: store, scope) }
        case .actions(let inbox, let end):
            if takeAction(of: inbox, before: end, scope) { return }
        case .command(let effect, let node, let store): processCommand(effect, node, store)
        case .answer(let answer, let store): processAnswer(answer, store)
        case .fact(let fact): processMessage(.fact, fact, nil, scope)
        case .output(let output, let store): processMessage(.output, output, store, scope)
        case .transition(let transition, let store): processMessage(.transition, transition, store, scope)
        case .owner(let message): processMessage(message, scope)
        case .timer(let effect, let timer):
            switch effects.fire(timer, of: effect) {
            case nil: break
            case .timedOut(let answer, let store): processEvent(of: answer, store, isAccepted: true)
            case .resume(let message): takeResumption(of: message, .pass)
            }
        case .call(let work): work()
        }
        effects.machine.release(scope)
    }

    /// Processes the next action of an inbox.
    ///
    /// - Returns: Whether more actions are left. The input is then in the queue again.
    private func takeAction(of inbox: any PostedActions, before end: Int, _ scope: Int32) -> Bool {
        if inbox.takenCount == 0 { inbox.take(before: end) }
        let count = inbox.takenCount
        // Before the turn, because a turn that shuts the engine down releases what is in the queue.
        if count > 1 { loop.prepend(QueuedInput(.actions(inbox, before: end), scope: scope, cause: loop.cause)) }
        if count > 0, let store = registrations.store(inbox.storeNumber) {
            inbox.passFirst { process(action: $0, for: store, scope) }
        }
        return count > 1
    }

    /// Calls `body` with an unused turn. A payload at an address must stay valid until `body` returns.
    package func withTurn(_ kind: Message.Kind, subject: AnyObject?, _ scope: Int32, _ body: (Turn) -> Void) {
        let turn = spareTurns.popLast() ?? Turn(posted)
        (turn.kind, turn.subject, turn.scope, turn.cause) = (kind, subject, scope, loop.cause)
        body(turn)
        // Moved, because each use of a variable would be retained.
        var unused = consume turn
        if isKnownUniquelyReferenced(&unused) {
            unused.clear()
            spareTurns.append(consume unused)
        } else {
            // A reference to the message still exists, so the message must own its payload.
            unused.keep()
        }
    }

    /// Processes the action at an address.
    func process(action: UnsafeRawPointer, for store: StoreCore, _ scope: Int32) {
        withTurn(.action, subject: store, scope) { turn in
            (turn.address, turn.type) = (action, store.functions.actionType)
            turn.isForMiddleware = !store.isClosed
            process(turn)
        }
    }

    /// Processes a message whose payload is in a box.
    private func processMessage(_ kind: Message.Kind, _ payload: AnyBox, _ store: StoreCore?, _ scope: Int32) {
        withTurn(kind, subject: store, scope) { turn in
            turn.setPayload(payload)
            if kind == .transition { turn.isForMiddleware = store?.isClosed == false }
            process(turn)
        }
    }

    private func processMessage(_ message: any OwnerMessage, _ scope: Int32) {
        withTurn(message.kind, subject: message.subject, scope) { turn in
            (turn.ownerMessage, turn.isSpecial, turn.isForMiddleware) = (message, true, message.isForMiddleware)
            turn.setPayload(boxed(message.payload))
            process(turn)
        }
    }

    // MARK: Commands

    /// Processes a command. If it was cancelled before, only the observers of turns are notified.
    private func processCommand(_ effect: EffectHandle, _ node: CommandNode, _ store: StoreCore?) {
        let isLive = effects.machine.isLive(effect)
        if !isLive, observers.isEmpty { return }
        withTurn(.command, subject: store, isLive ? effects.machine[effect].scope : 0) { turn in
            (turn.effect, turn.node, turn.address, turn.type) = (effect, node, node.address, node.type)
            if isLive {
                effects.tasks[effect.slot].turn = loop.turn + 1
                return process(turn)
            }
            loop.beginTurn()
            turn.id = loop.turn
            observers.forEach { $0.began(Message(turn), turn: turn.id) }
            observers.forEach { $0.ended(turn.id, .cancelled) }
            _ = turn.endProcessing()
        }
    }

    /// Processes an answer of a handler. If its command has ended, the event is discarded.
    private func processAnswer(_ answer: Answer, _ store: StoreCore?) {
        if effects.accepts(answer) {
            if effects.prepare(answer) { processEvent(of: answer, store, isAccepted: true) }
        } else if answer.event != nil {
            observers.discardedCount += 1
            if !observers.isEmpty { processEvent(of: answer, store, isAccepted: false) }
        }
    }

    /// Processes the event of an answer.
    private func processEvent(of answer: Answer, _ store: StoreCore?, isAccepted: Bool) {
        guard let event = answer.event else { return }
        let effect = answer.effect
        withTurn(.event, subject: store, isAccepted ? effects.machine[effect].scope : 0) { turn in
            turn.setPayload(event)
            (turn.effect, turn.attempt, turn.answer) = (effect, answer.attempt, answer.kind)
            (turn.isLast, turn.isHeld) = (answer.kind == .end || answer.kind == .failure, answer.kind == .copy)
            if isAccepted {
                turn.isReported = effects.tasks[effect.slot].isFailureReported
                return process(turn)
            }
            loop.beginTurn()
            turn.id = loop.turn
            observers.forEach { $0.discarded(Message(turn)) }
            _ = turn.endProcessing()
        }
    }

    /// Returns the name of an input in the fault about an endless loop.
    func label(of input: borrowing QueuedInput) -> String {
        switch input.content {
        case .action(let store):
            var label = ""
            store.functions.peek(store) { label = Fault.name(of: store.functions.boxAction($0, nil).any) }
            return label
        case .actions: return "an action of an inbox"
        case .command(_, let node, _): return Fault.name(of: node.command)
        case .answer(let answer, _):
            if let event = answer.event { return Fault.name(of: event.any) }
            let node = effects.machine.isLive(answer.effect) ? effects.tasks[answer.effect.slot].node : nil
            return node.map { Fault.name(of: $0.command) } ?? "an effect"
        case .fact(let payload): return Fault.name(of: payload.any)
        case .output(let payload, _): return Fault.name(of: payload.any)
        case .transition(let payload, _): return Fault.name(of: payload.any)
        case .owner(let message): return Fault.name(of: message.payload)
        case .timer: return "a timer"
        case .call: return "a call"
        }
    }
}
