// The turn of a plain command that is next. The events of a plain command are sent as actions, and no effect has a name that
// the command's policy could concern. It is next if a reduction requested it while the queue was empty.
//
// The engine calls the synchronous handler of such a command without starting an effect. It starts an effect only if one is
// needed:
//
// - Another input enters the queue before the command's turn.
// - The command has no handler, or its handler is asynchronous.
// - Middleware does more than pass the command or its event, or reads the receipt of the command's message.
// - The handler fails or cancels the command, or its event cannot have the next turn.
extension Engine {
    /// Whether a plain command has the next turn, before all inputs in the queue.
    var hasNext: Bool { nextStore != nil }

    /// Performs a flow that a reduction returned.
    ///
    /// If the flow only executes a plain command and the queue is empty, the flow is kept, and the command has the next turn.
    /// If an input enters the queue before that turn, ``performNext()`` performs the flow first.
    func perform(_ flow: consuming FlowNode, of store: StoreCore, _ scope: Int32) {
        guard isForNext(flow) else { return perform(flow, nil, store, scope) }
        (nextFlow, nextStore, nextScope, nextCause) = (flow, store, scope, cause)
        machine.retain(scope)
    }

    private func isForNext(_ flow: borrowing FlowNode) -> Bool {
        if !queue.isEmpty || hasNext || flags & EngineFlags.generalPath != 0 { return false }
        switch flow {
        case .execute(let command):
            return command.hasResponse && effectRunner == nil && turnsLeft > RunawayTrace.length + 2
                && !(machine.hasNames && command.options?.isNamed == true)
        case .lift(let lift): return isForNext(lift.child)
        default: return false
        }
    }

    /// Performs the kept flow as any other flow, because another input enters the queue or an effect is needed.
    func performNext() {
        guard let store = nextStore.take() else { return }
        let (flow, scope, outer) = (exchange(&nextFlow, with: .none), nextScope, cause)
        // The flow belongs to no group, also if that of another flow is under way.
        let outerGroup = exchange(&group, with: .none)
        cause = nextCause
        perform(flow, nil, store, scope)
        // The turn that requested the command may have removed its child.
        if store.hasChildScopes { cancelOrphans(of: store) }
        machine.release(scope)
        (cause, group) = (outer, outerGroup)
    }

    /// Processes the plain command that is next, and the event of its handler.
    func takeNext() {
        guard let store = nextStore.take() else { return }
        let (flow, scope) = (exchange(&nextFlow, with: .none), nextScope)
        cause = nextCause
        if store.isClosed || machine.isCancelled(scope: scope) || !unpack(flow, in: store) {
            perform(flow, nil, store, scope)
            if store.hasChildScopes { cancelOrphans(of: store) }
        } else {
            (directStore, directScope, directCause) = (.passUnretained(store), scope, cause)
            directCommand._withUnsafeGuaranteedRef { takeTurn(of: $0, store, flow) }
        }
        withExtendedLifetime(flow) {}
        machine.release(scope)
    }

    @inline(__always)
    private func takeTurn(of command: CommandNode, _ store: StoreCore, _ flow: borrowing FlowNode) {
        guard let handler = handlers[command.type], handler.isSynchronous else {
            return perform(copy flow, nil, store, directScope)
        }
        turnsLeft -= 2
        isDirect = true
        if !hasReceivers {
            beginTurn()
            callDirectly(handler, command)
        } else {
            withTurn(.command, subject: store, directScope) { turn in
                (turn.address, turn.type, turn.node) = (command.address, command.type, command)
                process(turn)
            }
        }
        isDirect = false
    }

    /// Finds the command of a flow, and the lifts around it.
    ///
    /// - Returns: `false` if a child on the way to the command was removed.
    private func unpack(_ flow: borrowing FlowNode, in store: StoreCore) -> Bool {
        directLifts.removeAll()
        var optionalCount = 0
        unpack(flow, &optionalCount)
        return optionalCount == 0 || areThere(0, optionalCount, store.state)
    }

    private func unpack(_ flow: borrowing FlowNode, _ optionalCount: inout Int) {
        switch flow {
        case .execute(let command): directCommand = .passUnretained(command)
        case .lift(let lift):
            directLifts.append(.passUnretained(lift))
            if lift.isOptional { optionalCount = directLifts.count }
            unpack(lift.child, &optionalCount)
        default: break
        }
    }

    /// Whether the children of the first `count` lifts exist, from the lift at `level` on. `state` is the state of that child's
    /// parent.
    private func areThere(_ level: Int, _ count: Int, _ state: UnsafeRawPointer) -> Bool {
        if level == count { return true }
        return directLifts[level]._withUnsafeGuaranteedRef { lift in
            guard let visit = lift.path?.visit else { return false }
            var isThere = level == count - 1
            let isLast = isThere
            return visit(lift.typed, state, !isLast) { if !isLast { isThere = areThere(level + 1, count, $0) } }
                && isThere
        }
    }

