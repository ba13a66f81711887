/// Suspends for a duration. Returns early if the task is cancelled.
typealias Sleep = @Sendable (Duration) async -> Void

/// The functions with which a document waits for the effects of its request.
struct PageWait: Sendable {
    /// Suspends between two checks.
    let sleep: Sleep
    /// Returns the time of the clock with which ``sleep`` suspends. The time limits the wait, not the number of checks, because a
    /// check can be delayed by other pages.
    let now: @Sendable () -> Duration
    /// Called before the wait. Other work can run from then on.
    var releasePlace: @Sendable () -> Void = {}
    /// Called after the wait. Suspends until this work may continue.
    var takePlace: @Sendable () async -> Void = {}
}
