public import Millrace

/// A request for a random integer.
///
/// ```swift
/// case .roll: return .execute(RandomNumber(in: 1...6), as: Action.rolled)
/// case .rolled(.data(let eyes)): state.eyes = eyes
/// ```
/// In tests: `store.complete(RandomNumber(in: 1...6), with: 4)`, or a handler: `engine.handle(RandomNumber.self) { _ in 4 }`.
///
/// The command contains its handler. A registered handler replaces it. In a test store, the command is pending until the test
/// completes it.
public struct RandomNumber: EngineCommand, Hashable, Codable {
    /// The random integer.
    public typealias Output = Int
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The integers, of which each has the same probability.
    public let range: ClosedRange<Int>

    /// Creates a request for an integer in `range`.
    public init(in range: ClosedRange<Int>) { self.range = range }

    /// Completes the command with a number of the system's generator.
    package func handle(_ reply: Reply<RandomNumber>) { reply.finish(with: .random(in: range)) }
}
