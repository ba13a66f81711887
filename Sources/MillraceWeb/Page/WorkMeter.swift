/// Adds up the time of the work on a page.
final class WorkMeter {
    let clock: WorkClock
    private var isRunning = false
    /// The time of all work so far.
    private(set) var total = Duration.zero

    init(_ clock: WorkClock) { self.clock = clock }

    /// Runs work, and adds its time to ``total``.
    ///
    /// - Returns: The result, and the time; `nil` within other work, whose time includes it.
    func measure<Result>(_ work: () -> Result) -> (Result, time: Duration?) {
        if isRunning { return (work(), nil) }
        let start = clock.now
        isRunning = true
        let result = work()
        isRunning = false
        let time = clock.now - start
        total += time
        return (result, time)
    }
}
