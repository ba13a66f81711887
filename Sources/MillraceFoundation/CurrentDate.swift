public import Foundation
public import Millrace

/// A request for the current date and time.
///
/// ```swift
/// case .save: return .execute(CurrentDate(), as: Action.saved)
/// case .saved(.data(let date)): state.savedAt = date
/// ```
/// The command contains its handler. A registered handler replaces it: `engine.handle(CurrentDate.self) { _ in .distantPast }`.
/// In a test store, the command is pending until the test completes it: `store.complete(CurrentDate(), with: date)`.
public struct CurrentDate: EngineCommand, Hashable, Codable {
    /// The date and time.
    public typealias Output = Date
    /// It reports no progress.
    public typealias Progress = Never
    /// It cannot fail.
    public typealias Failure = Never

    /// Creates the request.
    public init() {}

    /// Completes the command with the system's date.
    package func handle(_ reply: Reply<CurrentDate>, on engine: Engine) { reply.finish(with: Date()) }
}
