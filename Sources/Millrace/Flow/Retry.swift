/// How often a failed command is retried before its failure is reported.
public struct Retry: Hashable, Sendable {
    /// How many times it is tried again after the first; 0 or more.
    public var attempts: Int
    /// The pause before the first of them.
    public var delay: Duration
    /// What each pause is multiplied by to give the next.
    public var factor: Double

    /// Not at all.
    public static let never = Retry(attempts: 0, delay: .zero, factor: 1)

    /// `attempts` times, `delay` apart, each pause `factor` times the one before.
    public static func times(_ attempts: Int, delay: Duration = .zero, factor: Double = 1) -> Retry {
        Retry(attempts: max(0, attempts), delay: delay, factor: factor)
    }

    /// The pause before try number `attempt` after the first, counted from 1.
    public func pause(before attempt: Int) -> Duration {
        var pause = delay
        for _ in 1..<max(1, attempt) { pause = pause * factor }
        return pause
    }
}
