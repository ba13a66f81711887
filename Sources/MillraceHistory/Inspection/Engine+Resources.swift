public import Millrace

extension Engine {
    /// The numbers of resources that the engine holds now.
    ///
    /// Registrations of released owners are removed first. Outside a turn, pending messages are processed first.
    public var resources: ResourceCounts {
        if isRunning { processPosted() } else { processPending() }
        var resources = ResourceCounts()
        resources.stores = storesInOrder.count
        resources.scenes = attachments.values.reduce(0) { $0 + $1.memberCount }
        handlers.forEach { _ in resources.handlers += 1 }
        resources.listeners = 0
        listeners.forEach { resources.listeners += $0.count }
        resources.subscribers =
            storesInOrder.reduce(0) { $0 + $1.observerCount }
            + attachments.values.reduce(0) { $0 + $1.observerCount }
        resources.workers = storesInOrder.reduce(0) { $0 + $1.reducedActions.count }
        resources.effects = effects.machine.count
        effects.machine.forEach { handle, effect in
            if effect.kind == .worker || effects.tasks[handle.slot].isWorking { resources.runningEffects += 1 }
        }
        resources.messages = queuedCount
        return resources
    }
}
