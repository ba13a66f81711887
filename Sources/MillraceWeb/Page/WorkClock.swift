import Foundation

/// The clock that measures the work on a page.
struct WorkClock: Sendable {
    /// The CPU time of the current thread. The work of other threads and programs does not lengthen it. Only times of the same thread
    /// can be compared.
    static let cpuTime = WorkClock {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private let time: @Sendable () -> Duration

    /// - Parameter time: Returns the current time.
    init(_ time: @escaping @Sendable () -> Duration) { self.time = time }

    var now: Duration { time() }
}
