/// The decision of a middleware about a message: the message passes, changes, waits, or ends unprocessed.
///
/// A middleware returns a decision for each message. For a held message, ``Engine/resume(_:with:)`` makes the next decision.
///
/// ```swift
/// func intercept(_ message: Message) -> Decision {
///     message.payload is Delete ? .hold(for: .seconds(5)) : .pass
/// }
/// ```
///
/// Prefer a typed middleware, whose decisions fit the message, such as `.intercept(Cart.self) { action in … }`.
///
/// | decision | effect on the message |
/// |---|---|
/// | ``pass``, ``pass(copies:)``, ``change(to:)`` | goes to the next middleware, then is processed |
/// | ``hold``, ``hold(for:)``, ``hold(until:)`` | waits for a later decision |
/// | ``cancel(because:)``, ``fail(with:)``, ``drop``, ``drop(copies:)`` | ends unprocessed |
/// | ``redirect(to:)``, ``redirect(to:on:)`` | ends unprocessed, and a flow is performed instead |
public struct Decision {
    enum Kind {
        case change(Any)
        case hold
        case holdFor(Duration)
        case holdUntil(() async throws -> Decision)
        case cancel(any Error)
        case fail(any Error)
        /// A flow of a reducer of this type, performed on the given store, or on the message's own store if it is `nil`.
        case redirect(FlowNode, any Reducer.Type, on: StoreCore?)
        case drop
        case passCopies
    }

    /// The content of a decision. It is an object, because most decisions are `pass`, which needs no content.
    final class Content {
        let kind: Kind
        let copies: [Message]

        init(_ kind: Kind, _ copies: [Message]) { (self.kind, self.copies) = (kind, copies) }
    }

    /// The content; `nil` for `pass`.
    let content: Content?

    private init(content: Content?) { self.content = content }

    init(_ kind: Kind, copies: [Message] = []) { content = Content(kind, copies) }

    /// Creates the decision of a middleware that has thrown an error.
    init(failing error: any Error) { self.init(error is CancellationError ? .cancel(error) : .fail(error)) }

    // MARK: Passing

    /// Passes the message to the next middleware. After the last one, the message is processed.
    public static var pass: Decision { Decision(content: nil) }

    /// Passes the message, and appends `copies` to the queue.
    ///
    /// Each copy is a new message that goes through all middleware. Create a copy with another payload with
    /// ``Message/with(_:)``. The receipt of the message also waits for the copies.
    ///
    /// A copy of a command executes the command once more. Its events have the same receivers as those of the first execution.
    /// If the last event of a command is copied, the last copy ends the command.
    ///
    /// A copy with a payload that does not fit is ignored, and reports ``Fault/Kind/wrongPayload``.
    public static func pass(copies: Message...) -> Decision { pass(copies: copies) }

    package static func pass(copies: [Message]) -> Decision { Decision(.passCopies, copies: copies) }

    /// Passes the message with another payload.
    ///
    /// The new payload must have the type of the old one. There are two exceptions: a command may become a command of another
    /// type, and a fact a fact of another type. Any other payload reports ``Fault/Kind/wrongPayload`` and cancels the message.
    public static func change(to payload: Any) -> Decision { Decision(.change(payload)) }

    // MARK: Holding

    /// Holds the message until ``Engine/resume(_:with:)`` is called with its ``Message/id``. Other messages are processed
    /// meanwhile.
    ///
    /// A held message counts as an effect in the engine's resource counts. It is cancelled when its store is released, or when
    /// its receipt or its command is cancelled. A message that is still held when the engine is shut down
    /// reports ``Fault/Kind/heldAtShutdown``.
    public static var hold: Decision { Decision(.hold) }

    /// Holds the message for `duration` on the engine's clock, then passes it.
    ///
    /// ``Engine/resume(_:with:)`` can end the wait earlier.
    public static func hold(for duration: Duration) -> Decision { Decision(.holdFor(duration)) }

    /// Holds the message until `decide` returns a decision, and applies that decision.
    ///
    /// `decide` runs on the engine's actor. If it throws an error, the message fails with the error. If it throws a
    /// `CancellationError`, the message is cancelled. The task of `decide` is cancelled if the message ends earlier, or if
    /// ``Engine/resume(_:with:)`` resumes the message.
    public static func hold(until decide: @escaping () async throws -> Decision) -> Decision {
        Decision(.holdUntil(decide))
    }

    // MARK: Ending without a turn

    /// Cancels the message. Its receipt throws `reason`, which defaults to `CancellationError`.
    public static func cancel(because reason: any Error = CancellationError()) -> Decision {
        Decision(.cancel(reason))
    }

    /// Fails the message. Has the same effect as throwing `error` from ``Middleware/intercept(_:)``.
    ///
    /// The receipt throws `error`, and each ``FailureMiddleware`` is called. A command ends with the error as its `.failure` if
    /// its `Failure` type allows this. If the message is an event, its command ends in this way.
    public static func fail(with error: any Error) -> Decision { Decision(.fail(error)) }

    /// Ends the message as if it had been processed. Its receipt throws no error.
    public static var drop: Decision { Decision(.drop) }

    /// Ends the message as if it had been processed, and appends `copies` to the queue, as ``pass(copies:)`` does.
    public static func drop(copies: Message...) -> Decision { drop(copies: copies) }

    package static func drop(copies: [Message]) -> Decision { Decision(.drop, copies: copies) }

    /// Performs `flow` instead of the message, on the message's own store: the store that the message is for or comes from.
    ///
    /// The receipt of the message ends with the flow. If the message does not belong to a store of `R`, it is cancelled and
    /// reports ``Fault/Kind/wrongPayload``. Use ``redirect(to:on:)`` to name the store.
    public static func redirect<R: Reducer>(to flow: Flow<R>) -> Decision {
        Decision(.redirect(flow.node, R.self, on: nil))
    }
}
