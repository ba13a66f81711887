/// A middleware made of a function.
///
/// ```swift
/// engine.middleware = [.log(), .intercept { message, next in next(message) }]
/// ```
public struct Interceptor: Middleware {
    private let body: (Message, Next) throws -> Void

    /// A middleware that decides as `body` does.
    public init(_ body: @escaping (Message, Next) throws -> Void) { self.body = body }

    /// Decides as the function does.
    public func intercept(_ message: Message, next: Next) throws { try body(message, next) }
}

/// A middleware that lets everything on and hears what goes wrong.
public struct ErrorListener: FailureMiddleware {
    private let hear: (any Error, Message) -> Void

    /// A middleware that calls `hear` with each error.
    public init(_ hear: @escaping (any Error, Message) -> Void) { self.hear = hear }

    /// Hears the failure of a command, and lets every message on.
    public func intercept(_ message: Message, next: Next) {
        if let error = message.error, !message.isTold { hear(error, message) }
        next(message)
    }

    /// Hears the error of a worker or of a middleware.
    public func failed(_ error: any Error, _ message: Message) { hear(error, message) }
}

// The ready-made ones are for messages of every kind; `condition` tells those that are meant:
// `{ $0.kind == .command }`, `{ $0.payload is FetchBooks }`.
extension Middleware where Self == Interceptor {
    /// Decides as `body` does.
    public static func intercept(_ body: @escaping (Message, Next) throws -> Void) -> Interceptor { Interceptor(body) }

    /// Writes each message that is meant, on the engine's actor, before its turn: its number, that of its cause, and
    /// what it holds.
    ///
    /// Prints it unless `write` does something else.
    public static func log(
        _ write: @escaping (String) -> Void = { print($0) },
        where condition: @escaping (Message) -> Bool = { _ in true }
    ) -> Interceptor {
        Interceptor { message, next in
            if condition(message) {
                let cause = message.cause == 0 ? "" : " because of \(message.cause)"
                write("\(message.id)\(cause): \(message)")
            }
            next(message)
        }
    }

    /// Cancels the messages that are meant: whoever awaits one gets `CancellationError`.
    public static func abort(where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { message, next in
            if condition(message) { next.cancel() } else { next(message) }
        }
    }

    /// Fails the messages that are meant, as ``Middleware/intercept(_:next:)`` does when it throws.
    public static func fail(
        with error: any Error, where condition: @escaping (Message) -> Bool
    ) -> Interceptor {
        Interceptor { message, next in
            if condition(message) { throw error }
            next(message)
        }
    }

    /// Ends the messages that are meant as though they were done: they have no turn, and nobody gets an error.
    public static func silence(where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { message, next in
            if condition(message) { next.silence() } else { next(message) }
        }
    }

    /// Holds the messages that are meant for `delay` on the engine's clock.
    public static func delay(_ delay: Duration, where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { message, next in
            if condition(message) { next(message, after: delay) } else { next(message) }
        }
    }

    /// Holds the messages that are meant until `decide` returns, on the engine's actor, while everything else goes on.
    ///
    /// What it returns is let on, changed or not; `nil` silences the message; an error that it throws fails it. It is
    /// cancelled with the message.
    public static func async(
        where condition: @escaping (Message) -> Bool = { _ in true },
        _ decide: @escaping (Message) async throws -> Message?
    ) -> Interceptor {
        Interceptor { message, next in
            if condition(message) { next(message, when: decide) } else { next(message) }
        }
    }
}

extension Middleware where Self == ErrorListener {
    /// Hears each error once, with the message that it belongs to: the failure of a command as its event passes, the
    /// error of a worker or of a middleware as it is thrown. Every message is let on.
    ///
    /// Put it first to hear of events that other middleware changes or holds.
    public static func onError(_ hear: @escaping (any Error, Message) -> Void) -> ErrorListener { ErrorListener(hear) }
}
