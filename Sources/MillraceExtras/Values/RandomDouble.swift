public import Millrace

/// A request for a random floating-point number.
///
/// The command contains its handler. A registered handler replaces it. In a test store, the command is pending until the test
/// completes it.
public struct RandomDouble: EngineCommand, Hashable, Codable {
    /// The random number.
    public typealias Output = Double
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The numbers, which are distributed evenly.
    public let range: Range<Double>

    /// Creates a request for a number in `range`. Defaults to 0 up to, but not including, 1.
    public init(in range: Range<Double> = 0..<1) { self.range = range }

    /// Completes the command with a number of the system's generator.
    package func handle(_ reply: Reply<RandomDouble>) { reply.finish(with: .random(in: range)) }
}
