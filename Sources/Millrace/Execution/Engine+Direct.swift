// Direct commands: commands whose handlers are called without an effect.
//
// A flow that requests a command appends it to the queue. At its turn, the engine calls the synchronous handler, whose event is
// reduced in the next turn. Most commands need no more than that. The engine starts an effect for a command only if one is
// needed:
//
// - An effect could replace, delay or cancel the command: it has a name, a group or a child that may be removed. Such a command is
//   still direct if its turn is the next one, and no effect has a name.
// - Another effect starts, or effects are cancelled, before its turn. Effects start in the order of their requests.
// - The command has no handler, or its handler is asynchronous.
// - Middleware does more than pass the command or its event, or reads the receipt of the command's message.
// - The handler fails or cancels the command.
extension Engine {
    /// Appends a command that a flow requested to the queue, if it needs no effect before its turn.
    ///
    /// - Parameter chain: The lifts around the child that requested the command; `nil` for the store's own reducer.
    /// - Returns: Whether the command was appended.
    func enqueueDirectly(_ node: CommandNode, _ chain: LiftNode?, _ store: StoreCore, _ scope: Int32) -> Bool {
        if hasPosted { takePosted() }
        if !node.hasResponse || effectRunner != nil || group.slot >= 0 || machine.isCancelled(scope: scope)
            || flags & EngineFlags.generalPath != 0
        {
            return false
        }
        let isNamed = node.options?.isNamed == true
        if isNamed || chain?.isRemovable == true, !queue.isEmpty || isNamed && machine.hasNames { return false }
        directCount += 1
        enqueue(.directCommand(node, chain, store), scope: scope)
        return true
    }

    // MARK: The turn of the command

    /// Processes a direct command from the queue.
    func takeDirectCommand(_ input: QueuedInput) {
        directCount -= 1
        input.withCommand { takeDirectCommand(input, $0, $1) }
    }

    private func takeDirectCommand(_ input: QueuedInput, _ node: CommandNode, _ store: StoreCore) {
        guard let handler = handlers[node.type], handler.isSynchronous, input.isChildThere(in: store.state) else {
            guard let command = startingEffect(input) else { return }
            takeCommand(command)
            return command.release()
        }
        direct = DirectCommand(input, requestedBy: input.cause)
        if !hasReceivers {
            beginTurn()
            callDirectly(handler, node)
        } else {
            withTurn(.command, subject: store, input.scope) { turn in
                (turn.address, turn.type, turn.node) = (node.address, node.type, node)
                process(turn)
            }
        }
        direct.isCalled = false
    }

    private func callDirectly(_ handler: HandlerRegistration, _ node: CommandNode) {
        direct.isCalled = true
        handler.call(handler, node.address, CommandCall(engine: self, effect: .none, attempt: 1, turn: turn))
    }

    /// Calls the handler of a direct command, after middleware has passed the command.
    func startDirectly(_ turn: Turn) {
        guard let node = turn.node, let handler = handlers[node.type], handler.isSynchronous else {
            return adopt(turn) ? start(turn.effect, turn) : noteDiscarded(turn)
        }
        direct.turn = turn
        callDirectly(handler, node)
        direct.turn = nil
    }

    // MARK: The event

    /// Processes the answer of a handler that was called without an effect.
    func answerDirectly(_ answer: AnswerKind, _ event: UnsafeRawPointer?, _ boxing: (UnsafeRawPointer) -> AnyBox) {
        guard direct.isCalled else { return }
        direct.isCalled = false
        let input = direct.input
        input.withCommand { answerDirectly(answer, event, boxing, input, $0, $1) }
    }

    @inline(__always)
    private func answerDirectly(
        _ answer: AnswerKind, _ event: UnsafeRawPointer?, _ boxing: (UnsafeRawPointer) -> AnyBox, _ input: QueuedInput,
        _ node: CommandNode, _ store: StoreCore
    ) {
        let number = turn
        if answer == .end, let event {
            if queue.isEmpty, !hasPosted, flags & EngineFlags.afterTurn == 0, !store.isClosed,
                turnsLeft > RunawayTrace.length
            {
                if flags & EngineFlags.observed != 0, let turn = direct.turn { complete(turn, nil) }
                turnsLeft -= 1
                cause = number
                return takeEvent(event, of: node, in: store, input.scope)
            }
            if node.options?.isNamed != true, !input.isRemovable, !store.isClosed {
                directCount += 1
                let since = direct.requestedBy
                return enqueue(.directEvent(input, boxing(event), since: since), scope: input.scope, cause: number)
            }
        }
        // The answer is not a result, or the command could be cancelled before its event.
        guard let effect = adopt(number, hasBegun: true) else {
            if event != nil { discardedResultCount += 1 }
            return
        }
        self.answer(effect, 1, answer, event.map { boxing($0) }, cause: number)
    }

