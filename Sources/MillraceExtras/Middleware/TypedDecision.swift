public import Millrace

/// The decision of a typed middleware. It is a ``Decision`` in which every payload has the type of the message's payload, and the
/// error of a command or an event the type of the command's failure.
///
/// | middleware | decision |
/// |---|---|
/// | `.intercept(Cart.self) { action in … }` | ``ActionDecision`` |
/// | `.intercept(Pay.self) { command in … }` | ``CommandDecision`` |
/// | `.intercept(eventsOf: Pay.self) { event in … }` | ``EventDecision`` |
/// | `.intercept(SignedOut.self) { fact in … }` | ``FactDecision`` |
///
/// `Subject` is the named type. A decision that does not fit does not compile, so a typed middleware never reports
/// ``Fault/Kind/wrongPayload``.
public struct TypedDecision<Subject, Payload, Failure: Error> {
    /// Returns the decision about a message; `nil` for ``pass``.
    private let make: ((Message) -> Decision)?

    private init(_ make: ((Message) -> Decision)?) { self.make = make }

    private init(_ decision: Decision) { make = { _ in decision } }

    func decision(about message: Message) -> Decision { make?(message) ?? .pass }

    /// Passes the message to the next middleware.
    public static var pass: Self { Self(nil) }

    /// Passes the message, and appends messages with the payloads `copies` to the queue, as ``Decision/pass(copies:)`` does.
    public static func pass(copies: Payload...) -> Self {
        Self { message in .pass(copies: copies.map { message.with($0) }) }
    }

    /// Passes the message with another payload, as ``Decision/change(to:)`` does.
    public static func change(to payload: Payload) -> Self { Self(.change(to: payload)) }

    /// Holds the message until ``Engine/resume(_:with:)`` is called, as ``Decision/hold`` does.
    public static var hold: Self { Self(.hold) }

    /// Holds the message for `duration`, then passes it, as ``Decision/hold(for:)`` does.
    public static func hold(for duration: Duration) -> Self { Self(.hold(for: duration)) }

    /// Holds the message until `decide` returns a decision, as ``Decision/hold(until:)`` does.
    public static func hold(until decide: @escaping () async throws(Failure) -> Self) -> Self {
        Self { message in .hold(until: { try await decide().decision(about: message) }) }
    }

    /// Cancels the message, as ``Decision/cancel(because:)`` does.
    public static func cancel(because reason: any Error = CancellationError()) -> Self {
        Self(.cancel(because: reason))
    }

    /// Fails the message, as ``Decision/fail(with:)`` does.
    public static func fail(with error: Failure) -> Self { Self(.fail(with: error)) }

    /// Ends the message as if it had been processed, as ``Decision/drop`` does.
    public static var drop: Self { Self(.drop) }

    /// Ends the message as if it had been processed, and appends messages with the payloads `copies` to the queue, as
    /// ``Decision/drop(copies:)`` does.
    public static func drop(copies: Payload...) -> Self {
        Self { message in .drop(copies: copies.map { message.with($0) }) }
    }

    /// Performs `flow` on `store` instead of the message, as ``Decision/redirect(to:on:)`` does.
    public static func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Self {
        Self(.redirect(to: flow, on: store))
    }
}

extension TypedDecision where Subject: Reducer {
    /// Performs `flow` instead of the action, on the action's own store, as ``Decision/redirect(to:)`` does.
    public static func redirect(to flow: Flow<Subject>) -> Self { Self(.redirect(to: flow)) }
}
