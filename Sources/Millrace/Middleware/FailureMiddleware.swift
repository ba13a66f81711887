/// A middleware that is also called for errors.
public protocol FailureMiddleware: Middleware {
    /// Called with the error of a worker and its action, or with the error of a middleware and its message.
    ///
    /// It is called once for each error, on the engine's actor, first middleware to last, before a waiting receipt is
    /// resumed. The failure of a command is an ``Event/failure(_:)``, which passes ``Middleware/intercept(_:)``.
    func failed(_ error: any Error, _ message: Message)
}
