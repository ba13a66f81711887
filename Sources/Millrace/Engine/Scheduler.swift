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
@usableFromInline final class ClockScheduler<C: Clock<Duration>>: Scheduler {
    /// Reads the clock; made where the clock's type is known, so that it is compiled for it.
    private let read: () -> Duration
    private let clock: C
    private let home: Home

    @usableFromInline init(_ clock: C, home: Home, _ read: @escaping () -> Duration) {
        (self.read, self.clock, self.home) = (read, clock, home)
    }

    @inlinable static func make(_ clock: C, home: Home) -> ClockScheduler {
        let origin = clock.now
        return ClockScheduler(clock, home: home) { origin.duration(to: clock.now) }
    }

    @usableFromInline var now: Duration { read() }

    @usableFromInline func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
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
