/// The result of a message to a store of another engine.
public struct RemoteReceipt: Sendable {
    /// Whether a message with the same id was sent before, so that this one is not reduced.
    public let isRepeat: Bool
    private let wait: @Sendable () async throws -> Void

    package init(isRepeat: Bool = false, _ wait: @escaping @Sendable () async throws -> Void) {
        (self.isRepeat, self.wait) = (isRepeat, wait)
    }

    /// Returns when the turn of the message is stored; if the engine was not open, when the message is stored in its inbox, and will be reduced.
    ///
    /// If the engine is not durable, returns when it has processed its queue, or yields its actor within a long slice of turns. An action
    /// that the inbox has discarded for a newer one counts as stored.
    ///
    /// - Throws: ``RemoteError`` if the engine ends before. Then it is unknown whether the message is stored: send it again with its id.
    public func stored() async throws { try await wait() }
}
