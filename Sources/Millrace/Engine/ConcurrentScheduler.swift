/// A scheduler whose time can be read on any thread.
///
/// The schedulers that ``Engine/init(clock:isolation:)`` creates conform to it. With another scheduler, `now` of `engine.clock`
/// is the time at the last use of the clock on the engine's actor.
public protocol ConcurrentScheduler: Scheduler {
    /// Reads the time. It may be called on any thread.
    var readTime: @Sendable () -> Duration { get }
}
