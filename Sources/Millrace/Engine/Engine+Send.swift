extension Engine {
    /// Sends the action at an address. If no turn is under way, processes the action and all messages that follow from it.
    @usableFromInline
    package func send(_ action: UnsafeRawPointer, to store: StoreCore) -> Receipt {
        func what() -> FaultText { "The action \(store.edges.boxAction(action, nil).any)" }
        if store.isClosed, !isShutDown { return refuse(.storeReleased(what())) }
        if !isShutDown, !isRunning, loop.isEmpty, !hasPosted {
            // The action is the next input, and needs no place in the queue, which takes 300 instructions.
            begin()
            loop.countTurn()
            process(action: action, for: store, 0)
            return drain()
        }
        return dispatch(what()) { enqueueAction(of: store, scope: $0) { store.edges.append(store, action) } }
    }

    /// Appends an action to the queue.
    package func enqueue<Action>(_ action: Action, for store: StoreCore, scope: Int32) {
        enqueueAction(of: store, scope: scope) { lend(action) { store.edges.append(store, $0) } }
    }

    /// Appends a transition to the queue.
    package func enqueue<Transition>(transition: Transition, of store: StoreCore, scope: Int32) {
        enqueue(.transition(Box(transition), store), scope: scope)
    }

    /// Reduces an action in the turn under way.
    @inlinable @inline(__always)
    package func reduce<Action>(_ action: Action, in store: StoreCore) {
        lend(action) { reduce($0, in: store) }
    }

    /// Sends an action that is ignored if the store is closed when the action's turn begins.
    package func sendIfOpen<Action>(_ action: Action, to store: StoreCore) {
        enqueue { [self] in
            if !store.isClosed { lend(action) { process(action: $0, for: store, 0) } }
        }
    }

    /// Appends an input or a request to the queue.
    package func enqueue(_ message: any OwnerMessage, scope: Int32) { enqueue(.owner(message), scope: scope) }

    /// Processes a message that replaces the states of stores, all in one turn. Observers are notified of the changes. No
    /// reducer runs.
    ///
    /// - Parameters:
    ///   - subject: The only store. The replacement then counts as a reduction of the store. Defaults to `nil`: the states are
    ///     restored, and no flow is performed.
    ///   - scope: The scope of the message.
    ///   - last: The effects that began after this turn are cancelled: those of `subject`, or without a subject those of all
    ///     stores and of the engine. `nil` to cancel none.
    package func replaceStates(
        _ states: StoreStates, of subject: StoreCore? = nil, scope: Int32 = 0, cancellingAfter last: UInt64?
    ) {
        withTurn(.replacement, subject: subject, scope) { turn in
            (turn.states, turn.lastKeptTurn, turn.isSpecial, turn.isForMiddleware) = (states, last, true, false)
            turn.setPayload(subject == nil ? Box(states.map(\.state.any)) : states[0].state)
            process(turn)
        }
    }
}
