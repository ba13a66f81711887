/// The clock that measures the work on a page.
struct WorkClock: Sendable {
    /// The system's clock, read without a system call. It includes the time in which other threads use the core.
    static let system = {
        let start = SuspendingClock.now
        return WorkClock { start.duration(to: .now) }
    }()

    private let time: @Sendable () -> Duration

    /// - Parameter time: Returns the current time.
    init(_ time: @escaping @Sendable () -> Duration) { self.time = time }

    var now: Duration { time() }
}
