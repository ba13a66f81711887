public import Millrace

/// A time that stands still until it is told to go on.
public final class ManualScheduler: Scheduler {
    private struct Alarm {
        let deadline: Duration
        let number: Int
        let fire: () -> Void
    }

    /// The time since the scheduler was made.
    public private(set) var now: Duration = .zero
    private var alarms: [Alarm] = []
    private var lastNumber = 0

    /// A time at zero.
    public init() {}

    /// How many waits there are.
    public var waiting: Int { alarms.count }

    /// Calls `fire` when `delay` has passed.
    public func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        lastNumber += 1
        let number = lastNumber
        alarms.append(Alarm(deadline: now + delay, number: number, fire: fire))
        return { [weak self] in self?.alarms.removeAll { $0.number == number } }
    }

    /// Lets `duration` pass, firing what is due in the order in which it is due.
    public func advance(by duration: Duration) {
        let end = now + duration
        while let next = alarms.filter({ $0.deadline <= end }).min(by: {
            ($0.deadline, $0.number) < ($1.deadline, $1.number)
        }) {
            alarms.removeAll { $0.number == next.number }
            now = next.deadline
            next.fire()
        }
        now = end
    }
}
