public import Millrace

/// A scheduler whose time can be read on any thread.
///
/// ``EngineClock/now`` reads it on the thread of its caller. The schedulers that ``Engine/init(clock:isolation:)`` creates
/// conform to this protocol.
public protocol ConcurrentScheduler: Scheduler {
    /// Reads the time. It may be called on any thread.
    var readTime: @Sendable () -> Duration { get }
}

extension ClockScheduler: ConcurrentScheduler {}
