// Cancelling: by a flow, by a receipt, and with a store. Then the `onCancel` actions of commands that were cancelled, or discarded before
// they started.
extension Effects {
    /// Cancels an effect. Its receipts throw `reason`.
    package func cancel(_ effect: EffectHandle, because reason: any Error) {
        guard machine.isLive(effect) else { return }
        let scope = machine[effect].scope
        if scope != 0, !(reason is CancellationError) { fail(scope, reason) }
        machine.cancel(effect)
        performSteps()
    }

    /// Cancels the scope of a receipt.
    func cancel(_ receipt: ReceiptStorage) {
        guard let scope = receipt.scope else { return }
        machine.cancel(scope: scope)
        performSteps()
    }

    /// Cancels the effects of a store for which `isMeant` returns `true`. Defaults to all effects.
    ///
    /// - Returns: The cancelled effects.
    @discardableResult
    package func cancelAll(
        of store: Int32, because reason: any Error,
        where isMeant: (EffectMachine.Kind, borrowing EffectTask) -> Bool = { _, _ in true }
    ) -> [EffectHandle] {
        var found: [EffectHandle] = []
        machine.forEach(of: store) { handle, effect in
            if isMeant(effect.kind, tasks[handle.slot]) { found.append(handle) }
        }
        // Effects that wait for others with the same id are cancelled first, so that none of them starts.
        for effect in found where machine[effect].stage == .waiting { cancel(effect, because: reason) }
        for effect in found.reversed() { cancel(effect, because: reason) }
        return found
    }

    /// Cancels all effects of a store, or with number 0 of the engine. No effect can start in it after this.
    func close(store: Int32, because reason: any Error) {
        cancelAll(of: store, because: reason)
        machine.closeStore(store)
        performSteps()
    }

    // MARK: By a flow

    /// Cancels the effects with an id of a feature, or its commands of a type.
    func cancel(_ key: EffectKey, of store: StoreCore, includingChildren: Bool = false) {
        if let name = key.id.base as? CommandName {
            cancelCommands(ObjectIdentifier(name.type), key.path, of: store, includingChildren)
        } else {
            cancelNames(key, of: store, includingChildren)
        }
        performSteps()
    }

    private func cancelNames(_ key: EffectKey, of store: StoreCore, _ includingChildren: Bool) {
        for key in [key, key.interval] {
            if let name = names.find(key) { machine.cancel(name: name, of: store.machineNumber) }
        }
        if !includingChildren { return }
        performSteps()
        var found: [Int32] = []
        machine.forEach(of: store.machineNumber) { _, effect in
            if names.isWithin(effect.name, key), !found.contains(effect.name) { found.append(effect.name) }
        }
        for name in found { machine.cancel(name: name, of: store.machineNumber) }
    }

    /// Cancels the commands of a type, the oldest first. The state determines when active commands end, so they continue.
    private func cancelCommands(
        _ type: ObjectIdentifier, _ path: [AnyHashable], of store: StoreCore, _ includingChildren: Bool
    ) {
        var found: [EffectHandle] = []
        machine.forEach(of: store.machineNumber) { handle, effect in
            guard effect.kind == .command, effect.active == 0, tasks[handle.slot].node?.type == type else { return }
            let own = tasks[handle.slot].context?.path ?? []
            if own == path || includingChildren && own.starts(with: path) { found.append(handle) }
        }
        for effect in found { machine.cancel(effect) }
    }

    // MARK: Actions of cancelled commands

    /// Sends the `onCancel` action of a command that was cancelled or discarded. The scope is that of the outermost message, because the
    /// scope of the command may be cancelled: effects of the action would be discarded in it.
    func sendCancelled(_ task: borrowing EffectTask) {
        guard let action = task.node?.options?.cancelled, let store = task.store, !store.isClosed,
            isChildThere(task.child, in: store)
        else { return }
        send(action, Place(store, task.context, scope: 0, cause: loop.cause))
    }

    /// Discards a flow that was kept for a delay, a throttle or a waiting group.
    ///
    /// - Parameter child: The number of the child that requested it; -1 for none.
    func discard(_ flow: Int32, child: Int32) {
        guard let kept = flows.remove(flow), !kept.store.isClosed, isChildThere(child, in: kept.store) else { return }
        discard(kept.node, kept.context, kept.store)
    }

    /// Sends the `onCancel` actions of the commands that a flow would have requested first, because it is not performed.
    func discard(_ node: FlowNode, _ context: MapContext?, _ store: StoreCore) {
        if store.isClosed { return }
        FlowStep(node, in: context).forEachCommand(onlyFirst: true) { command, context in
            guard let action = command.options?.cancelled,
                childIdentity(context, in: store)?.isThere(in: store.state) ?? true
            else { return }
            send(action, Place(store, context, scope: 0, cause: loop.cause))
        }
    }
}
