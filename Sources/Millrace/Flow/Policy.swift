/// What becomes of a command when work of the same name is running: the same id, or the same type without one.
public enum Policy: Hashable, Sendable {
    /// Both run.
    case concurrent
    /// The running one is cancelled; the new one runs.
    case latest
    /// The running one goes on; the new one is not started, and its receipt ends at once.
    case first
    /// The new one starts when those before it have ended, in order.
    case queue
    /// At most this many run at once; the new one waits until fewer do, in order. At least 1.
    case limit(Int)
}

/// How often a command that failed is tried again before its failure is told.
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

/// How long a command may take in all, and what it fails with then.
public struct Timeout<Failure: Error>: Sendable {
    /// From the start of its handler to its end, retries included.
    public let duration: Duration
    let failure: Failure

    /// Fails with `failure` when `duration` has passed.
    public static func after(_ duration: Duration, failingWith failure: Failure) -> Timeout {
        Timeout(duration: duration, failure: failure)
    }
}

extension Timeout where Failure == any Error {
    /// Fails with ``TimedOut`` when `duration` has passed.
    public static func after(_ duration: Duration) -> Timeout {
        Timeout(duration: duration, failure: TimedOut(after: duration))
    }
}

/// The failure of a command that took longer than its flow allowed.
public struct TimedOut: Error, Hashable, CustomStringConvertible {
    /// How long it was given.
    public let after: Duration

    /// The failure of a command that was given `duration`.
    public init(after duration: Duration) { after = duration }

    /// A sentence.
    public var description: String { "The command did not end within \(after)." }
}
