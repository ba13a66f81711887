/// The clock and the timers of an engine.
///
/// ``Engine/init(clock:isolation:)`` creates a scheduler for any `Clock`. Implement your own scheduler to control the time in
/// tests. If your scheduler calls due functions at once, in order, on the engine's actor, tests need not wait.
public protocol Scheduler: AnyObject {
    /// The time since an origin that the scheduler chooses.
    var now: Duration { get }

    /// Calls `fire` once, on the engine's actor, after `delay`.
    ///
    /// The engine calls this method on its actor. The scheduler must not call `fire` before this method returns.
    ///
    /// - Returns: A function that cancels the call. `fire` is not called after that.
    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void
}

/// A scheduler with the time of a clock, and a task for each delay. A delay does not retain the engine's actor.
package final class ClockScheduler<C: Clock<Duration>>: Scheduler {
    package let readTime: @Sendable () -> Duration
    private let clock: C
    private let context: ActorContext

    init(_ clock: C, on context: ActorContext) {
        (readTime, self.clock, self.context) = (reading(clock), clock, context)
    }

    package var now: Duration { readTime() }

    package func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        // Safe: created on the engine's actor, and used only by code that `context` runs on that actor.
        nonisolated(unsafe) let alarm = Alarm(fire: fire)
        let deadline = clock.now.advanced(by: delay)
        let task = Task { [clock, context] in
            do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
            context.enqueue { alarm.fire?() }
        }
        return {
            alarm.fire = nil
            task.cancel()
        }
    }
}

private final class Alarm {
    var fire: (() -> Void)?

    init(fire: @escaping () -> Void) { self.fire = fire }
}

/// Returns a function that reads the time since now. The default clock is read with its own type, because each recorded turn
/// reads the time, and a call through the `Clock` protocol costs more.
private func reading<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    if C.self == ContinuousClock.self {
        let origin = ContinuousClock.now
        return { origin.duration(to: .now) }
    }
    let origin = clock.now
    return { origin.duration(to: clock.now) }
}
