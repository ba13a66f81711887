extension EffectMachine {
    // MARK: Stores

    /// A store is created.
    package mutating func openStore() -> Int32 {
        let store = freeStores.popLast() ?? Int32(stores.count)
        if store == stores.count { stores.append(StoreEffects()) }
        stores[Int(store)] = StoreEffects()
        return store
    }

    /// A store is released, or the engine shut down: cancels its effects. Nothing starts in it from now on.
    package mutating func closeStore(_ store: Int32) {
        stores[Int(store)].isOpen = false
        for command in removeActive(of: store, where: { _ in true }) { emit(.release(command.flow)) }
        var members: [EffectHandle] = []
        forEach(of: store) { id, _ in members.append(id) }
        // Those that wait for others of their name first, so that none of them starts.
        for id in members where effects[Int(id.slot)].stage == .waiting { cancel(id) }
        for id in members.reversed() { cancel(id) }
    }

    /// The number of a store that is closed may be used again.
    package mutating func freeStore(_ store: Int32) { freeStores.append(store) }

    /// How many effects of a store are in flight.
    package func count(of store: Int32) -> Int { Int(stores[Int(store)].count) }

    /// Whether effects of a store belong to children that may be removed.
    package func hasChildren(_ store: Int32) -> Bool { stores[Int(store)].children > 0 }

    // MARK: Active commands

    /// The commands that shall be active in a store: starts and cancels by difference.
    ///
    /// Of two requests of one name the first counts. One that has ended by itself is not started again while its name
    /// and command stay the same. No receipt waits for them: each has a scope of its own.
    ///
    /// - Parameter isSame: whether two handles name the same request.
    package mutating func updateActive(_ wanted: [Request], of store: Int32, isSame: (Int32, Int32) -> Bool) {
        // The requests that are to be started, by their names.
        var added: [Int32: Int] = [:]
        for index in wanted.indices.reversed() { added[wanted[index].name] = index }
        let removed = removeActive(of: store) { command in
            guard let index = added[command.name], isSame(command.flow, wanted[index].flow) else { return true }
            added[command.name] = nil
            return false
        }
        for command in removed {
            cancel(command.effect)
            emit(.release(command.flow))
        }
        for (index, request) in wanted.enumerated() {
            if added[request.name] == index { startActive(request) } else { emit(.release(request.flow)) }
        }
    }

    private mutating func startActive(_ request: Request) {
        var request = request
        let name = request.name
        let scope = openScope()
        (request.name, request.scope) = (0, scope)
        guard let effect = start(request) else { return emit(.release(request.flow)) }
        effects[Int(effect.slot)].active = name
        addActive(ActiveCommand(name: name, flow: request.flow, effect: effect), of: request.store)
        begin(effect.slot)
        release(scope)
    }

    package mutating func addActive(_ command: ActiveCommand, of store: Int32) {
        stores[Int(store)].active.append(command)
        activeEffects[command.flow] = command.effect
    }

    /// - Returns: the active commands that were removed, the newest first.
    private mutating func removeActive(
        of store: Int32, where isRemoved: (ActiveCommand) -> Bool
    ) -> [ActiveCommand] {
        var removed: [ActiveCommand] = []
        stores[Int(store)].active.removeAll { command in
            let isOver = isRemoved(command)
            if isOver { removed.append(command) }
            return isOver
        }
        for command in removed { activeEffects[command.flow] = nil }
        return removed.reversed()
    }

    /// The effect of an active command that was requested by this flow; none if it is not active.
    package func activeEffect(_ flow: Int32) -> EffectHandle { activeEffects[flow] ?? .none }

    /// Forgets active commands among `ended`, so that the next turn starts what the state requests then.
    package mutating func forgetActive(_ ended: (EffectHandle) -> Bool) {
        for store in stores.indices where !stores[store].active.isEmpty {
            for command in removeActive(of: Int32(store), where: { ended($0.effect) }) { emit(.release(command.flow)) }
        }
    }
}
