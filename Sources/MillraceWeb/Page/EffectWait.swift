/// Suspends for a duration. Returns early if the task is cancelled.
typealias Sleep = @Sendable (Duration) async -> Void

/// How a document waits for the effects of its request.
struct EffectWait: Sendable {
    /// Suspends between two checks.
    let sleep: Sleep
    /// The time of the clock with which ``sleep`` suspends. It limits the wait, because each check can wait for other pages.
    let now: @Sendable () -> Duration
    /// Called before a wait. Other large work can run from then on.
    var leave: @Sendable () -> Void = {}
    /// Called after a wait. Suspends until it is the turn of this work again.
    var enter: @Sendable () async -> Void = {}
}
