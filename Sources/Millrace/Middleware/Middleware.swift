/// Decides what becomes of each message before its turn.
///
/// ```swift
/// struct Log: Middleware {
///     func intercept(_ message: Message) -> Decision {
///         print(message)
///         return .pass
///     }
/// }
/// engine.middleware = [Log(), Gatekeeper()]
/// ```
/// Every action, command, event, fact, output, input, transition and request passes the engine's middleware, first to
/// last, in its turn and on the engine's actor. What a middleware sends waits its turn. For what comes after a message,
/// take its ``Message/receipt``.
public protocol Middleware {
    /// Decides about `message`.
    ///
    /// - Throws: The error that the message fails with. It has no turn, and its receipt throws the error. A command
    ///   ends with the error as its `.failure` if its `Failure` type allows; the command of an event does too. Each
    ///   ``FailureMiddleware`` is called.
    func intercept(_ message: Message) throws -> Decision
}
