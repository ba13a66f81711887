/// Decides what becomes of each message before its turn: lets it on, changes it, holds it, cancels it, redirects it.
///
/// ```swift
/// struct Log: Middleware {
///     func intercept(_ message: Message, next: Next) {
///         print(message)
///         next(message)
///     }
/// }
/// engine.middleware = [Log(), Gatekeeper()]
/// ```
/// Every action, command, event, fact, output, input, transition and request passes the engine's middleware, first to last, in its turn and on the
/// engine's actor. What a middleware sends waits its turn.
public protocol Middleware {
    /// Decides about `message`, by calling `next`, now or later.
    ///
    /// Calling it with the message lets it on; with another payload of the same type changes it; a command or a fact
    /// may give way to one of another type. Calling it later holds the message while everything else goes on.
    ///
    /// - Throws: what the message shall fail with: it has no turn. A command ends with the error as its `.failure`,
    ///   where its `Failure` can hold it, and so does the command of an event; whoever awaits the message is told; and
    ///   each ``FailureMiddleware`` hears it. An error that is thrown after `next` was called changes nothing for the
    ///   message, but is told all the same.
    func intercept(_ message: Message, next: Next) throws
}

/// A middleware that also hears of what goes wrong.
public protocol FailureMiddleware: Middleware {
    /// Hears the error of a worker, with the action that it worked on, or of a middleware, with the message that it
    /// threw for.
    ///
    /// Once for each error, on the engine's actor, before whoever awaits is resumed; first middleware to last. What
    /// a command fails with is its ``Event/failure(_:)`` and passes ``Middleware/intercept(_:next:)`` as such.
    func failed(_ error: any Error, _ message: Message)
}
