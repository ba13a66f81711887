/// The clock that measures the work on a page.
struct WorkClock: Sendable {
    /// The system's clock, read without a system call. Where other programs use the cores, work takes longer.
    static let continuous = {
        let start = ContinuousClock.now
        return WorkClock { start.duration(to: .now) }
    }()

    private let time: @Sendable () -> Duration

    /// - Parameter time: Returns the current time.
    init(_ time: @escaping @Sendable () -> Duration) { self.time = time }

    var now: Duration { time() }
}
