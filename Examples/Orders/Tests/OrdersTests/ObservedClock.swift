import MillraceKit
import MillraceTesting

/// A clock whose time only the test advances, and which notifies it of each timer that is scheduled.
@MainActor final class ObservedClock: @MainActor Scheduler {
    let clock = TestClock()
    /// A value for each timer that is scheduled.
    let timers: AsyncStream<Duration>
    private let scheduled: AsyncStream<Duration>.Continuation

    init() { (timers, scheduled) = AsyncStream.makeStream() }

    var now: Duration { clock.now }

    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        defer { scheduled.yield(delay) }
        return clock.schedule(after: delay, fire)
    }
}
