public import Millrace

/// A request for a new identifier: 32 hexadecimal digits of 128 random bits.
///
/// For a `UUID`, see <doc:Recipes>.
///
/// The command contains its handler. A registered handler replaces it. In a test store, the command is pending until the test
/// completes it.
public struct NewIdentifier: EngineCommand, Hashable, Codable {
    /// The identifier.
    public typealias Output = String
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// Creates the request.
    public init() {}

    /// Completes the command with an identifier of the system's generator.
    package func handle(_ reply: Reply<NewIdentifier>) {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }
        reply.finish(with: digits.joined())
    }
}
