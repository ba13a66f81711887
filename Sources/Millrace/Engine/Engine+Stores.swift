extension Engine {
    /// Creates the core of a store.
    @usableFromInline func makeStore(
        _ reducer: any Reducer, _ state: UnsafeMutableRawPointer, _ functions: StoreFunctions
    )
        -> StoreCore
    {
        let id = StoreID(number: takeNumber(), reducer: type(of: reducer))
        return StoreCore(reducer, id, effects.machine.openStore(), state, functions)
    }

    /// Returns the functions for stores of a reducer type: those of an earlier store, or `new`.
    @usableFromInline func functions(of reducer: ObjectIdentifier, _ new: () -> StoreFunctions) -> StoreFunctions {
        registrations.functions(of: reducer, new)
    }

    /// Registers a store, and starts the commands that its first state requests.
    @usableFromInline func open(_ store: StoreCore) {
        if isShutDown {
            report(.shutDown("A store of \(store.id.reducer)"))
            return close(store, because: EngineShutDown())
        }
        registrations.insert(store)
        if let commands = store.declareActive() { perform { effects.updateActive(commands, of: store) } }
    }

    /// Closes a store: ends its registrations and cancels its effects.
    func close(_ store: StoreCore, because reason: any Error) {
        if store.isClosed { return }
        let unread = store.close(because: reason)
        if unread > 0, loop.flags & LoopFlags.released == 0 {
            report(.storeReleased("\(text: unread) actions in the inbox of \(store.id.reducer)"))
        }
        effects.close(store: store.machineNumber, because: reason)
        store.closeReducedActions()
    }

    /// Closes a store that was released.
    package func retire(_ store: StoreCore) {
        guard registrations.isOpen(store) else { return }
        registrations.remove(store, keepsUntilTurnEnds: isRunning)
        // The store is released after the turn.
        if isRunning { loop.addAfterTurn {} }
        close(store, because: StoreCore.released)
        effects.machine.freeStore(store.machineNumber)
        store.isRetired = true
    }

    /// The stores, in the order of their creation.
    package var storesInOrder: [StoreCore] { registrations.storesInOrder }
}
