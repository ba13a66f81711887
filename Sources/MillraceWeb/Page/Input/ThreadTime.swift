import Foundation

/// The CPU time of the current thread. The work of other threads and programs does not lengthen it.
enum ThreadTime {
    /// The time that the thread has run. Only times of the same thread can be compared.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
