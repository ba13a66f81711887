/// The error of a wait that reached its time limit.
public struct WaitTimedOut: Error, Hashable, CustomStringConvertible {
    /// The time limit.
    public let after: Duration

    /// The error of a wait with the limit `duration`.
    public init(after duration: Duration) { after = duration }

    /// A sentence.
    public var description: String { "The wait did not end within \(after)." }
}
