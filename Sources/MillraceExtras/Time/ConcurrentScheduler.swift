public import Millrace

/// A scheduler whose time any thread may read.
///
/// ``EngineClock/now`` reads it on the thread of its caller. The schedulers that `Engine(clock:)` makes conform to it.
public protocol ConcurrentScheduler: Scheduler {
    /// Reads the time; from any thread.
    var readTime: @Sendable () -> Duration { get }
}

extension ClockScheduler: ConcurrentScheduler {}
