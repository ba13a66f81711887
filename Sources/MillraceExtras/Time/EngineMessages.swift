public import Millrace

/// The messages of an engine that every listener receives, for tasks that wait for one. It does not retain the engine.
///
/// ```swift
/// let messages = engine.messages
/// engine.handle(Checkout.self) { order in
///     try await messages.first(of: Paid.self, within: .seconds(30)) { $0.order == order.id }
///     return try await api.ship(order)
/// }
/// ```
/// A wait receives messages from its call on. Between two waits nothing is kept, so a message may come in between.
public struct EngineMessages {
    private let place: WaitPlace

    init(_ engine: Engine) { place = WaitPlace(engine.posted) }

    /// Waits for the first fact of this type, from the call on, for which `isMeant` returns `true`.
    ///
    /// It is called on the engine's actor in the fact's turn, when every store has reduced it.
    ///
    /// - Parameters:
    ///   - type: The type of the fact.
    ///   - limit: The longest wait on the engine's clock. Defaults to `nil`: no limit.
    ///   - isMeant: Defaults to any fact of the type.
    /// - Throws: ``WaitTimedOut``; `CancellationError` if the task is cancelled; ``EngineShutDown`` if the engine ends.
    @discardableResult
    public func first<F: Fact>(
        of type: F.Type = F.self, within limit: Duration? = nil, where isMeant: @escaping (F) -> Bool = { _ in true }
    ) async throws -> F {
        try await first(within: limit) {
            $0.listen(to: type, $1)
        } where: {
            isMeant($0)
        }
    }

    /// Waits for the first event of a command of this type, from the call on, for which `isMeant` returns `true`.
    ///
    /// A failure counts as handled while a task waits here. The rest is as for facts.
    @discardableResult
    public func first<C: Command>(
        of type: C.Type, within limit: Duration? = nil, where isMeant: @escaping (Event<C>) -> Bool = { _ in true }
    ) async throws -> Event<C> {
        try await first(within: limit) {
            $0.listen(to: type, $1)
        } where: {
            isMeant($0)
        }
    }

    private func first<Value: Sendable>(
        within limit: Duration?, _ listen: (Engine, @escaping (Value) -> Void) -> Subscription,
        where isMeant: @escaping (Value) -> Bool
    ) async throws -> Value {
        let found = Found<Value>()
        try await place.wait { engine, wait in
            let waits = engine.waits
            let subscription = listen(engine) { [unowned waits] value in
                if !wait.hasEnded, isMeant(value) { waits.end(wait, with: value, found) }
            }
            wait.onEnd { subscription.cancel() }
            if let limit { wait.end(in: engine, after: limit, because: WaitTimedOut(after: limit)) }
        }
        return found.take()
    }
}

extension Engine {
    /// The facts and events of the engine, for tasks that wait for one.
    public var messages: EngineMessages { EngineMessages(self) }
}
