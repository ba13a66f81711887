extension Engine {
    /// Sends the action at an address. If no turn is under way, processes the action and all messages that follow from it.
    @usableFromInline
    package func send(_ action: UnsafeRawPointer, to store: StoreCore) -> Receipt {
        func what() -> FaultText { "The action \(store.functions.boxAction(action, nil).any)" }
        if store.isClosed, !isShutDown { return refuse(.storeReleased(what())) }
        if !isShutDown, !loop.isBusy, loop.isEmpty, !loop.hasPosted {
            // The action is the next input, and needs no place in the queue, which takes 300 instructions.
            begin()
            loop.countTurn()
            process(action: action, for: store, 0)
            return drain()
        }
        return dispatch(what()) {
            effects.enqueueAction(of: store, scope: $0) { store.functions.append(store, action) }
        }
    }

    /// Reduces an action in the turn under way.
    @inlinable @inline(__always)
    package func reduce<Action>(_ action: Action, in store: StoreCore) {
        withAddress(of: action) { reduce($0, in: store) }
    }

    /// Sends an action that is ignored if the store is closed when the action's turn begins.
    package func sendIfOpen<Action>(_ action: Action, to store: StoreCore) {
        effects.enqueue { [self] in
            if !store.isClosed { withAddress(of: action) { process(action: $0, for: store, 0) } }
        }
    }

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
