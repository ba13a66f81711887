extension Engine {
    /// Sends an action, and processes it with all that follows from it unless a turn is under way.
    package func send<Action>(_ action: Action, to store: StoreCore) -> Receipt {
        if store.isClosed, !isShutDown { return refuse(.storeGone("The action \(action)")) }
        return dispatch("The action \(action)") { enqueue(action, for: store, scope: $0) }
    }

    /// Appends an action to the queue.
    package func enqueue<Action>(_ action: Action, for store: StoreCore, scope: Int32) {
        enqueue(ValueTurn(.action(store), Box(action), on: self, scope: scope))
    }

    /// Appends a transition to the queue.
    package func enqueue<Transition>(transition: Transition, of store: StoreCore, scope: Int32) {
        enqueue(ValueTurn(.transition(store), Box(transition), on: self, scope: scope))
    }

    /// Reduces an action in the turn under way.
    package func reduce<Action>(_ action: Action, in store: StoreCore) {
        lend(action) { reduce($0, in: store) }
    }

    /// Sends an action that is ignored if the store is closed when its turn comes.
    package func sendIfOpen<Action>(_ action: Action, to store: StoreCore) {
        enqueue { [self] in if !store.isClosed { process(ValueTurn(.action(store), Box(action), on: self)) } }
    }

    /// Appends a message of the owner of stores to the queue.
    package func enqueue(_ message: any OwnerMessage, scope: Int32) {
        enqueue(OwnerTurn(message, on: self, scope: scope))
    }

    /// Appends a message that puts each state in the place of its store's, in one turn. Observers are notified of the
    /// difference; nothing is performed.
    package func replaceStates(_ states: [(store: StoreCore, state: AnyBox)]) {
        enqueue(ReplacementTurn(states, on: self))
    }
}
