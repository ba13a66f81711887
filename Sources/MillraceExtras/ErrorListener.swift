public import Millrace

/// A middleware that passes every message and is called for errors.
public struct ErrorListener: FailureMiddleware {
    private let hear: (any Error, Message) -> Void

    /// Creates a middleware that calls `hear` with each error.
    public init(_ hear: @escaping (any Error, Message) -> Void) { self.hear = hear }

    /// Reports the failure of a command, and passes every message.
    public func intercept(_ message: Message) -> Decision {
        if let error = message.error, !message.content.isReported { hear(error, message) }
        return .pass
    }

    /// Reports the error of a worker or of a middleware.
    public func failed(_ error: any Error, _ message: Message) { hear(error, message) }
}

extension Middleware where Self == ErrorListener {
    /// Reports each error once, with its message: the failure of a command as its event passes, the error of a worker
    /// or of a middleware as it is thrown. Passes every message.
    ///
    /// Put it first to see the events that other middleware changes or holds.
    public static func onError(_ hear: @escaping (any Error, Message) -> Void) -> ErrorListener { ErrorListener(hear) }
}
