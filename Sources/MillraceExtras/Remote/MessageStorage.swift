package import Millrace

/// The storage of a durable engine, as messages from other engines need it.
package protocol MessageStorage: CallScheduler {
    /// The names of a store in the storage; `nil` if it is not stored.
    func address(of store: StoreCore) -> StoreAddress?
    /// Notes the id of a message that is about to be sent.
    ///
    /// - Returns: Whether a message with this id was sent before, and this one must not be sent.
    /// - Throws: `EngineShutDown` if the storage was closed.
    func note(message id: String, isolation: isolated (any Actor)) async throws -> Bool
    /// Returns when the turn of the message with this id is stored.
    ///
    /// - Throws: `EngineShutDown` if the storage was closed, or the message was discarded.
    func stored(message id: String, isolation: isolated (any Actor)) async throws
    /// The number of the last check that no other process has the engine, also of one under way.
    var lastCheck: Int { get }
    /// Returns when a check after this one has succeeded; at once if no other process can have the engine.
    ///
    /// - Throws: `EngineShutDown` if another process has it, or the storage was closed.
    func confirm(after check: Int, isolation: isolated (any Actor)) async throws
}

extension Engine {
    /// The storage of the engine; `nil` if it is not durable.
    var messageStorage: (any MessageStorage)? { callScheduler as? any MessageStorage }
}
