import Millrace

/// A time that passes when a test says so, and what waits for it is done before ``advance(by:)`` returns.
package final class ManualScheduler: Scheduler {
    private struct Waiting {
        let number: Int
        let time: Duration
        let fire: () -> Void
    }

    package private(set) var now = Duration.zero
    private var waiting: [Waiting] = []
    private var count = 0

    package init() {}

    /// How many wait.
    package var waitingCount: Int { waiting.count }

    package func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        count += 1
        let number = count
        waiting.append(Waiting(number: number, time: now + delay, fire: fire))
        return { [weak self] in self?.waiting.removeAll { $0.number == number } }
    }

    /// Lets `duration` pass: what is due is done in its order, and what becomes due by that too.
    package func advance(by duration: Duration) {
        let end = now + duration
        while let next = waiting.filter({ $0.time <= end }).min(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
            waiting.removeAll { $0.number == next.number }
            now = next.time
            next.fire()
        }
        now = end
    }
}
