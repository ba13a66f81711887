/// The failure of a command that took longer than its flow allowed.
public struct TimedOut: Error, Hashable, CustomStringConvertible {
    /// How long it was given.
    public let after: Duration

    /// The failure of a command that was given `duration`.
    public init(after duration: Duration) { after = duration }

    /// A sentence.
    public var description: String { "The command did not end within \(after)." }
}
