/// A middleware that is also called for errors.
public protocol FailureMiddleware: Middleware {
    /// Called with the error of a worker and the worker's action, or with the error of a middleware and its message.
    ///
    /// Called once for each error, on the engine's actor, from the first middleware to the last, before a waiting receipt is
    /// resumed. The failure of a command is not passed to this method: it is an ``Event/failure(_:)``, which
    /// ``Middleware/intercept(_:)`` receives.
    func failed(_ error: any Error, _ message: Message)
}
