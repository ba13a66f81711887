// The turn of a message.
extension Engine {
    /// Processes a message: numbers it, lets middleware decide about it, and carries out its turn.
    package func process(_ turn: Turn) {
        loop.beginTurn()
        turn.id = loop.turn
        observers.forEach { $0.began(Message(turn), turn: loop.turn) }
        if turn.isForMiddleware, loop.flags & LoopFlags.middleware != 0 {
            passOn(turn, chain.members, from: 0)
        } else {
            carryOut(turn)
            _ = turn.endProcessing()
        }
    }

    /// Lets the middleware from index `first` on decide about a message. If all of it passes the message, carries out the turn.
    func passOn(_ turn: Turn, _ middleware: [any Middleware], from first: Int) {
        guard let turn = decide(turn, middleware, from: first) else { return }
        let (held, own) = (turn.isHeld ? turn.effect : .none, turn.endProcessing())
        if own != 0 { turn.scope = own }
        if effects.isLate(turn) {
            noteDiscarded(turn)
        } else {
            carryOut(turn)
        }
        if held != .none { effects.releaseHeldEvent(of: held) }
        effects.machine.release(own)
        effects.performSteps()
    }

    /// Carries out the turn of a message: reduces it in every store concerned, notifies observers and listeners, and performs
    /// flows.
    func carryOut(_ turn: Turn) {
        if turn.kind == .command { effects.prepareCall(turn) }
        if turn.isLast { turn.hasEndedCommand = effects.endCommand(turn.effect, turn.address) }
        reduce(turn)
        registrations.notifyTouched()
        notify(turn)
        registrations.takeTouched { settle($0, turn.scope) }
        let outcome = perform(turn)
        observers.forEach {
            $0.performed(turn: loop.turn)
            if let outcome { $0.ended(turn.id, outcome) }
        }
        if turn.hasEndedCommand { effects.release(turn.effect) }
        effects.performSteps()
    }

    // MARK: The kinds of messages

    /// Reduces a message in every store concerned.
    private func reduce(_ turn: Turn) {
        switch turn.kind {
        case .action:
            guard let store = turn.store else { return }
            turn.isLost = store.isClosed
            reduce(turn.address, in: store)
        case .event:
            // An event that code publishes has no command.
            if turn.effect != .none { effects.respond(to: turn.address, of: turn.effect) { reduce($0, in: $1) } }
            registrations.listeners[turn.type]?.reduce(turn.address)
        case .fact: registrations.listeners[turn.type]?.reduce(turn.address)
        case .output:
            turn.fault = turn.store?.owner?.reduce(output: turn.address)
            turn.isSpecial = true
        case .input, .request: turn.ownerMessage?.reduce()
        case .replacement:
            for (store, state) in turn.states where !store.isClosed { replaceState(of: store, state, turn) }
            if let last = turn.lastKeptTurn { effects.cancelReplaced(since: last, of: turn.subject as? StoreCore) }
        case .command, .transition: break
        }
    }

    /// Notifies the listeners. All stores that receive the message have reduced it, and their observers have been called.
    private func notify(_ turn: Turn) {
        switch turn.kind {
        case .event: effects.notifyListeners(of: turn)
        case .fact: registrations.listeners[turn.type]?.notify(turn.address)
        case .output:
            guard let store = turn.store else { return }
            notifyObservers(of: turn, in: store)
            store.owner?.receive(output: turn.address)
        case .replacement where turn.subject == nil:
            for (store, _) in turn.states where !store.isClosed { store.notifyObservers() }
        case .action, .command, .transition, .input, .request, .replacement: break
        }
    }

    /// Passes an output to the observers of its store, when it may leave the engine.
    private func notifyObservers(of turn: Turn, in store: StoreCore) {
        guard let callScheduler else { return store.outputs.notify(turn.address) }
        let output = turn.keptPayload
        callScheduler.whenStored { [weak store] in store?.outputs.notify(output.address) }
    }

