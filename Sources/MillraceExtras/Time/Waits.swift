package import Millrace

/// The waits of an engine. They end with it.
package final class Waits: EngineAttachment {
    private var active: [ObjectIdentifier: Wait] = [:]
    /// The time at the last use of the engine's clock on its actor.
    private let lastTime: Lock<Duration>

    init(_ engine: Engine) { lastTime = Lock(engine.now) }

    package var memberCount: Int { 0 }
    package var observerCount: Int { active.values.count { !$0.hasEnded } }

    func insert(_ wait: Wait) { active[ObjectIdentifier(wait)] = wait }

    /// Removes a wait that has ended, with its registrations.
    func remove(_ wait: Wait, readingTimeOf engine: Engine? = nil) {
        if let engine { note(engine.now) }
        active[ObjectIdentifier(wait)] = nil
        wait.endRegistrations()
    }

    func note(_ time: Duration) { lastTime.withLock { $0 = time } }

    /// Returns a function that reads the engine's time on any thread.
    func readTime(of engine: Engine) -> @Sendable () -> Duration {
        if let scheduler = engine.scheduler as? any ConcurrentScheduler { return scheduler.readTime }
        note(engine.now)
        return { [lastTime] in lastTime.withLock { $0 } }
    }

    package func engineClosed() {
        let all = active.values
        active = [:]
        for wait in all {
            wait.end(EngineShutDown())
            wait.endRegistrations()
        }
    }
}

extension Waits {
    /// Ends a wait that has found `value`.
    func end<Value>(_ wait: Wait, with value: Value, _ found: Found<Value>) {
        found.value = value
        wait.end()
        remove(wait)
    }
}

extension Engine {
    /// How many tasks wait on the engine's clock, or for its messages or states.
    package var waitingTasks: Int { waits.observerCount }

    var waits: Waits {
        let key = ObjectIdentifier(Waits.self)
        if let known = attachments[key] as? Waits { return known }
        let new = Waits(self)
        attachments[key] = new
        return new
    }
}
