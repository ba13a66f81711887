/// A message on its way through the middleware. It counts as an effect while it is held.
final class HeldMessage {
    var turn: Turn
    var message: Message
    let context: TurnContext
    /// The middleware that it passes, also if the engine's is replaced meanwhile.
    let middleware: [any Middleware]
    /// The middleware that decides.
    var index = 0
    /// The effect that it counts as while it is held.
    var task: EffectTask?
    /// What decides about it later, while it is held.
    var decider: Task<Void, Never>?
    /// Whether a middleware has changed the payload.
    var isChanged = false
    /// Whether the decision about it waits for its turn.
    var isResumed = false
    /// Whether its command waits for it, because it is an event that was held.
    var holdsEvent = false

    init(_ turn: consuming Turn, _ message: Message, _ context: TurnContext, _ middleware: [any Middleware]) {
        (self.turn, self.message, self.context, self.middleware) = (turn, message, context, middleware)
    }
}

/// What a message knows of its engine while middleware may ask for its receipt.
final class TurnContext {
    private weak var engine: Engine?
    /// The scope that the message belongs to.
    private let outer: Int32
    /// The message's own scope, once its receipt was asked for.
    private(set) var scope: Int32?
    private var receiptStorage: ReceiptStorage?
    /// The effect that the message counts as while middleware holds it.
    var holder: EffectTask?
    /// Whether the message has passed the middleware, or ended.
    private var isOver = false

    init(_ engine: Engine, scope: Int32) { (self.engine, outer) = (engine, scope) }

    var receipt: Receipt {
        if let receiptStorage { return Receipt(receiptStorage) }
        guard let engine, !isOver else { return .finished }
        let scope = engine.machine.openScope(parent: engine.requireScope(outer))
        let storage = engine.receipt(of: scope)
        (self.scope, receiptStorage) = (scope, storage)
        if let holder { engine.machine.narrow(holder.handle, to: scope) }
        return Receipt(storage)
    }

    /// The message has passed the middleware, or ended; the caller releases its scope.
    func end() -> Int32 {
        isOver = true
        return scope.take() ?? 0
    }
}

extension Message {
    /// The receipt of this message alone, for what comes after it or on its failure.
    ///
    /// It ends when the message has had its turn and every effect that it caused has ended, or when the message ends
    /// without its turn. It covers neither the message's cause nor the copies that middleware makes of it.
    ///
    /// Take it in ``Middleware/intercept(_:)`` or while the message is held. Taken for the first time after the message
    /// has passed the middleware, it has already finished.
    ///
    /// ```swift
    /// func intercept(_ message: Message) -> Decision {
    ///     let receipt = message.receipt
    ///     Task { try await receipt.finished() }
    ///     return .pass
    /// }
    /// ```
    public var receipt: Receipt { (storage.context as? TurnContext)?.receipt ?? .finished }
}
