// Observers of turns.
extension Engine {
    /// Calls `observer` for every turn, from the next one on. The observer is retained until it is detached or the engine is
    /// released.
    package func attach(_ observer: any TurnObserver) {
        detach(observer)
        observers.append(observer)
        set(EngineFlags.observed, true)
    }

    package func detach(_ observer: any TurnObserver) {
        guard let index = (0..<observers.count).first(where: { observers[$0] === observer }) else { return }
        _ = observers.remove(at: index)
        set(EngineFlags.observed, !observers.isEmpty)
        // The observer may be running.
        if isRunning { performAfterTurn { withExtendedLifetime(observer) {} } }
    }

    /// Calls `body` with each observer of turns. `body` may attach or detach observers.
    @inline(__always)
    package func forEachObserver(_ body: (any TurnObserver) -> Void) {
        var index = 0
        while index < observers.count {
            // Borrowed: a copy of the reference would be retained.
            apply(body, at: observers.base + index)
            index &+= 1
        }
    }
}
