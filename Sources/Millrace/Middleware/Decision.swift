/// What becomes of a message: it passes, changes, waits, or ends without its turn.
///
/// A middleware returns a decision for each message. A held message gets a later one from ``Engine/resume(_:with:)``.
///
/// ```swift
/// func intercept(_ message: Message) -> Decision {
///     message.payload is Delete ? .hold(for: .seconds(5)) : .pass
/// }
/// ```
///
/// | decision | what becomes of the message |
/// |---|---|
/// | ``pass``, ``pass(copies:)``, ``change(to:)`` | goes to the next middleware, then to its turn |
/// | ``hold``, ``hold(for:)``, ``hold(until:)`` | waits for a later decision |
/// | ``cancel(because:)``, ``fail(with:)``, ``drop``, ``drop(copies:)`` | ends without its turn |
/// | ``redirect(to:)``, ``redirect(to:on:)`` | ends without its turn, and a flow is performed instead |
public struct Decision {
    enum Kind {
        case change(Any)
        case hold
        case holdFor(Duration)
        case holdUntil(() async throws -> Decision)
        case cancel(any Error)
        case fail(any Error)
        /// A flow of this type of reducer; on the store, or on the message's own.
        case redirect(FlowNode, any Reducer.Type, on: StoreCore?)
        case drop
        case passCopies
    }

    /// What is decided. An object, because most decisions are to pass, and need none.
    final class Content {
        let kind: Kind
        let copies: [Message]

        init(_ kind: Kind, _ copies: [Message]) { (self.kind, self.copies) = (kind, copies) }
    }

    /// `nil` to pass.
    let content: Content?

    private init(content: Content?) { self.content = content }

    init(_ kind: Kind, copies: [Message] = []) { content = Content(kind, copies) }

    // MARK: Going on

    /// Passes the message to the next middleware, or to its turn.
    public static var pass: Decision { Decision(content: nil) }

    /// Passes the message, and appends `copies` to the queue.
    ///
    /// Each copy has a turn of its own and passes the middleware from the first. Make one that differs with
    /// ``Message/with(_:)``. The receipt of the message waits for its copies too.
    ///
    /// A copy of a command is another run of it, and its events go where those of the first run go. The last copy of a
    /// command's last event ends the command. A copy with a payload that does not fit is a
    /// ``Fault/Kind/wrongPayload`` and is ignored.
    public static func pass(copies: Message...) -> Decision { Decision(.passCopies, copies: copies) }

    /// Passes the message with another payload.
    ///
    /// The payload has the type of the one that it replaces. Only a command may become a command of another type, and a
    /// fact a fact of another type. Any other payload is a ``Fault/Kind/wrongPayload`` and cancels the message.
    public static func change(to payload: Any) -> Decision { Decision(.change(payload)) }

    // MARK: Waiting

    /// Holds the message until ``Engine/resume(_:with:)`` is called with its ``Message/id``. Meanwhile everything else
    /// goes on.
    ///
    /// A held message counts as an effect in the engine's resource counts. It ends as cancelled when its store is
    /// released and when its receipt or its command is cancelled. One that is still held when the engine is shut down
    /// is a ``Fault/Kind/heldAtShutdown``.
    public static var hold: Decision { Decision(.hold) }

    /// Holds the message for `duration` on the engine's clock, then passes it.
    ///
    /// ``Engine/resume(_:with:)`` can end the wait early.
    public static func hold(for duration: Duration) -> Decision { Decision(.holdFor(duration)) }

    /// Holds the message until `decide` returns, then does what it returned.
    ///
    /// The function runs on the engine's actor. When it throws, the message fails with the error; a
    /// `CancellationError` cancels it. The function is cancelled when the message ends earlier, and when
    /// ``Engine/resume(_:with:)`` ends the wait.
    public static func hold(until decide: @escaping () async throws -> Decision) -> Decision {
        Decision(.holdUntil(decide))
    }

    // MARK: Ending without a turn

    /// Cancels the message. Its receipt throws `reason`, which defaults to `CancellationError`.
    public static func cancel(because reason: any Error = CancellationError()) -> Decision {
        Decision(.cancel(reason))
    }

    /// Fails the message. Does the same as throwing `error` from ``Middleware/intercept(_:)``.
    ///
    /// Its receipt throws `error`, and each ``FailureMiddleware`` is called. A command ends with the error as its
    /// `.failure` if its `Failure` type allows; the command of an event does too.
    public static func fail(with error: any Error) -> Decision { Decision(.fail(error)) }

    /// Ends the message as though it were done. Its receipt throws no error.
    public static var drop: Decision { Decision(.drop) }

    /// Ends the message as though it were done, and appends `copies` to the queue, as ``pass(copies:)`` does.
    public static func drop(copies: Message...) -> Decision { Decision(.drop, copies: copies) }

    /// Performs `flow` instead of the message, on the message's own store: the store that it is for or comes from.
    ///
    /// The receipt of the message ends with the flow. If the message does not belong to a store of `R`, it is cancelled
    /// with a ``Fault/Kind/wrongPayload``; name the store then with ``redirect(to:on:)``.
    public static func redirect<R: Reducer>(to flow: Flow<R>) -> Decision {
        Decision(.redirect(flow.node, R.self, on: nil))
    }
}
