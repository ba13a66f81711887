// Observers of turns.
extension Engine {
    /// Calls `observer` for every turn, from the next one on. The observer is retained until it is detached or the engine is
    /// released.
    package func attach(_ observer: any TurnObserver) {
        detach(observer)
        observers.append(observer)
        loop.set(LoopFlags.observed, true)
    }

    /// Stops calling `observer`. Does nothing if it is not attached.
    package func detach(_ observer: any TurnObserver) {
        guard observers.remove(observer) else { return }
        loop.set(LoopFlags.observed, !observers.isEmpty)
        // The observer may be running.
        if isRunning { performAfterTurn { withExtendedLifetime(observer) {} } }
    }
}
