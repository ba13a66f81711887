/// A typed request for work, which exactly one handler performs.
///
/// A command is a value that describes *what* to do. The handler that is registered with an ``Engine``'s `handle` does it.
/// Networks, disks, clocks, random numbers and new identifiers are reached only through commands. A test, a preview or a replay
/// therefore differs from the real program only in its handlers.
///
/// ```swift
/// struct FetchBooks: Command { typealias Output = [Book] }
/// ```
///
/// When two flows are compared, their commands are compared by `==` if they are `Equatable`, otherwise property by
/// property, by reflection.
public protocol Command: Sendable {
    /// The type of a successful result: any `Sendable` type, also a tuple. ``Reducer/Output`` is something else: the values
    /// that a feature reports.
    associatedtype Output: Sendable
    /// The type of a progress value. Defaults to `Void`. A command whose progress is `Void` and whose handler is an
    /// asynchronous function reports it once, when the handler starts.
    associatedtype Progress: Sendable = Void
    /// The type of the errors that the handler may throw. Defaults to `any Error`.
    associatedtype Failure: Error = any Error
}
