public import Millrace

extension Engine {
    /// What the engine holds now. What belongs to an owner that was released is removed first.
    public var census: Census {
        if isRunning { processPosted() } else { catchUp() }
        var census = Census()
        census.stores = storesInOrder.count
        census.scenes = attachments.values.reduce(0) { $0 + $1.memberCount }
        census.handlers = handlerCount
        census.listeners = 0
        listeners.forEach { census.listeners += $0.count }
        census.subscribers =
            storesInOrder.reduce(0) { $0 + $1.observerCount }
            + attachments.values.reduce(0) { $0 + $1.observerCount }
        census.workers = storesInOrder.reduce(0) { $0 + $1.reducedActions.count }
        census.effects = machine.count
        machine.forEach { handle, effect in
            if effect.kind == .worker || isWorking(handle) { census.working += 1 }
        }
        census.messages = queuedCount
        return census
    }
}
