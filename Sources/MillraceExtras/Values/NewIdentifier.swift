public import Millrace

/// A request for a new identifier: 32 hexadecimal digits of 128 random bits.
///
/// `MillraceFoundation` has `NewUUID` for a `UUID`.
///
/// It brings a handler, and a registered handler comes first. In a test store it waits for the test.
public struct NewIdentifier: EngineCommand, Hashable, Codable {
    /// The identifier.
    public typealias Output = String
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The request.
    public init() {}

    /// Answers with an identifier of the system's generator.
    package func handle(_ reply: Reply<NewIdentifier>, on engine: Engine) {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }
        reply.finish(with: digits.joined())
    }
}
