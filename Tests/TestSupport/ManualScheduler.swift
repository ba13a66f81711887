public import Millrace

/// A scheduler whose time passes only when a test advances it.
public final class ManualScheduler: Scheduler {
    private struct ScheduledTimer {
        let deadline: Duration
        let number: Int
        let fire: () -> Void
    }

    /// The time that has passed since the scheduler was created.
    public private(set) var now: Duration = .zero
    private var timers: [ScheduledTimer] = []
    private var lastNumber = 0

    /// Creates a scheduler at time zero.
    public init() {}

    /// The number of scheduled timers.
    public var waiting: Int { timers.count }

    /// Calls `fire` when `delay` has passed.
    public func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        lastNumber += 1
        let number = lastNumber
        timers.append(ScheduledTimer(deadline: now + delay, number: number, fire: fire))
        return { [weak self] in self?.timers.removeAll { $0.number == number } }
    }

    /// Advances the time by `duration`, and fires the timers that are due, in the order of their deadlines.
    public func advance(by duration: Duration) {
        let end = now + duration
        while let next = timers.filter({ $0.deadline <= end }).min(by: {
            ($0.deadline, $0.number) < ($1.deadline, $1.number)
        }) {
            timers.removeAll { $0.number == next.number }
            now = next.deadline
            next.fire()
        }
        now = end
    }
}
