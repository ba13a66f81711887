/// How often a failed command is retried before its failure is sent.
public struct Retry: Hashable, Sendable {
    /// The maximum number of retries: 0 or more.
    public var attempts: Int
    /// The pause before the first retry.
    public var delay: Duration
    /// Each pause is this many times as long as the previous one.
    public var factor: Double

    /// No retries.
    public static let never = Retry(attempts: 0, delay: .zero, factor: 1)

    /// Retries up to `attempts` times.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of retries. A negative number counts as 0.
    ///   - delay: The pause before the first retry.
    ///   - factor: Each pause is this many times as long as the previous one.
    public static func times(_ attempts: Int, delay: Duration = .zero, factor: Double = 1) -> Retry {
        Retry(attempts: max(0, attempts), delay: delay, factor: factor)
    }

    /// Returns the pause before retry number `attempt`, counted from 1.
    public func pause(before attempt: Int) -> Duration {
        var pause = delay
        for _ in 1..<max(1, attempt) { pause = pause * factor }
        return pause
    }
}
