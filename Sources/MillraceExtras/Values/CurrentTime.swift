public import Millrace

/// A request for the time on the engine's clock, since an origin of the clock's choice. It measures how long things take.
///
/// `MillraceFoundation` has `CurrentDate` for the date.
///
/// It brings a handler, and a registered handler comes first. In a test store it waits for the test.
public struct CurrentTime: EngineCommand, Hashable, Codable {
    /// The time.
    public typealias Output = Duration
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The request.
    public init() {}

    /// Answers with the engine's time.
    package func handle(_ reply: Reply<CurrentTime>, on engine: Engine) { reply.finish(with: engine.now) }
}