    /// Processes the event of a direct command from the queue.
    func takeDirectEvent(_ input: QueuedInput) {
        directCount -= 1
        guard let event = input.box else { return }
        direct = DirectCommand(input, requestedBy: input.since)
        input.withCommand { takeEvent(event.address, of: $0, in: $1, input.scope) }
    }

    private func takeEvent(_ event: UnsafeRawPointer, of node: CommandNode, in store: StoreCore, _ scope: Int32) {
        if hasReceivers {
            return withTurn(.event, subject: store, scope) { turn in
                (turn.address, turn.type, turn.node) = (event, node.eventType, node)
                (turn.attempt, turn.answer, turn.isLast) = (1, .end, true)
                process(turn)
            }
        }
        if listeners[node.eventType] != nil {
            return carryOut(event, node.eventType, of: .none, isLast: false)
        }
        beginTurn()
        direct.input.respond(to: event) { store.reduce($0) }
        store.notifyObservers()
        settleIfNeeded(store, scope)
    }

    // MARK: Starting an effect

    /// Starts effects for the direct commands in the queue, in the order of their requests.
    @inline(__always)
    func startDirectCommands() {
        if directCount > 0 { startAllDirectCommands() }
    }

    private func startAllDirectCommands() {
        // They belong to no group, also if that of another flow is under way.
        let outer = exchange(&group, with: .none)
        defer { group = outer }
        for index in 0..<queue.count where directCount > 0 {
            let input = queue[index]
            if input.kind != .directCommand, input.kind != .directEvent { continue }
            directCount -= 1
            queue[index] = startingEffect(input) ?? .call {}
            queue[index].scope = input.scope
            queue[index].cause = input.cause
            input.release()
        }
    }

    /// Starts an effect for a direct command, or for the command of a direct event.
    ///
    /// - Returns: The input for the effect; `nil` if the effect was discarded because its scope was cancelled.
    private func startingEffect(_ input: QueuedInput) -> QueuedInput? {
        guard let node = input.node, let store = input.store else { return nil }
        let isEvent = input.kind == .directEvent
        let outer = exchange(&direct, with: DirectCommand(input, requestedBy: isEvent ? input.since : input.cause))
        defer { direct = outer }
        guard let effect = adopt(input.cause, hasBegun: isEvent) else { return nil }
        reportMissingPath(tasks[effect.slot].context, input.scope)
        if store.hasChildScopes { cancelOrphans(of: store) }
        return isEvent ? .answer(effect, 1, .end, input.box, store) : .command(effect, node, store)
    }

    /// Starts an effect for the direct command of a turn, or for the command of an event. Does nothing for other messages.
    ///
    /// - Returns: `false` if the effect was discarded because the store was closed or the scope was cancelled.
    @discardableResult
    func adopt(_ turn: Turn) -> Bool {
        guard turn.effect == .none, turn.kind == .command || turn.kind == .event, turn.node != nil, turn.store != nil
        else { return true }
        let isEvent = turn.kind == .event
        // The turn of the command is the cause of the event.
        guard let effect = adopt(isEvent ? turn.cause : turn.id, hasBegun: isEvent) else { return false }
        turn.effect = effect
        if turn.scope == 0 { turn.scope = machine[effect].scope }
        return true
    }

    /// Starts an effect for the direct command whose turn or event is being processed.
    ///
    /// - Parameters:
    ///   - number: The number of the command's turn or, before that turn, of the turn that requested the command.
    ///   - hasBegun: Whether the handler was called.
    private func adopt(_ number: UInt64, hasBegun: Bool) -> EffectHandle? {
        let input = direct.input
        guard let node = input.node, let store = input.store else { return nil }
        var (lifts, context) = (input.lifts, nil as LiftContext?)
        while let lift = lifts { (lifts, context) = (lift.inner, makeContext(lift, in: context)) }
        let since = direct.requestedBy == 0 ? turn + 1 : direct.requestedBy
        var task = EffectTask(node, store, context, cause: direct.requestedBy, since: since)
        (task.turn, task.hasBegun) = (number, hasBegun)
        let effect = startInOrder(request(for: node, &task, scope: input.scope), task)
        if hasBegun, let effect { machine.beginAttempt(effect) }
        performSteps()
        return effect
    }
}
