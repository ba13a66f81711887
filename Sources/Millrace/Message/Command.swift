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
    /// The type of a progress value. Defaults to `Void`.
    ///
    /// A handler reports only the progress that it passes to its ``Reply``. If it is `Void`, a handler without a reply can
    /// report its start: `engine.handle(FetchBooks.self, reportsStart: true) { … }`.
    ///
    /// If it is `Never`, no handler and no test can report progress, and a `switch` over the events needs no case for it.
    associatedtype Progress: Sendable = Void
    /// The type of the errors that the handler may throw. Defaults to `any Error`.
    associatedtype Failure: Error = any Error
}
