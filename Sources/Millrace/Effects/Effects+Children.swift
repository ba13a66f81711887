// Effects that depend on the state of their store: those of children that may be removed, and active commands.
extension Effects {
    /// Identifies the innermost child of a context; `nil` if the child cannot be removed.
    func childIdentity(_ context: MapContext?, in store: StoreCore) -> ChildIdentity? {
        guard let context, context.isOptional else { return nil }
        return ChildIdentity(context, in: store.state, isIdentifiable: isIdentifiable)
    }

    /// Whether a state on the way to the innermost child may be `Identifiable`.
    private func isIdentifiable(_ context: MapContext) -> Bool {
        var next: MapContext? = context
        while let one = next {
            next = one.outer
            guard let path = one.mapping.path, path.isOptional else { continue }
            if let known = identifiableTypes[path.type] {
                if known { return true }
                continue
            }
            identifiableTypes[path.type] = path.isIdentifiable()
            if path.isIdentifiable() { return true }
        }
        return false
    }

    /// Whether the child with a number still exists. -1 is the number of no child, which always exists.
    func isChildThere(_ child: Int32, in store: StoreCore) -> Bool {
        children[child]?.isThere(in: store.state) ?? true
    }

    /// Cancels the effects of children that were removed.
    func cancelOrphans(of store: StoreCore) {
        guard machine.hasChildren(store.machineNumber) else { return store.hasChildScopes = false }
        machine.cancelOrphans(of: store.machineNumber) { isChildThere($0, in: store) }
        performSteps()
    }

    /// Starts and cancels the active commands of a store, so that they match the declared commands.
    func updateActive(_ entries: ContiguousArray<ActiveEntry>, of store: StoreCore) {
        let requests = entries.map { entry in
            var request = EffectMachine.Request(.command, flow: -1, store: store.machineNumber, scope: 0)
            request.name = names.use(entry.key)
            let kept = KeptFlow(
                node: .execute(entry.node), context: entry.context, store: store, cause: loop.cause,
                name: request.name)
            request.flow = flows.insert(kept)
            request.retries = Int32(clamping: entry.node.retry.attempts)
            return request
        }
        machine.updateActive(requests, of: store.machineNumber) { one, other in
            guard case .execute(let one)? = flows[one]?.node, case .execute(let other)? = flows[other]?.node else {
                return false
            }
            return one.isSame(as: other)
        }
        for (request, entry) in zip(requests, entries) {
            let active = machine.activeEffect(request.flow)
            if active == .none { continue }
            begin(active, makeTask(entry.node, in: Place(store, entry.context, scope: 0, cause: loop.cause)))
        }
        performSteps()
    }

    // MARK: Replaced states

    /// Cancels the effects that began after turn `last`, of a store or of all stores and the engine. Sequences with such effects
    /// end. Active commands start again after the next turn, if the new state requests them.
    func cancelReplaced(since last: UInt64, of store: StoreCore?) {
        isReplacing = true
        for number in store.map({ [$0.machineNumber] }) ?? [0] + registrations.storesInOrder.map(\.machineNumber) {
            forgetActive(cancelAll(of: number, because: CancellationError()) { $1.since > last })
        }
        isReplacing = false
    }

    /// Forgets active commands that have ended. They start again after the next turn, if the state still requests them.
    private func forgetActive(_ ended: [EffectHandle]) {
        let ended = Set(ended)
        machine.forgetActive { ended.contains($0) }
        for store in registrations.storesInOrder { store.active?.clear() }
        performSteps()
    }
}
