public import Millrace

/// A middleware that passes every message and is called for errors.
public struct ErrorListener: FailureMiddleware {
    private let handler: (any Error, Message) -> Void

    /// Creates a middleware that calls `handler` with each error.
    public init(_ handler: @escaping (any Error, Message) -> Void) { self.handler = handler }

    /// Reports the failure of a command, and passes every message.
    public func intercept(_ message: Message) -> Decision {
        if let error = message.error, !message.content.isReported { handler(error, message) }
        return .pass
    }

    /// Reports the error of a worker or of a middleware.
    public func failed(_ error: any Error, _ message: Message) { handler(error, message) }
}

extension Middleware where Self == ErrorListener {
    /// Reports each error once, with its message: the failure of a command as its event passes, the error of a worker
    /// or of a middleware as it is thrown. Passes every message.
    ///
    /// Put it first to see the events that other middleware changes or holds.
    public static func onError(_ handler: @escaping (any Error, Message) -> Void) -> ErrorListener {
        ErrorListener(handler)
    }
}
