/// Decides about each message before a store or a handler receives it.
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
///
/// A typed middleware needs no type of its own: `.intercept(Cart.self) { action in … }`.
///
/// Every action, command, event, fact, output, input, transition and request passes the engine's middleware, first to last. The
/// middleware is called in the message's turn, on the engine's actor. A message that a middleware sends is appended to the
/// queue.
///
/// To continue after everything that a message caused has ended, await its ``Message/receipt``.
public protocol Middleware {
    /// Decides about `message`.
    ///
    /// - Throws: The error with which the message fails. The message is then not processed, its receipt throws the error, and
    ///   each ``FailureMiddleware`` is called. A command ends with the error as its `.failure` if its `Failure` type allows
    ///   this. If the message is an event, its command ends in this way.
    func intercept(_ message: Message) throws -> Decision
}
