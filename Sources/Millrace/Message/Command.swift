/// A request for work, answered by exactly one handler.
///
/// A command is a value that says *what* should be done; the handler registered with an ``Engine``'s `handle`
/// does it. Commands are the only boundary to the world: networks, disks, clocks, random numbers and new identifiers
/// all come in as the answer to one, so a test, a preview or a replay is only another set of handlers.
///
/// ```swift
/// struct FetchBooks: Command { typealias Output = [Book] }
/// ```
///
/// Two commands are compared when two flows are: by `==` where the command is `Equatable`, else part by part.
public protocol Command: Sendable {
    /// What a successful answer holds. Any `Sendable` type, a tuple too.
    associatedtype Output: Sendable
    /// What a report on the way holds. `Void` unless declared; a command whose progress is `Void` and whose handler is
    /// an asynchronous function reports it once, when the handler starts.
    associatedtype Progress: Sendable = Void
    /// What the handler may throw. `any Error` unless declared.
    associatedtype Failure: Error = any Error
}
