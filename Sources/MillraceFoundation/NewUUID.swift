public import Foundation
public import Millrace

/// A request for a new `UUID`.
///
/// The command contains its handler. A registered handler replaces it. In a test store, the command is pending until the test
/// completes it.
public struct NewUUID: EngineCommand, Hashable, Codable {
    /// The identifier.
    public typealias Output = UUID
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// Creates the request.
    public init() {}

    /// Completes the command with a random identifier.
    package func handle(_ reply: Reply<NewUUID>, on engine: Engine) { reply.finish(with: UUID()) }
}
