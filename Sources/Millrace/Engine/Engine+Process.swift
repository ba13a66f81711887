extension Engine {
    /// Processes a message: middleware decides about it, then it has its turn. Every turn begins here, except those of the fast
    /// path of a send.
    func process(_ turn: Turn) {
        beginTurn()
        turn.id = self.turn
        if flags & (EngineFlags.middleware | EngineFlags.observed) == 0 { return carryOut(turn) }
        forEachObserver { $0.began(Message(turn), turn: self.turn) }
        if flags & EngineFlags.middleware != 0, turn.isForMiddleware { return decide(turn, middleware, from: 0) }
        carryOut(turn)
        _ = turn.endProcessing()
    }

    /// The number of the last turn, for observers in other modules, where the compiler checks each access to a property.
    package var lastTurn: UInt64 { turn }

    /// Gives the turn that begins its number.
    package func beginTurn() {
        turn += 1
        cause = turn
    }

    /// The turn of a message: reduced in every store concerned, then observers and listeners, then flows.
    func carryOut(_ turn: Turn) {
        if turn.kind == .action {
            guard let store = turn.store else { return }
            let isReduced = carryOut(action: turn.address, in: store, turn.scope)
            return complete(turn, isReduced ? .done : lose("The action \(turn.keptPayload.any)", turn.scope))
        }
        if turn.kind == .command { beginCommand(turn) }
        if turn.isLast { endCommand(turn) }
        reduce(turn)
        notifyTouched()
        notify(turn)
        performFlows(turn.scope)
        let outcome = perform(turn)
        if !turn.isCompleted { complete(turn, outcome) }
    }

    /// What comes after a message's turn.
    func complete(_ turn: Turn, _ outcome: TurnOutcome?) {
        turn.isCompleted = true
        if flags & EngineFlags.observed != 0 {
            forEachObserver {
                $0.performed(turn: self.turn)
                if let outcome { $0.ended(turn.id, outcome) }
            }
        }
        if turn.hasEndedCommand { release(turn.effect) }
        performSteps()
    }

    // MARK: What each kind of message does

    /// Reduces a message in every store concerned.
    private func reduce(_ turn: Turn) {
        switch turn.kind {
        case .event:
            respond(turn)
            listeners[turn.type]?.reduce(turn.address)
        case .fact: listeners[turn.type]?.reduce(turn.address)
        case .output:
            turn.fault = turn.store?.owner?.reduce(output: turn.address)
            turn.isSpecial = true
        case .input, .request: turn.ownerMessage?.reduce()
        case .replacement: for (store, state) in turn.states where !store.isClosed { store.replaceState(state) }
        case .action, .command, .transition: break
        }
    }

    /// Notifies the listeners, when every store has reduced the message and the observers of the stores were notified.
    private func notify(_ turn: Turn) {
        switch turn.kind {
        case .event: notifyEvent(turn)
        case .fact: listeners[turn.type]?.notify(turn.address)
        case .output:
            turn.store?.outputs.notify(turn.address)
            turn.store?.owner?.receive(output: turn.address)
        case .replacement: for (store, _) in turn.states where !store.isClosed { store.notifyObservers() }
        case .action, .command, .transition, .input, .request: break
        }
    }

    /// Does what the message asks for, when the flows were performed.
    ///
    /// - Returns: the outcome; `nil` where the message ends later.
    private func perform(_ turn: Turn) -> TurnOutcome? {
        switch turn.kind {
        case .command:
            start(turn)
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

    private func follow(_ turn: Turn, from store: StoreCore) -> TurnOutcome {
        func what() -> String { "The transition \(turn.keptPayload.any)" }
        if store.isClosed { return lose(what(), turn.scope) }
        if store.owner == nil, !store.hasTransitionObservers {
            let fault = Fault.noOwner(what(), store.id.reducer)
            fail(turn.scope, reporting: fault)
            return .failed(fault)
        }
        // First those that observe: they end with the store, if the owner closes it.
        if store.hasTransitionObservers { store.transitions.notify(turn.address) }
        store.owner?.follow(transition: turn.address, scope: turn.scope)
        return .done
    }

    // MARK: Reducing

    /// The turn of an action, which concerns one store.
    ///
    /// - Returns: `false` if the store is closed.
    func carryOut(action: UnsafeRawPointer, in store: StoreCore, _ scope: Int32) -> Bool {
        if store.isClosed { return false }
        reduceNow(action, in: store)
        store.notifyObservers()
        settleIfNeeded(store, scope)
        return true
    }

    /// Reduces an action in the turn under way, among those of other stores.
    @usableFromInline
    package func reduce(_ action: UnsafeRawPointer, in store: StoreCore) {
        guard !store.isClosed else { return }
        if !store.isTouched {
            store.isTouched = true
            touched.append(.passUnretained(store))
        }
        reduceNow(action, in: store)
    }

    @inline(__always)
    private func reduceNow(_ action: UnsafeRawPointer, in store: StoreCore) {
        if flags & EngineFlags.observed == 0 { return store.reduce(action) }
        let reduction = store.reduceObserved(action)
        forEachObserver { $0.reduced(reduction, turn: turn) }
    }

    /// Calls `body` with each observer of turns. One may be attached or detached meanwhile.
    @inline(__always)
    private func forEachObserver(_ body: (any TurnObserver) -> Void) {
        var index = 0
        while index < turnObservers.count {
            body(turnObservers[index])
            index &+= 1
        }
    }

    /// Notifies the observers of the stores that have reduced the message.
    func notifyTouched() {
        for index in 0..<touched.count { touched[index]._withUnsafeGuaranteedRef { $0.notifyObservers() } }
    }

    /// Performs the flows of this turn, notifies the observers of actions, and updates the active commands.
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

    /// Performs what a store's reductions asked for.
    func settle(_ store: StoreCore, _ scope: Int32) {
        if store.hasSent {
            (store.hasFlow, store.hasSent) = (false, false)
            if store.isClosed { return fail(scope, store.closeReason) }
            enqueueAction(of: store, scope: scope) { store.edges.appendSent(store) }
        } else if store.hasFlow {
            perform(store.takePending(), of: store, scope)
        }
        if store.flags & (StoreFlags.hasWorkers | StoreFlags.closed) != 0 {
            for action in store.takeReduced() where !store.isClosed && !machine.isCancelled(scope: scope) {
                store.reducedActions.notify(of: ReducedAction(action: action, scope: scope))
            }
            if store.isClosed { return }
        }
        if store.hasChildScopes { cancelOrphans(of: store) }
        if let commands = store.declareActive() { updateActive(commands, of: store) }
    }
}
