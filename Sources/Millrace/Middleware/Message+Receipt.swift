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
    public var receipt: Receipt { Receipt(claim) }

    /// The claim of the receipt; made if there is none and the message has not passed the middleware.
    var claim: Claim? {
        if envelope.claim == nil, let engine = envelope.engine {
            envelope.claim = Claim(to: envelope.passage, on: engine)
        }
        return envelope.claim
    }
}
