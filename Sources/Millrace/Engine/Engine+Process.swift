extension Engine {
    /// Processes a message: middleware decides about it, then it has its turn. The only place where a turn begins.
    func process(_ turn: any Turn) {
        beginTurn()
        turn.id = self.turn
        for observer in observers { observer.began(Message(turn), turn: self.turn) }
        if middleware.isEmpty || !turn.isForMiddleware {
            carryOut(turn)
            _ = turn.endProcessing()
        } else {
            decide(Interception(turn, middleware))
        }
    }

    /// Gives the turn that begins its number.
    package func beginTurn() {
        turn += 1
        cause = turn
    }

    /// The turn of a message: reduced in every store concerned, then observers and listeners, then flows.
    func carryOut(_ turn: any Turn) {
        turn.begin()
        turn.reduce()
        // Those that subscribe meanwhile receive their first value after the turn.
        let last = lastNumber
        for store in touched { store.notifyObservers(upTo: last) }
        turn.notify()
        performFlows(turn.scope)
        let outcome = turn.perform()
        for observer in observers {
            observer.performed(turn: self.turn)
            if let outcome { observer.ended(turn.id, outcome) }
        }
        turn.end()
        performSteps()
    }

    /// Reduces an action in the turn under way. The only place where an action is reduced.
    package func reduce(_ action: UnsafeRawPointer, in store: StoreCore) {
        guard !store.isClosed else { return }
        if !store.isTouched {
            store.isTouched = true
            touched.append(store)
        }
        if observers.isEmpty {
            _ = store.reduce(action)
            return
        }
        let (before, copy) = (store.snapshot(), store.edges.boxAction(action))
        let flow = store.reduce(action)
        let reduction = Reduction(store: store, action: copy, before: before, after: store.snapshot(), flow: flow)
        for observer in observers { observer.reduced(reduction, turn: turn) }
    }

    /// Performs the flows of this turn, notifies the observers of actions, and updates the active commands.
    private func performFlows(_ scope: Int32) {
        let stores = touched
        touched.removeAll(keepingCapacity: true)
        for store in stores {
            store.isTouched = false
            let (flow, actions) = store.takePending()
            perform(flow, nil, store, scope)
            for action in actions where !store.isClosed && !machine.isCancelled(scope: scope) {
                store.reducedActions.notify(of: ReducedAction(action: action, scope: scope))
            }
            if store.isClosed { continue }
            cancelOrphans(of: store)
            if let wanted = store.requestedCommands { updateActive(wanted, of: store) }
        }
    }

    /// Reports a message whose store was released before its turn.
    package func lose(_ what: String, _ scope: Int32) -> TurnOutcome {
        let fault = Fault.storeGone(what)
        fail(scope, reporting: fault)
        return .failed(fault)
    }
}
