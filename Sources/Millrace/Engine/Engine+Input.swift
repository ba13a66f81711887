// Inputs of the queue become turns.
extension Engine {
    /// Processes an input that was taken from the queue.
    func process(_ input: consuming QueuedInput) {
        loop.cause = input.cause
        let scope = input.scope
        switch consume input.content {
        case .action(let store): store.edges.take(store) { process(action: $0, for: store, scope) }
        case .actions(let inbox, let end):
            if takeAction(of: inbox, before: end, scope) { return }
        case .command(let effect, let node, let store): takeCommand(effect, node, store)
        case .answer(let answer, let store): takeAnswer(answer, store)
        case .fact(let fact): process(.fact, fact, nil, scope)
        case .output(let output, let store): process(.output, output, store, scope)
        case .transition(let transition, let store): process(.transition, transition, store, scope)
        case .owner(let message): process(message, scope)
        case .timer(let effect, let timer): fire(timer, of: effect)
        case .call(let work): work()
        }
        machine.release(scope)
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
            (turn.address, turn.type) = (action, store.edges.actionType)
            turn.isForMiddleware = !store.isClosed
            process(turn)
        }
    }

    /// Processes a message whose payload is in a box.
    private func process(_ kind: Message.Kind, _ payload: AnyBox, _ store: StoreCore?, _ scope: Int32) {
        withTurn(kind, subject: store, scope) { turn in
            turn.setPayload(payload)
            if kind == .transition { turn.isForMiddleware = store?.isClosed == false }
            process(turn)
        }
    }

    private func process(_ message: any OwnerMessage, _ scope: Int32) {
        withTurn(message.kind, subject: message.subject, scope) { turn in
            (turn.ownerMessage, turn.isSpecial, turn.isForMiddleware) = (message, true, message.isForMiddleware)
            turn.setPayload(boxed(message.payload))
            process(turn)
        }
    }

    /// Returns the name of an input in the fault about an endless loop.
    func label(of input: borrowing QueuedInput) -> String {
        switch input.content {
        case .action(let store):
            var label = ""
            store.edges.peek(store) { label = Fault.name(of: store.edges.boxAction($0, nil).any) }
            return label
        case .actions: return "an action of an inbox"
        case .command(_, let node, _): return Fault.name(of: node.command)
        case .answer(let answer, _):
            if let event = answer.event { return Fault.name(of: event.any) }
            let node = machine.isLive(answer.effect) ? tasks[answer.effect.slot].node : nil
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
