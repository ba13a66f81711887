/// The failure of a command that exceeded its timeout.
public struct TimedOut: Error, Hashable, CustomStringConvertible {
    /// The time limit that the command exceeded.
    public let after: Duration

    /// Creates the failure of a command with this timeout.
    public init(after duration: Duration) { after = duration }

    /// A sentence that contains the timeout.
    public var description: String { "The command did not end within \(after)." }
}

extension TimedOut: FaultDescribable {
    /// The type and the timeout.
    public var faultDescription: String { "TimedOut(after: \(after))" }
}
