extension Engine {
    /// Creates the core of a store.
    @usableFromInline
    func makeStore(_ reducer: any Reducer, _ state: UnsafeMutableRawPointer, _ edges: StoreEdges) -> StoreCore {
        let id = StoreID(number: takeNumber(), reducer: type(of: reducer))
        return StoreCore(reducer, id, machine.openStore(), state, edges)
    }

    /// Registers a store, and starts the commands that its first state requests.
    @usableFromInline
    func open(_ store: StoreCore) {
        if isShutDown {
            report(.shutDown("A store of \(store.id.reducer)"))
            return close(store, because: EngineShutDown())
        }
        while stores.count <= store.machineNumber { stores.append(nil) }
        stores[store.machineNumber] = store
        if let commands = store.declareActive() { perform { updateActive(commands, of: store) } }
    }

    /// Closes a store: ends its registrations and cancels its effects.
    func close(_ store: StoreCore, because reason: any Error) {
        if store.isClosed { return }
        let unread = store.close(because: reason)
        if unread > 0, flags & EngineFlags.released == 0 {
            report(.storeReleased("\(text: unread) actions in the inbox of \(store.id.reducer)"))
        }
        cancelEffects(of: store.machineNumber, because: reason)
        machine.closeStore(store.machineNumber)
        performSteps()
        store.closeReducedActions()
    }

    /// Closes a store that was released.
    package func retire(_ store: StoreCore) {
        guard isOpen(store) else { return }
        stores[store.machineNumber] = nil
        if isRunning {
            retiredStores.append(store)
            flags |= EngineFlags.pending | EngineFlags.afterTurn
        }
        close(store, because: StoreCore.released)
        machine.freeStore(store.machineNumber)
        store.isRetired = true
    }

    /// Whether the store is registered, and was not released.
    func isOpen(_ store: StoreCore) -> Bool {
        stores.count > store.machineNumber && stores[store.machineNumber] === store
    }

    /// Returns the functions for stores of a reducer type: those of an earlier store, or `new`.
    @usableFromInline
    func edges(of reducer: ObjectIdentifier, _ new: () -> StoreEdges) -> StoreEdges {
        if edges[reducer] == nil { edges[reducer] = new() }
        return edges[reducer] ?? new()
    }

    /// The stores, in the order of their creation.
    package var storesInOrder: [StoreCore] {
        (0..<stores.count).compactMap { stores[$0] }.sorted { $0.id.number < $1.id.number }
    }
}