    private func callDirectly(_ handler: HandlerRegistration, _ command: CommandNode) {
        handler.call(handler, command.address, CommandCall(engine: self, effect: .none, attempt: 1, turn: turn))
    }

    /// Calls the handler of a plain command without an effect, after middleware has passed the command.
    func startDirectly(_ turn: Turn) {
        guard let node = turn.node, let handler = handlers[node.type], handler.isSynchronous else {
            return adopt(turn) ? start(turn.effect, turn) : noteDiscarded(turn)
        }
        directTurn = turn
        callDirectly(handler, node)
        directTurn = nil
    }

    // MARK: The answer

    /// Processes the answer of a handler that was called without an effect.
    func answerDirectly(_ answer: AnswerKind, _ event: UnsafeRawPointer?, _ boxing: (UnsafeRawPointer) -> AnyBox) {
        if !isDirect { return }
        isDirect = false
        directCommand._withUnsafeGuaranteedRef { command in
            directStore._withUnsafeGuaranteedRef { store in
                answerDirectly(answer, event, boxing, command, store)
            }
        }
    }

    @inline(__always)
    private func answerDirectly(
        _ answer: AnswerKind, _ event: UnsafeRawPointer?, _ boxing: (UnsafeRawPointer) -> AnyBox,
        _ command: CommandNode,
        _ store: StoreCore
    ) {
        let number = turn
        if answer == .end, let event, queue.isEmpty, !hasNext, !hasPosted, afterTurn.isEmpty, betweenTurns.isEmpty,
            !store.isClosed
        {
            if flags & EngineFlags.observed != 0, let directTurn { complete(directTurn, nil) }
            cause = number
            return takeEvent(event, of: command, in: store)
        }
        // The answer is not a result, or cannot have the next turn. Start an effect for the command, and append the answer to
        // the queue.
        guard let effect = adopt(command, in: store, number, hasBegun: true) else {
            if event != nil { discardedResultCount += 1 }
            return
        }
        self.answer(effect, 1, answer, event.map { boxing($0) }, cause: number)
    }

    private func takeEvent(_ event: UnsafeRawPointer, of command: CommandNode, in store: StoreCore) {
        if hasReceivers {
            return withTurn(.event, subject: store, directScope) { turn in
                (turn.address, turn.type, turn.node) = (event, command.eventType, command)
                (turn.attempt, turn.answer, turn.isLast) = (1, .end, true)
                process(turn)
            }
        }
        if listeners[command.eventType] != nil {
            return carryOut(event, command.eventType, of: .none, isLast: false)
        }
        beginTurn()
        command.edges.respond(command, event) { raise($0, level: directLifts.count - 1) { store.reduce($0) } }
        store.notifyObservers()
        settleIfNeeded(store, directScope)
    }

    /// Reduces the action for an event of a plain command, in the store that requested the command.
    func respondDirectly(_ event: UnsafeRawPointer) {
        directCommand._withUnsafeGuaranteedRef { command in
            directStore._withUnsafeGuaranteedRef { store in
                command.edges.respond(command, event) {
                    raise($0, level: directLifts.count - 1) { reduce($0, in: store) }
                }
            }
        }
    }

    private func raise(_ action: UnsafeRawPointer, level: Int, to sink: Sink) {
        if level < 0 { return sink(action) }
        directLifts[level]._withUnsafeGuaranteedRef { lift in
            lift.raise(lift.typed, action) { raise($0, level: level - 1, to: sink) }
        }
    }

    // MARK: Starting an effect

    /// Starts an effect for the plain command of a turn, or for the command of an event. Does nothing for other messages.
    ///
    /// - Returns: `false` if the effect was discarded because the store was closed or the scope was cancelled.
    @discardableResult
    func adopt(_ turn: Turn) -> Bool {
        guard turn.effect == .none, turn.kind == .command || turn.kind == .event, let node = turn.node,
            let store = turn.store
        else { return true }
        let isEvent = turn.kind == .event
        // The turn of the command is the cause of the event.
        guard let effect = adopt(node, in: store, isEvent ? turn.cause : turn.id, hasBegun: isEvent) else {
            return false
        }
        turn.effect = effect
        if turn.scope == 0 { turn.scope = machine[effect].scope }
        return true
    }

    private func adopt(_ node: CommandNode, in store: StoreCore, _ number: UInt64, hasBegun: Bool) -> EffectHandle? {
        var context: LiftContext?
        for level in 0..<directLifts.count {
            context = LiftContext(directLifts[level].takeUnretainedValue(), in: context)
        }
        var task = EffectTask(node, store, context, cause: directCause, since: directCause)
        (task.turn, task.hasBegun) = (number, hasBegun)
        let effect = start(request(for: node, &task, scope: directScope), task, hasTurn: true)
        if hasBegun, let effect { machine.beginAttempt(effect) }
        performSteps()
        return effect
    }
}
