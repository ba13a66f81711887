extension Engine {
    /// Processes a message: middleware decides about it, then its turn is carried out.
    ///
    /// Actions, commands and events need no message unless middleware or an observer of turns is attached. They are then not
    /// processed here.
    package func process(_ turn: Turn) {
        beginTurn()
        turn.id = self.turn
        if !hasReceivers { return carryOut(turn) }
        forEachObserver { $0.began(Message(turn), turn: self.turn) }
        if flags & EngineFlags.middleware != 0, turn.isForMiddleware { return decide(turn, middleware, from: 0) }
        carryOut(turn)
        _ = turn.endProcessing()
    }

    /// Whether middleware or an observer of turns receives messages.
    var hasReceivers: Bool { flags & (EngineFlags.middleware | EngineFlags.observed) != 0 }
    var isObserved: Bool { flags & EngineFlags.observed != 0 }

    /// The number of the last turn. For observers in other modules, where each read of the stored property checks exclusivity.
    package var lastTurn: UInt64 { turn }

    /// Begins the next turn: increments the turn number.
    package func beginTurn() {
        turn += 1
        cause = turn
    }

    /// Carries out the turn of a message: reduces it in every store concerned, notifies observers and listeners, and performs
    /// flows.
    func carryOut(_ turn: Turn) {
        if turn.kind == .action {
            guard let store = turn.store else { return }
            let isReduced = carryOut(action: turn.address, in: store, turn.scope)
            return complete(turn, isReduced ? .done : lose("The action \(turn.keptPayload.any)", turn.scope))
        }
        if turn.kind == .command { beginCommand(turn) }
        if turn.isLast { turn.hasEndedCommand = endCommand(turn.effect, turn.address) }
        reduce(turn)
        notifyTouched()
        notify(turn)
        performFlows(turn.scope)
        let outcome = perform(turn)
        if !turn.isCompleted { complete(turn, outcome) }
    }

    /// Ends the turn of a message: notifies the observers of turns, and releases a command that has ended.
    ///
    /// - Parameter outcome: The outcome of the message; `nil` if the message ends later.
    func complete(_ turn: Turn, _ outcome: Message.Outcome?) {
        turn.isCompleted = true
        forEachObserver {
            $0.performed(turn: self.turn)
            if let outcome { $0.ended(turn.id, outcome) }
        }
        if turn.hasEndedCommand { release(turn.effect) }
        performSteps()
    }

    // MARK: The kinds of messages

    /// Reduces a message in every store concerned.
    private func reduce(_ turn: Turn) {
        switch turn.kind {
        case .event:
            // An event that code publishes has no command.
            if turn.effect != .none { respond(turn.effect, turn.address) }
            listeners[turn.type]?.reduce(turn.address)
        case .fact: listeners[turn.type]?.reduce(turn.address)
        case .output:
            turn.fault = turn.store?.owner?.reduce(output: turn.address)
            turn.isSpecial = true
        case .input, .request: turn.ownerMessage?.reduce()
        case .replacement:
            for (store, state) in turn.states where !store.isClosed { replaceState(of: store, state, turn) }
            if let last = turn.lastKeptTurn { cancelReplacedEffects(since: last, of: turn.subject as? StoreCore) }
        case .action, .command, .transition: break
        }
    }

    /// Notifies the listeners. All stores that receive the message have reduced it, and their observers have been called.
    private func notify(_ turn: Turn) {
        switch turn.kind {
        case .event: notifyEvent(turn.effect, turn.address, turn.type, turn.scope)
        case .fact: listeners[turn.type]?.notify(turn.address)
        case .output:
            turn.store?.outputs.notify(turn.address)
            turn.store?.owner?.receive(output: turn.address)
        case .replacement where turn.subject == nil:
            for (store, _) in turn.states where !store.isClosed { store.notifyObservers() }
        case .action, .command, .transition, .input, .request, .replacement: break
        }
    }

    /// Performs the request in the message, after the flows: starts a command, or passes a transition to the store's owner.
    ///
    /// - Returns: The outcome; `nil` for a command, which ends later.
    private func perform(_ turn: Turn) -> Message.Outcome? {
        switch turn.kind {
        case .command:
            start(turn.effect, turn)
            return nil
        case .action, .event, .fact, .replacement: return .done
        case .output:
            guard let fault = turn.fault else { return .done }
            fail(turn.scope, fault)
            return .failed(fault)
        case .transition: return turn.store.map { follow(turn, from: $0) }
        case .input, .request: return turn.ownerMessage?.perform(scope: turn.scope)
        }
    }

    private func follow(_ turn: Turn, from store: StoreCore) -> Message.Outcome {
        func what() -> FaultText { "The transition \(turn.keptPayload.any)" }
        if store.isClosed { return lose(what(), turn.scope) }
        if store.owner == nil, !store.hasTransitionObservers {
            let fault = Fault.noOwner(what(), store.id.reducer)
            fail(turn.scope, reporting: fault)
            return .failed(fault)
        }
        // Observers are notified first. They end with the store if its owner closes it.
        if store.hasTransitionObservers { store.transitions.notify(turn.address) }
        store.owner?.follow(transition: turn.address, scope: turn.scope)
        return .done
    }

    // MARK: Reducing

    /// Carries out the turn of an action.
    ///
    /// - Returns: `false` if the store is closed.
    func carryOut(action: UnsafeRawPointer, in store: StoreCore, _ scope: Int32) -> Bool {
        if store.isClosed { return false }
        reduceNow(action, in: store)
        store.notifyObservers()
        settleIfNeeded(store, scope)
        return true
    }

    /// Reduces an action in the turn under way, in which other stores may reduce actions too.
    @usableFromInline
    package func reduce(_ action: UnsafeRawPointer, in store: StoreCore) {
        guard !store.isClosed else { return }
        if !store.isTouched {
            store.isTouched = true
            touched.append(.passUnretained(store))
        }
        reduceNow(action, in: store)
    }

    /// Replaces the state of a store. If the message is for this store alone, it counts as a reduction of the store.
    private func replaceState(of store: StoreCore, _ state: AnyBox, _ turn: Turn) {
        if turn.subject == nil { return store.replaceState(state) }
        store.isTouched = true
        touched.append(.passUnretained(store))
        let before = store.snapshot()
        store.replaceState(state)
        let reduction = Reduction(store: store, address: state.address, before: before, flow: .none)
        forEachObserver { $0.reduced(reduction, turn: turn.id) }
    }

    @inline(__always)
    private func reduceNow(_ action: UnsafeRawPointer, in store: StoreCore) {
        if flags & EngineFlags.observed == 0 { return store.reduce(action) }
        let reduction = store.reduceObserved(action)
        forEachObserver { $0.reduced(reduction, turn: turn) }
    }

    /// Notifies the observers of the stores that have reduced the message.
    func notifyTouched() {
        for index in 0..<touched.count { touched[index]._withUnsafeGuaranteedRef { $0.notifyObservers() } }
    }

    /// Performs the flows of the stores that have reduced the message, and settles these stores.
    func performFlows(_ scope: Int32) {
        if touched.isEmpty { return }
        for index in 0..<touched.count {
            touched[index]._withUnsafeGuaranteedRef { store in
                settleIfNeeded(store, scope)
                store.isTouched = false
            }
        }
        touched.removeAll()
    }

    @inline(__always)
    func settleIfNeeded(_ store: StoreCore, _ scope: Int32) {
        if store.hasFlow || store.flags != 0 || store.observed.settles { settle(store, scope) }
    }

    /// Does the work of a store after its reduction. Performs its flow and passes its actions to workers. Then cancels the
    /// effects of removed children, and updates its active commands.
    func settle(_ store: StoreCore, _ scope: Int32) {
        if store.hasSent {
            (store.hasFlow, store.hasSent) = (false, false)
            if store.isClosed { return fail(scope, store.closeReason) }
            enqueueAction(of: store, scope: scope) { store.edges.appendSent(store) }
        } else if store.hasFlow {
            perform(store.takePending(), nil, store, scope)
        }
        if store.flags & (StoreFlags.hasWorkers | StoreFlags.closed) != 0 {
            for (action, before) in store.takeReduced() where !store.isClosed && !machine.isCancelled(scope: scope) {
                store.reducedActions.notify(of: ReducedAction(action: action, before: before, scope: scope))
            }
            if store.isClosed { return }
        }
        if store.hasChildScopes { cancelOrphans(of: store) }
        if let commands = store.declareActive() { updateActive(commands, of: store) }
    }
}
