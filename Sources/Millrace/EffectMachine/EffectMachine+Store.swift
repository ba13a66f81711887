extension EffectMachine {
    // MARK: Stores

    /// Opens a store.
    ///
    /// - Returns: The number of the store.
    package mutating func openStore() -> Int32 { stores.insert(StoreEffects(), reusing: &freeStores) }

    /// Cancels all effects of a store that was released or whose engine was shut down. No effect can start in the store after
    /// this.
    package mutating func closeStore(_ store: Int32) {
        stores[store].isOpen = false
        removeActive(of: store) { _ in true }
        // Waiting effects are cancelled first, so that none of them starts.
        cancelEffects(of: store) { $0.stage == .waiting }
        while !stores[store].effects.isEmpty { cancel(handle(stores[store].effects.last)) }
    }

    /// Makes the number of a closed store available for another one.
    package mutating func freeStore(_ store: Int32) { freeStores.append(store) }

    /// Whether effects of a store belong to children that may be removed.
    package func hasChildren(_ store: Int32) -> Bool { stores[store].children > 0 }

    // MARK: Active commands

    /// Sets the active commands of a store: starts the new commands, and cancels those that are no longer requested.
    ///
    /// If two requests have the same name, the first counts. A command that has ended by itself is not started again while its
    /// name and the command stay the same. Each active command has a scope of its own, so no receipt waits for it.
    ///
    /// - Parameter isSame: Whether the flows of two requests execute the same command.
    package mutating func updateActive(_ wanted: [Request], of store: Int32, isSame: (Int32, Int32) -> Bool) {
        for index in wanted.indices.reversed() {
            let command = activeNames.find(key(store, wanted[index].name))
            if command >= 0 { active[command].request = Int32(index) }
        }
        removeActive(of: store, cancels: true) { command in
            command.request < 0 || !isSame(command.flow, wanted[Int(command.request)].flow)
        }
        for request in wanted {
            let isActive = activeNames.find(key(store, request.name)) >= 0
            if isActive { emit(.release(request.flow)) } else { startActive(request) }
        }
    }

    private mutating func startActive(_ request: Request) {
        var request = request
        let name = request.name
        let scope = openScope()
        (request.name, request.scope) = (0, scope)
        guard let effect = start(request) else { return emit(.release(request.flow)) }
        effects[effect.slot].active = name
        addActive(ActiveCommand(name: name, flow: request.flow, effect: effect), of: request.store)
        begin(effect.slot)
        release(scope)
    }

    package mutating func addActive(_ command: ActiveCommand, of store: Int32) {
        let slot = active.insert(command, reusing: &freeActive)
        stores[store].active = inActive.append(slot, to: stores[store].active)
        activeNames.set(key(store, command.name), slot)
        activeFlows.set(UInt64(UInt32(bitPattern: command.flow)), slot)
    }

    /// Removes active commands, the newest first, and releases their flows.
    private mutating func removeActive(
        of store: Int32, cancels: Bool = false, where isRemoved: (ActiveCommand) -> Bool
    ) {
        var slot = stores[store].active.last
        while slot >= 0 {
            let (command, previous) = (active[slot], inActive.previous(slot))
            active[slot].request = -1
            if isRemoved(command) {
                inActive.remove(slot, from: &stores[store].active)
                freeActive.append(slot)
                activeNames.remove(key(store, command.name))
                activeFlows.remove(UInt64(UInt32(bitPattern: command.flow)))
                if cancels { cancel(command.effect) }
                emit(.release(command.flow))
            }
            slot = previous
        }
    }

    /// Returns the effect of the active command with this flow; `none` if there is no such command.
    package func activeEffect(_ flow: Int32) -> EffectHandle {
        let slot = activeFlows.find(UInt64(UInt32(bitPattern: flow)))
        return slot < 0 ? .none : active[slot].effect
    }

    /// Removes the active commands for whose effects `ended` returns `true`. They start again after the next turn, if the state
    /// still requests them.
    package mutating func forgetActive(_ ended: (EffectHandle) -> Bool) {
        for store in 0..<Int32(stores.count) { removeActive(of: store) { ended($0.effect) } }
    }
}
