// Turning inputs of the queue into turns.
extension Engine {
    /// Processes an input that was taken from the queue.
    func take(_ input: QueuedInput) {
        cause = input.cause
        switch input.kind {
        case .action:
            input.retainedStore?._withUnsafeGuaranteedRef { store in
                store.edges.take(store) { process(action: $0, for: store, input.scope) }
            }
        case .actions: return takeActions(input)
        case .command: takeCommand(input)
        case .answer: takeAnswer(input)
        case .fact: process(.fact, input)
        case .output: process(.output, input)
        case .transition: process(.transition, input)
        case .owner: if let message = input.ownerMessage { process(message, input.scope) }
        case .call: input.work()
        }
        input.release()
        machine.release(input.scope)
    }

    /// Processes the next action of an inbox. The input stays in the queue until no action is left.
    private func takeActions(_ input: QueuedInput) {
        let inbox = input.inbox
        if inbox.takenCount == 0 { inbox.take(before: Int(input.since)) }
        let count = inbox.takenCount
        // Before the turn, because a turn that shuts the engine down releases what is in the queue.
        if count > 1 { queue.prepend(input) }
        if count > 0, let store = stores[inbox.storeNumber] {
            inbox.passFirst { process(action: $0, for: store, input.scope) }
        }
        if count > 1 { return }
        input.release()
        machine.release(input.scope)
    }

    /// Calls `body` with an unused turn. A payload at an address must stay valid until `body` returns.
    @inline(__always)
    package func withTurn(_ kind: Message.Kind, subject: AnyObject?, _ scope: Int32, _ body: (Turn) -> Void) {
        let turn = spareTurns.popLast() ?? Turn(on: self)
        (turn.kind, turn.subject, turn.scope, turn.cause) = (kind, subject, scope, cause)
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
        if !hasReceivers {
            // No code receives a message, so none is created.
            beginTurn()
            if !carryOut(action: action, in: store, scope) {
                _ = lose("The action \(store.edges.boxAction(action, nil).any)", scope)
            }
            return performSteps()
        }
        withTurn(.action, subject: store, scope) { turn in
            (turn.address, turn.type) = (action, store.edges.actionType)
            turn.isForMiddleware = !store.isClosed
            process(turn)
        }
    }

    /// Processes a message whose payload is in a box.
    private func process(_ kind: Message.Kind, _ input: QueuedInput) {
        guard let value = input.box else { return }
        withTurn(kind, subject: input.store, input.scope) { turn in
            turn.setPayload(value)
            if kind == .transition { turn.isForMiddleware = turn.store?.isClosed == false }
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
    func label(of input: QueuedInput) -> String {
        switch input.kind {
        case .action:
            guard let store = input.store else { return "" }
            var label = ""
            store.edges.peek(store) { label = Fault.name(of: store.edges.boxAction($0, nil).any) }
            return label
        case .command: return input.node.map { Fault.name(of: $0.command) } ?? ""
        case .answer:
            return label(of: input.box, machine.isLive(input.effect) ? tasks[input.effect.slot].node : nil)
        case .fact, .output, .transition: return input.box.map { Fault.name(of: $0.any) } ?? ""
        case .actions: return "an action of an inbox"
        case .owner: return input.ownerMessage.map { Fault.name(of: $0.payload) } ?? ""
        case .call: return "a call"
        }
    }

    private func label(of event: AnyBox?, _ command: CommandNode?) -> String {
        event.map { Fault.name(of: $0.any) } ?? command.map { Fault.name(of: $0.command) } ?? "an effect"
    }

    /// Reports that a message could not be delivered, because its store was released. If the engine was shut down within the
    /// turn, the message is discarded as pending messages are.
    func lose(_ what: FaultText, _ scope: Int32) -> Message.Outcome {
        if isShutDown {
            fail(scope, EngineShutDown())
            return Message.Outcome(EngineShutDown())
        }
        let fault = Fault.storeReleased(what)
        fail(scope, reporting: fault)
        return .failed(fault)
    }
}
