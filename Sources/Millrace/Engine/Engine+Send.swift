extension Engine {
    /// Sends the action at an address. If no turn is under way, processes the action and all messages that follow from it.
    @usableFromInline
    package func send(_ action: UnsafeRawPointer, to store: StoreCore) -> Receipt {
        if store.isClosed || isShutDown || isRunning { return sendLater(action, to: store) }
        begin()
        if queue.isEmpty {
            turnsLeft -= 1
            process(action: action, for: store, 0)
        } else {
            enqueueAction(of: store) { store.edges.append(store, action) }
        }
        return drain()
    }

    private func sendLater(_ action: UnsafeRawPointer, to store: StoreCore) -> Receipt {
        func what() -> String { "The action \(store.edges.boxAction(action, nil).any)" }
        if store.isClosed, !isShutDown { return refuse(.storeReleased(what())) }
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
    @inlinable
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

    /// Appends a message that replaces the states of stores, all in one turn. Observers are notified of the changes. No flow is
    /// performed.
    package func replaceStates(_ states: [(store: StoreCore, state: AnyBox)]) { enqueue(.replacement(states)) }
}
