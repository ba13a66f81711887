/// How long a command may take in all, and what it fails with then.
public struct Timeout<Failure: Error>: Sendable {
    /// From the start of its handler to its end, retries included.
    public let duration: Duration
    /// Makes the failure, when it is needed.
    @usableFromInline let failure: @Sendable (Duration) -> Failure

    /// Fails with `failure` when `duration` has passed.
    public static func after(_ duration: Duration, failingWith failure: Failure) -> Timeout {
        Timeout(duration: duration) { _ in failure }
    }
}

extension Timeout where Failure == any Error {
    /// Fails with ``TimedOut`` when `duration` has passed.
    public static func after(_ duration: Duration) -> Timeout {
        Timeout(duration: duration) { TimedOut(after: $0) }
    }
}
