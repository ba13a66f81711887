public import Millrace

/// A time that stands still until a test lets it pass.
///
/// What is due is done at once, in the order in which it is due, on the actor of whoever lets time pass: the engine's.
/// Nothing sleeps. A ``TestStore`` has one, its ``TestStore/clock``; alone, it is a scheduler for any engine:
/// `Engine(scheduler: TestClock())`.
public final class TestClock: Scheduler {
    private struct Alarm {
        let deadline: Duration
        let number: Int
        let fire: () -> Void

        /// Whether it comes before the one with this deadline and number.
        func isBefore(_ deadline: Duration, _ number: Int) -> Bool {
            (self.deadline, self.number) < (deadline, number)
        }
    }

    /// The time since the clock was made.
    public private(set) var now: Duration = .zero
    /// Those that wait, the next one last.
    private var alarms: [Alarm] = []
    private var lastNumber = 0
    /// What a test store does around each passing of time; it calls its last argument once, or not at all.
    var surround: ((Call, () -> Void) -> Void)?

    /// A clock at zero, for which nothing waits.
    public init() {}

    /// How many wait: delays, debounces, the intervals of throttles, timeouts, pauses before another try.
    public var waiting: Int { alarms.count }

    /// How long until the next of them is due; `nil` if nothing waits.
    public var next: Duration? { alarms.last.map { $0.deadline - now } }

    /// Has `fire` called when `delay` has passed; the engine calls this. A delay that is negative is none.
    public func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void {
        lastNumber += 1
        let alarm = Alarm(deadline: now + max(.zero, delay), number: lastNumber, fire: fire)
        alarms.insert(alarm, at: place(of: alarm.deadline, alarm.number))
        return { [weak self] in self?.remove(alarm.deadline, alarm.number) }
    }

    /// Lets `duration` pass: what becomes due is done, in order, and what becomes due by that too.
    ///
    /// It is all done when this returns. On the clock of a test store, every action that follows waits to be received.
    /// `.zero` does what is due now. What waits for nothing, again and again, would never end: `limit` says how many
    /// may be done at one instant.
    ///
    /// - Fails: when `duration` is negative, and then no time passes; and when `limit` of them are done without time
    ///   passing, and then the rest of the duration does not pass.
    public func advance(
        by duration: Duration, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "clock.advance(by: \(duration))")
        if duration < .zero { return Failure.backwards(duration).report(at: call.place) }
        around(call) {
            let end = now + duration
            var (instant, count) = (now, 0)
            while let alarm = alarms.last, alarm.deadline <= end {
                if alarm.deadline > instant { (instant, count) = (alarm.deadline, 0) }
                if count >= limit { return Failure.endless(call, limit, left: waiting, at: now).report(at: call.place) }
                count += 1
                fireNext()
            }
            now = end
        }
    }

    /// Lets time pass until nothing waits any more.
    ///
    /// - Fails: when more than `limit` are done and something still waits, as an interval does that starts anew each
    ///   time; the clock then stands where it is.
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

    /// Lets time pass until the next that waits is due, and does that alone: others that are due together wait.
    ///
    /// What follows from it at once has happened when this returns. Does nothing where nothing waits.
    public func advanceToNext(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        around(Call(Place(fileID, filePath, line, column), "clock.advanceToNext()")) { fireNext() }
    }

    /// Lets time pass until the next that waits, and does that.
    func fireNext() {
        guard let alarm = alarms.popLast() else { return }
        now = max(now, alarm.deadline)
        alarm.fire()
    }

    private func around(_ call: Call, _ body: () -> Void) {
        if let surround { surround(call, body) } else { body() }
    }

    /// Where one with this deadline and number stands, or would.
    private func place(of deadline: Duration, _ number: Int) -> Int {
        var (low, high) = (0, alarms.count)
        while low < high {
            let middle = (low + high) / 2
            if alarms[middle].isBefore(deadline, number) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func remove(_ deadline: Duration, _ number: Int) {
        // The one that is meant stands right before where it would be put a second time.
        let index = place(of: deadline, number) - 1
        if index >= 0, alarms[index].number == number { alarms.remove(at: index) }
    }
}
