public import Millrace

/// A request for the time on the engine's clock, since an origin of the clock's choice. It measures how long things take.
///
/// For the date, see <doc:Recipes>.
///
/// The command contains its handler. A registered handler replaces it. In a test store, the command is pending until the test
/// completes it.
public struct CurrentTime: EngineCommand, Hashable, Codable {
    /// The time.
    public typealias Output = Duration
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// Creates the request.
    public init() {}

    /// Completes the command with the engine's time.
    package func handle(_ reply: Reply<CurrentTime>) {
        if let engine = reply.engine { reply.finish(with: engine.now) }
    }
}
