/// Where an engine gets its time from.
///
/// ``Engine/init(clock:isolation:)`` makes one of any `Clock`; write your own to own the time in tests: one that fires
/// what is due in order, at once, on the engine's actor, makes tests of time synchronous.
public protocol Scheduler: AnyObject {
    /// The time since an origin of the scheduler's choice.
    var now: Duration { get }

    /// Calls `fire` once, on the engine's actor, when `delay` has passed.
    ///
    /// The engine calls this on its actor. `fire` must not be called within this call.
    ///
    /// - Returns: what cancels it; after that `fire` is not called.
    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void
}

/// The time of a clock, with a task for each wait. A wait does not keep the engine's actor alive.
final class ClockScheduler<C: Clock<Duration>>: Scheduler {
    private let read: () -> Duration
    private let clock: C
    private let home: ActorContext

    init(_ clock: C, on home: ActorContext) {
        (read, self.clock, self.home) = (reading(clock), clock, home)
    }

    var now: Duration { read() }

    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        // Safe: opened by code that `home` runs on the engine's actor, where it was made.
        nonisolated(unsafe) let alarm = Alarm(fire: fire)
        let deadline = clock.now.advanced(by: delay)
        let task = Task { [clock, home] in
            do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
            home.enqueue { alarm.fire?() }
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

/// Reads the time since now. The clock that engines have unless they are given another is read as what it is, because it
/// is in each turn that is recorded, and takes three times as long through the protocol.
private func reading<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
    if C.self == ContinuousClock.self {
        let origin = ContinuousClock.now
        return { origin.duration(to: .now) }
    }
    let origin = clock.now
    return { origin.duration(to: clock.now) }
}