    /// Performs the request in the message, after the flows: starts a command, or passes a transition to the store's owner.
    ///
    /// - Returns: The outcome; `nil` for a command, which ends later.
    private func perform(_ turn: Turn) -> Message.Outcome? {
        switch turn.kind {
        case .command:
            effects.callOrDelay(turn.effect)
            return nil
        case .action where turn.isLost: return reportLost("The action \(turn.keptPayload.any)", turn.scope)
        case .action, .event, .fact, .replacement: return .done
        case .output:
            guard let fault = turn.fault else { return .done }
            effects.fail(turn.scope, fault)
            return .failed(fault)
        case .transition: return turn.store.map { follow(turn, from: $0) }
        case .input, .request: return turn.ownerMessage?.perform(scope: turn.scope)
        }
    }

    private func follow(_ turn: Turn, from store: StoreCore) -> Message.Outcome {
        func what() -> FaultText { "The transition \(turn.keptPayload.any)" }
        if store.isClosed { return reportLost(what(), turn.scope) }
        if store.owner == nil, !store.hasTransitionObservers {
            let fault = Fault.noOwner(what(), store.id.reducer)
            effects.fail(turn.scope, reporting: fault)
            return .failed(fault)
        }
        // Observers are notified first. They end with the store if its owner closes it.
        if store.hasTransitionObservers { store.transitions.notify(turn.address) }
        store.owner?.follow(transition: turn.address, scope: turn.scope)
        return .done
    }

    /// Reports that a message could not be delivered, because its store was released. If the engine was shut down within the
    /// turn, the message is discarded as pending messages are.
    private func reportLost(_ what: FaultText, _ scope: Int32) -> Message.Outcome {
        if isShutDown {
            effects.fail(scope, EngineShutDown())
            return Message.Outcome(EngineShutDown())
        }
        let fault = Fault.storeReleased(what)
        effects.fail(scope, reporting: fault)
        return .failed(fault)
    }

    // MARK: Reducing

    /// Reduces an action in the turn under way, in which other stores may reduce actions too.
    @usableFromInline
    package func reduce(_ action: UnsafeRawPointer, in store: StoreCore) {
        if store.isClosed { return }
        registrations.touch(store)
        if loop.flags & LoopFlags.observed == 0 { return store.reduce(action) }
        let reduction = store.reduceObserved(action)
        observers.forEach { $0.reduced(reduction, turn: loop.turn) }
    }

    /// Replaces the state of a store. If the message is for this store alone, it counts as a reduction of the store.
    private func replaceState(of store: StoreCore, _ state: AnyBox, _ turn: Turn) {
        if turn.subject == nil { return store.replaceState(state) }
        registrations.touch(store)
        let before = store.snapshot()
        store.replaceState(state)
        let reduction = Reduction(store: store, address: state.address, before: before, flow: .none)
        observers.forEach { $0.reduced(reduction, turn: turn.id) }
    }

    /// Does the work of a store after its reduction. Performs its flow and passes its actions to workers. Then cancels the
    /// effects of removed children, and updates its active commands.
    func settle(_ store: StoreCore, _ scope: Int32) {
        if store.hasSent {
            (store.hasFlow, store.hasSent) = (false, false)
            if store.isClosed { return effects.fail(scope, store.closeReason) }
            effects.enqueueAction(of: store, scope: scope) { store.functions.appendSent(store) }
        } else if store.hasFlow {
            perform(store.takePending(), of: store, scope: scope)
        }
        if store.flags & (StoreFlags.hasWorkers | StoreFlags.closed) != 0 {
            for (action, before) in store.takeReduced()
            where !store.isClosed && !effects.machine.isCancelled(scope: scope) {
                store.reducedActions.notify(of: ReducedAction(action: action, before: before, scope: scope))
            }
            if store.isClosed { return }
        }
        if store.hasChildScopes { effects.cancelOrphans(of: store) }
        if let commands = store.declareActive() { effects.updateActive(commands, of: store) }
    }
}
