public import Millrace

extension Engine {
    /// What the engine holds now. What belongs to an owner that was released is removed first.
    public var resources: ResourceCounts {
        if isRunning { processPosted() } else { processPending() }
        var resources = ResourceCounts()
        resources.stores = storesInOrder.count
        resources.scenes = attachments.values.reduce(0) { $0 + $1.memberCount }
        resources.handlers = handlerCount
        resources.listeners = 0
        listeners.forEach { resources.listeners += $0.count }
        resources.subscribers =
            storesInOrder.reduce(0) { $0 + $1.observerCount }
            + attachments.values.reduce(0) { $0 + $1.observerCount }
        resources.workers = storesInOrder.reduce(0) { $0 + $1.reducedActions.count }
        resources.effects = machine.count
        machine.forEach { handle, effect in
            if effect.kind == .worker || isWorking(handle) { resources.runningEffects += 1 }
        }
        resources.messages = queuedCount
        return resources
    }
}
