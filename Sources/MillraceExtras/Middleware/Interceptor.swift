public import Millrace

/// A middleware that consists of a function.
///
/// ```swift
/// engine.middleware = [.log(), .intercept { message in message.kind == .fact ? .drop : .pass }]
/// ```
public struct Interceptor: Middleware {
    private let body: (Message) throws -> Decision

    /// Creates a middleware that calls `body` to decide about each message.
    public init(_ body: @escaping (Message) throws -> Decision) { self.body = body }

    /// Returns the decision of the function.
    public func intercept(_ message: Message) throws -> Decision { try body(message) }
}

// These middlewares accept messages of every kind; `condition` selects the messages:
// `{ $0.kind == .command }`, `{ $0.payload is FetchBooks }`.
extension Middleware where Self == Interceptor {
    /// Calls `body` to decide about each message.
    public static func intercept(_ body: @escaping (Message) throws -> Decision) -> Interceptor { Interceptor(body) }

    /// Passes a line for each selected message to `write`: its id, the id of its cause, and its payload.
    ///
    /// The lines contain all values. For a log that others read, write ``Fault/name(of:)`` of each message.
    ///
    /// `write` is called before a store or a handler receives the message.
    ///
    /// `write` runs on the engine's actor. Prints every message by default.
    public static func log(
        _ write: @escaping (String) -> Void = { print($0) },
        where condition: @escaping (Message) -> Bool = { _ in true }
    ) -> Interceptor {
        Interceptor { message in
            if condition(message) {
                let cause = message.cause == 0 ? "" : " because of \(message.cause)"
                write("\(message.id)\(cause): \(message)")
            }
            return .pass
        }
    }

    /// Cancels the selected messages. Their receipts throw `CancellationError`.
    public static func abort(where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { condition($0) ? .cancel() : .pass }
    }

    /// Fails the selected messages with `error`.
    public static func fail(
        with error: any Error, where condition: @escaping (Message) -> Bool
    ) -> Interceptor {
        Interceptor { condition($0) ? .fail(with: error) : .pass }
    }

    /// Ends the selected messages without an error: they are not processed, and their receipts throw nothing.
    public static func drop(where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { condition($0) ? .drop : .pass }
    }

    /// Holds the selected messages for the duration `delay` on the engine's clock.
    public static func delay(_ delay: Duration, where condition: @escaping (Message) -> Bool) -> Interceptor {
        Interceptor { condition($0) ? .hold(for: delay) : .pass }
    }

    /// Holds the selected messages until `decide` returns. `decide` runs on the engine's actor. The engine continues to process
    /// other messages meanwhile.
    ///
    /// The returned message passes, changed or not. If `decide` returns `nil`, the message is dropped. If it throws, the
    /// message fails with the error. Cancelling the message cancels the task of `decide`.
    public static func async(
        where condition: @escaping (Message) -> Bool = { _ in true },
        _ decide: @escaping (Message) async throws -> Message?
    ) -> Interceptor {
        Interceptor { message in
            guard condition(message) else { return .pass }
            return .hold(until: {
                guard let decided = try await decide(message) else { return .drop }
                return decided.content === message.content ? .pass : .change(to: decided.payload)
            })
        }
    }
}
