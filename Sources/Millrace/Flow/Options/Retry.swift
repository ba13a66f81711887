/// How often a failed command is retried before its failure is sent, and after which pauses.
///
/// ```swift
/// let retry = Retry.times(5, delay: .milliseconds(100), factor: 2, upTo: .seconds(10), jitter: 0.5)
/// return .execute(FetchBooks(), as: Action.fetched, retry: retry)
/// ```
/// The pauses of this example are random: 50 to 100 ms, then 100 to 200 ms, and so on. No pause is longer than 10 s.
public struct Retry: Hashable, Sendable {
    /// The maximum number of retries: 0 or more.
    public var attempts: Int
    /// The pause before the first retry.
    public var delay: Duration
    /// Each pause is this many times as long as the previous one, up to ``limit``.
    public var factor: Double
    /// The maximum pause; `nil` for no limit.
    public var limit: Duration?
    /// The part of each pause that is random, from 0 to 1.
    ///
    /// With 0, each pause has its full length. With 0.25, a pause of 4 s lasts 3 to 4 s. With 1, it lasts 0 to 4 s. The random
    /// numbers are those of ``Engine/jitter``. A history records each pause.
    public var jitter: Double

    /// No retries.
    public static let never = times(0)

    /// Retries up to `attempts` times.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of retries. A negative number counts as 0.
    ///   - delay: The pause before the first retry. Defaults to no pause.
    ///   - factor: Each pause is this many times as long as the previous one. Defaults to 1: all pauses are equal.
    ///   - limit: The maximum pause. Defaults to `nil`: no limit.
    ///   - jitter: The part of each pause that is random, from 0 to 1. Defaults to 0: the pauses are exact.
    public static func times(
        _ attempts: Int, delay: Duration = .zero, factor: Double = 1, upTo limit: Duration? = nil, jitter: Double = 0
    ) -> Retry {
        Retry(attempts: max(0, attempts), delay: delay, factor: factor, limit: limit, jitter: jitter)
    }

    /// Returns the pause before a retry, in whole nanoseconds and at most 18 years.
    ///
    /// - Parameters:
    ///   - attempt: The number of the retry, counted from 1.
    ///   - random: The random number for ``jitter``: from 0 for the longest pause to 1 for the shortest. Defaults to 0.
    public func pause(before attempt: Int, random: Double = 0) -> Duration {
        var pause = Double(nanoseconds(delay))
        if factor != 1 { for _ in 1..<max(1, attempt) { pause *= factor } }
        pause = min(pause, Double(limit.map { nanoseconds($0) } ?? .max / 16))
        pause *= 1 - min(max(0, jitter), 1) * min(max(0, random), 1)
        // A factor that is negative or not a number gives no pause.
        return .nanoseconds(pause > 0 ? Int64(pause.rounded()) : 0)
    }
}
