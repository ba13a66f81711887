// The fast path of a send. It completes the turn where nothing but observers is attached, and enters the general path with the
// flow otherwise; nothing is half made. It is the only code of the loop that is inlined where it is used.
extension Store {
    /// Sends `action`: it was reduced when this returns, and so was all that follows from it at once.
    ///
    /// Within a turn it waits its turn instead, behind what waits already.
    ///
    /// - Returns: the receipt, which ends when every effect that the action caused has ended. It may be dropped.
    @discardableResult
    @inlinable
    public func send(_ action: R.Action) -> Receipt {
        if engine.flags | core.flags != 0 || engine.hasPosted { return sendInQueue(action) }
        engine.beginFastTurn()
        let cells = core.cells(R.self)
        let flow = cells.pointee.reducer.reduce(&cells.pointee.state, action)
        if case .none = flow.storage {
            if core.observed.isEmpty, engine.endFastTurn() { return .finished }
        } else {
            core.keep(flow)
        }
        return engine.conclude(core)
    }

    /// Sends an action by the general path. Apart, because taking its address costs each send.
    @inlinable @inline(never)
    func sendInQueue(_ action: R.Action) -> Receipt {
        withUnsafePointer(to: action) { engine.send($0, to: core) }
    }
}

extension Engine {
    /// Whether something was posted that comes before a send.
    @inlinable var hasPosted: Bool { postedFlag.isRaised }

    @inlinable @inline(__always)
    func beginFastTurn() {
        flags = EngineFlags.running
        turn &+= 1
    }

    /// Ends the turn, if nothing has happened in it but a reduction.
    @inlinable @inline(__always)
    func endFastTurn() -> Bool {
        if flags != EngineFlags.running { return false }
        flags = 0
        return true
    }

    /// Completes the turn of an action that was reduced in `store`, and all that follows from it.
    @usableFromInline
    func conclude(_ store: StoreCore) -> Receipt {
        turnsLeft = turnsPerSlice - 1
        cause = turn
        store.notifyObservers()
        while store.hasFlow, flags == EngineFlags.running, answerAtOnce(store) {}
        if store.hasFlow { settle(store, 0) }
        if machine.hasSteps || rootScope != 0 || flags != EngineFlags.running || hasPosted { return drain() }
        cause = 0
        flags = 0
        return .finished
    }

    // MARK: A command that is answered at once

    /// Calls the handler of a plain command that the store's flow asks for, and reduces its answer in the next turn. Nothing
    /// else happens meanwhile, so no effect is made.
    ///
    /// - Returns: whether that was done; otherwise nothing was done, and the flow is still there.
    private func answerAtOnce(_ store: StoreCore) -> Bool {
        if store.hasSent { return false }
        let flow = store.takePending()
        var (node, optionalCount) = (flow, 0)
        directLifts.removeAll()
        while case .lift(let lift) = node {
            directLifts.append(.passUnretained(lift))
            if lift.isOptional { optionalCount = directLifts.count }
            node = lift.child
        }
        guard case .execute(let command) = node, command.options == nil, command.hasResponse, !hasPosted,
            turnsLeft > RunawayTrace.length + 2, let handler = handlers[command.type], handler.isSynchronous,
            effectRunner == nil, listeners[command.eventType] == nil, areThere(0, optionalCount, store.state)
        else {
            store.add(flow)
            return false
        }
        beginTurn()
        turnsLeft -= 2
        (directCommand, directStore) = (command, store)
        handler.call(handler, command.address, CommandCall(engine: self, effect: .none, attempt: 1, turn: turn))
        (directCommand, directStore) = (nil, nil)
        withExtendedLifetime(flow) {}
        return true
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

    /// Takes the answer of a handler that ``answerAtOnce(_:)`` has called.
    func answerDirectly(_ answer: AnswerKind, _ event: UnsafeRawPointer?, _ boxing: (UnsafeRawPointer) -> AnyBox) {
        guard let command = directCommand, let store = directStore else { return }
        if answer == .end, let event, flags == EngineFlags.running, store.flags == 0, !hasPosted,
            listeners[command.eventType] == nil
        {
            beginTurn()
            command.edges.respond(command, event) { raise($0, level: directLifts.count - 1, in: store) }
            return store.notifyObservers()
        }
        // Something has happened meanwhile: the answer waits behind it, and the command is an effect until then.
        var context: LiftContext?
        for level in 0..<directLifts.count {
            context = LiftContext(directLifts[level].takeUnretainedValue(), in: context)
        }
        guard let effect = adopt(command, in: store, context) else {
            if event != nil { lateResults += 1 }
            return
        }
        self.answer(effect, 1, answer, event.map { boxing($0) }, cause: tasks[effect.slot].turn)
    }

    private func raise(_ action: UnsafeRawPointer, level: Int, in store: StoreCore) {
        if level < 0 { return store.reduce(action) }
        directLifts[level]._withUnsafeGuaranteedRef { lift in
            lift.raise(lift.typed, action) { raise($0, level: level - 1, in: store) }
        }
    }
}
