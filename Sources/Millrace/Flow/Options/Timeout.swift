/// The maximum duration of a command, and the failure of a command that exceeds it.
public struct Timeout<Failure: Error>: Sendable {
    /// The time from the first call of the handler to the end of the command, including retries.
    public let duration: Duration
    /// Returns the failure for the duration.
    let failure: @Sendable (Duration) -> Failure

    /// Returns a timeout that fails a command with `failure` after `duration`.
    public static func after(_ duration: Duration, failingWith failure: Failure) -> Timeout {
        Timeout(duration: duration) { _ in failure }
    }
}

extension Timeout where Failure == any Error {
    /// Returns a timeout that fails a command with ``TimedOut`` after `duration`.
    public static func after(_ duration: Duration) -> Timeout {
        Timeout(duration: duration) { TimedOut(after: $0) }
    }
}
