public import Millrace

/// What ``Engine/reset(_:)`` empties.
public struct Reset: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// A reset of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The workers of every store: they are not called any more, and what they do is cancelled.
    public static let workers = Reset(rawValue: 1)
    /// The middleware, and the messages that it holds, which are cancelled.
    public static let middleware = Reset(rawValue: 2)
    /// What observers of the turns, such as a history, remember; they go on recording.
    public static let history = Reset(rawValue: 4)
    /// All of these.
    public static let all: Reset = [.workers, .middleware, .history]
}

extension Engine {
    /// Empties the given parts, and leaves the rest as it is: stores, states, handlers and listeners stay.
    ///
    /// Receipts of work that ends by it throw ``EngineReset``. In the middle of a turn the turn is completed.
    public func reset(_ parts: Reset = .all) {
        let reason = EngineReset(parts: parts)
        perform {
            if parts.contains(.middleware) {
                middleware = []
                for store in [0] + storesInOrder.map(\.machineNumber) {
                    cancelEffects(of: store, because: reason) { kind, _ in kind == .held }
                }
            }
            if parts.contains(.history) {
                for observer in observers { observer.reset() }
            }
            if parts.contains(.workers) {
                for store in storesInOrder {
                    cancelEffects(of: store.machineNumber, because: reason) { kind, _ in kind == .worker }
                    store.reducedActions.clear()
                    store.noteWorkers()
                }
            }
        }
    }
}
