public import Millrace

/// The parts of an engine that ``Engine/reset(_:)`` removes.
public struct Reset: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates an option set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The workers of every store. They are removed, and their current work is cancelled.
    public static let workers = Reset(rawValue: 1)
    /// The middleware. It is removed, and the messages that it holds are cancelled.
    public static let middleware = Reset(rawValue: 2)
    /// The records of a history and of other observers of turns. They continue to record.
    public static let history = Reset(rawValue: 4)
    /// The workers, the middleware and the records.
    public static let all: Reset = [.workers, .middleware, .history]
}

extension Engine {
    /// Removes the given parts. Stores, states, handlers and listeners are not changed.
    ///
    /// Receipts of work that the reset cancels throw ``EngineReset``. A turn in progress is completed.
    public func reset(_ parts: Reset = .all) {
        let reason = EngineReset(parts: parts)
        perform {
            if parts.contains(.middleware) {
                middleware = []
                for store in [0] + storesInOrder.map(\.machineNumber) {
                    effects.cancelAll(of: store, because: reason) { kind, _ in kind == .held }
                }
            }
            if parts.contains(.history) {
                observers.forEach { $0.reset() }
            }
            if parts.contains(.workers) {
                for store in storesInOrder {
                    effects.cancelAll(of: store.machineNumber, because: reason) { kind, _ in kind == .worker }
                }
                workers.cancelAll()
            }
        }
    }
}
