public import Millrace

/// A middleware that calls a function with each error, and passes every message.
public struct ErrorListener: FailureMiddleware {
    private let handler: (any Error, Message) -> Void

    /// Creates a middleware that calls `handler` with each error.
    public init(_ handler: @escaping (any Error, Message) -> Void) { self.handler = handler }

    /// Calls the function if the message is the failure of a command, and passes the message.
    public func intercept(_ message: Message) -> Decision {
        if let error = message.error, !message.content.isReported { handler(error, message) }
        return .pass
    }

    /// Calls the function with the error of a worker or of a middleware.
    public func failed(_ error: any Error, _ message: Message) { handler(error, message) }
}

extension Middleware where Self == ErrorListener {
    /// Calls `handler` once with each error and its message, and passes every message.
    ///
    /// `handler` runs on the engine's actor. The failure of a command is reported when its event passes this middleware. The
    /// error of a worker or of a middleware is reported when it is thrown.
    ///
    /// Make it the first middleware to receive events before other middleware changes or holds them.
    public static func onError(_ handler: @escaping (any Error, Message) -> Void) -> ErrorListener {
        ErrorListener(handler)
    }
}
