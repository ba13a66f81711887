public import Foundation
public import Millrace

/// A request for the current date and time.
///
/// ```swift
/// case .save: return .execute(CurrentDate(), as: Action.saved)
/// case .saved(.data(let date)): state.savedAt = date
/// ```
/// It brings a handler; a registered handler comes first: `engine.handle(CurrentDate.self) { _ in .distantPast }`. In a test
/// store it waits for the test: `store.complete(CurrentDate(), with: date)`.
public struct CurrentDate: EngineCommand, Hashable, Codable {
    /// The date and time.
    public typealias Output = Date
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// The request.
    public init() {}

    /// Answers with the system's date.
    package func handle(_ reply: Reply<CurrentDate>, on engine: Engine) { reply.finish(with: Date()) }
}
