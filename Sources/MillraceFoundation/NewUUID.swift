public import Foundation
public import Millrace

/// A request for a new `UUID`.
///
/// It brings a handler; a registered handler comes first. In a test store it waits for the test.
public struct NewUUID: EngineCommand, Hashable, Codable {
    /// The identifier.
    public typealias Output = UUID
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The request.
    public init() {}

    /// Answers with a random identifier.
    package func handle(_ reply: Reply<NewUUID>, on engine: Engine) { reply.finish(with: UUID()) }
}
