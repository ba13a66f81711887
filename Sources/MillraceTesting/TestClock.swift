public import MillraceExtras
import Millrace

/// A clock for tests. Its time passes only when a test advances it.
///
/// Timers fire in the order of their deadlines, in the call that advances the clock. That call must be made on the
/// engine's actor. Nothing sleeps. Each ``TestStore`` has a ``TestStore/clock``. For any other engine the clock is a
/// scheduler: `Engine(scheduler: TestClock())`.
public final class TestClock: ConcurrentScheduler {
    private struct TestTimer {
        let deadline: Duration
        let number: Int
        let fire: () -> Void

        /// Whether this timer fires before a timer with this deadline and number.
        func isBefore(_ deadline: Duration, _ number: Int) -> Bool {
            (self.deadline, self.number) < (deadline, number)
        }
    }

    /// The time that has passed since the clock was created.
    public private(set) var now: Duration {
        get { readTime() }
        set { time.withLock { $0 = newValue } }
    }

    /// Reads the time. It may be called on any thread.
    public var readTime: @Sendable () -> Duration { { [time] in time.withLock { $0 } } }

    private let time = Lock(Duration.zero)
    /// The scheduled timers, in reverse order: the next one is last.
    private var timers: [TestTimer] = []
    private var lastNumber = 0
    /// Runs the body of each call that advances the clock. A test store sets it.
    ///
    /// It calls its second argument once, or not at all.
    var aroundAdvance: ((Call, () -> Void) -> Void)?

    /// Creates a clock at time zero, without scheduled timers.
    public init() {}

    /// The number of scheduled timers: delays, debounces, throttle intervals, timeouts, and delays before a retry.
    public var waiting: Int { timers.count }

    /// The time until the next timer fires. `nil` if no timer is scheduled.
    public var next: Duration? { timers.last.map { $0.deadline - now } }

    /// Calls `fire` when `delay` has passed. A negative delay counts as zero. The engine calls this method.
    ///
    /// - Returns: A function that cancels the timer.
    public func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        lastNumber += 1
        let timer = TestTimer(deadline: now + max(.zero, delay), number: lastNumber, fire: fire)
        timers.insert(timer, at: place(of: timer.deadline, timer.number))
        return { [weak self] in self?.remove(timer.deadline, timer.number) }
    }

    /// Advances the time by `duration`, and fires all timers that are due until then, in order.
    ///
    /// Timers that these timers schedule fire too, if they are due in time. All of them have fired when this method
    /// returns. On the clock of a test store, the test must then assert each action that the timers caused. A duration
    /// of `.zero` fires the timers that are due now.
    ///
    /// Fails the test, without advancing the time, if `duration` is negative. Fails the test if `limit` timers have
    /// fired at the same instant and another is due; the clock then stays at that instant.
    public func advance(
        by duration: Duration, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "clock.advance(by: \(duration))")
        if duration < .zero { return Failure.backwards(duration).report(at: call.place) }
        around(call) {
            let end = now + duration
            var (instant, count) = (now, 0)
            while let timer = timers.last, timer.deadline <= end {
                if timer.deadline > instant { (instant, count) = (timer.deadline, 0) }
                if count >= limit { return Failure.endless(call, limit, left: waiting, at: now).report(at: call.place) }
                count += 1
                fireNext()
            }
            now = end
        }
    }

    /// Advances the time until no timer is scheduled.
    ///
    /// Fails the test if `limit` timers have fired and another is still scheduled, such as a timer that schedules
    /// itself again. The clock then does not advance any further.
    public func run(
        limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "clock.run()")
        around(call) {
            for _ in 0..<max(0, limit) where waiting > 0 { fireNext() }
            if waiting > 0 { Failure.endless(call, limit, left: waiting, at: now).report(at: call.place) }
        }
    }

    /// Advances the time to the next timer, and fires only this timer, even if others are due at the same time.
    ///
    /// When this method returns, all messages that follow from the timer without a delay have been processed. Does
    /// nothing if no timer is scheduled.
    public func advanceToNext(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        around(Call(Place(fileID, filePath, line, column), "clock.advanceToNext()")) { fireNext() }
    }

    /// Advances the time to the next timer, and fires it.
    func fireNext() {
        guard let timer = timers.popLast() else { return }
        now = max(now, timer.deadline)
        timer.fire()
    }

    /// Sets the time to `end`, unless it is later already. No timer may be due before `end`.
    func pass(until end: Duration) { now = max(now, end) }

    private func around(_ call: Call, _ body: () -> Void) {
        if let aroundAdvance { aroundAdvance(call, body) } else { body() }
    }

    /// The index at which a timer with this deadline and number is inserted.
    private func place(of deadline: Duration, _ number: Int) -> Int {
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].isBefore(deadline, number) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func remove(_ deadline: Duration, _ number: Int) {
        // The timer itself is directly before the index at which an equal one would be inserted.
        let index = place(of: deadline, number) - 1
        if index >= 0, timers[index].number == number { timers.remove(at: index) }
    }
}
