// A plain command whose turn is next. It becomes an effect only where its handler does not answer when it returns, or where
// something needs the effect before.
extension Engine {
    /// Whether a command has its turn before all that waits in the queue.
    var hasNext: Bool { nextStore != nil }

    /// Performs what a reduction asked for.
    ///
    /// A flow that only executes a command without options is kept, if nothing waits: the command has its turn next. What enters
    /// the queue first has the flow performed before.
    func perform(_ flow: consuming FlowNode, of store: StoreCore, _ scope: Int32) {
        guard isForNext(flow) else { return perform(flow, nil, store, scope) }
        (nextFlow, nextStore, nextScope, nextCause) = (flow, store, scope, cause)
        machine.retain(scope)
    }

    private func isForNext(_ flow: borrowing FlowNode) -> Bool {
        if !queue.isEmpty || hasNext || flags & EngineFlags.generalPath != 0 { return false }
        switch flow {
        case .execute(let command):
            return command.isPlain && effectRunner == nil && turnsLeft > RunawayTrace.length + 2
        case .lift(let lift): return isForNext(lift.child)
        default: return false
        }
    }

    /// Performs the flow that was kept, because something else needs its effect or comes behind it.
    func performNext() {
        guard let store = nextStore.take() else { return }
        let (flow, scope, outer) = (exchange(&nextFlow, with: .none), nextScope, cause)
        cause = nextCause
        perform(flow, nil, store, scope)
        machine.release(scope)
        cause = outer
    }

    /// Takes the turn of the command that is next, and that of the event that its handler returns.
    func takeNext() {
        guard let store = nextStore.take() else { return }
        let (flow, scope) = (exchange(&nextFlow, with: .none), nextScope)
        cause = nextCause
        if store.isClosed || machine.isCancelled(scope: scope) || !unpack(flow, in: store) {
            perform(flow, nil, store, scope)
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
        if flags & (EngineFlags.middleware | EngineFlags.observed) == 0 {
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
    /// - Returns: `false` if a child on the way is not there.
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

    /// Whether the first children on the way to the one that asks are there, from the one at `level` on.
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

    /// Calls the handler of a command that is no effect, when middleware has passed the command.
    func startDirectly(_ turn: Turn) {
        guard let node = turn.node, let handler = handlers[node.type], handler.isSynchronous else {
            return adopt(turn) ? start(turn) : noteDiscarded(turn)
        }
        directTurn = turn
        callDirectly(handler, node)
        directTurn = nil
    }

    // MARK: The answer

    /// Takes the answer of a handler that was called for a command that is no effect.
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
        // Something has happened meanwhile: the answer waits behind it, and the command is an effect until then.
        guard let effect = adopt(command, in: store, number, hasBegun: true) else {
            if event != nil { discardedResultCount += 1 }
            return
        }
        self.answer(effect, 1, answer, event.map { boxing($0) }, cause: number)
    }

    private func takeEvent(_ event: UnsafeRawPointer, of command: CommandNode, in store: StoreCore) {
        if flags & (EngineFlags.middleware | EngineFlags.observed) != 0 {
            return withTurn(.event, subject: store, directScope) { turn in
                (turn.address, turn.type, turn.node) = (event, command.eventType, command)
                (turn.attempt, turn.answer, turn.isLast) = (1, .end, true)
                process(turn)
            }
        }
        beginTurn()
        guard let listeners = listeners[command.eventType] else {
            command.edges.respond(command, event) { raise($0, level: directLifts.count - 1) { store.reduce($0) } }
            store.notifyObservers()
            return settleIfNeeded(store, directScope)
        }
        respondDirectly(command, event, in: store)
        listeners.reduce(event)
        notifyTouched()
        listeners.notify(event)
        performFlows(directScope)
    }

    /// Reduces the action that the store which asked makes of an event.
    func respondDirectly(_ command: CommandNode, _ event: UnsafeRawPointer, in store: StoreCore) {
        command.edges.respond(command, event) { raise($0, level: directLifts.count - 1) { reduce($0, in: store) } }
    }

    private func raise(_ action: UnsafeRawPointer, level: Int, to sink: Sink) {
        if level < 0 { return sink(action) }
        directLifts[level]._withUnsafeGuaranteedRef { lift in
            lift.raise(lift.typed, action) { raise($0, level: level - 1, to: sink) }
        }
    }

    // MARK: Becoming an effect

    /// Makes an effect of the command of a turn, or of an event's command, if it is none yet.
    ///
    /// - Returns: `false` if its store was closed meanwhile, so that the message is late.
    @discardableResult
    func adopt(_ turn: Turn) -> Bool {
        guard turn.effect == .none, turn.kind == .command || turn.kind == .event, let node = turn.node,
            let store = turn.store
        else { return true }
        let isEvent = turn.kind == .event
        // The turn of the command is the one that caused that of the event.
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
        let request = request(.command, &task, scope: requireScope(directScope))
        guard let effect = machine.start(request) else {
            forget(task)
            performSteps()
            return nil
        }
        begin(effect, task)
        if hasBegun { machine.beginAttempt(effect) }
        performSteps()
        return effect
    }
}
