/// What ``Engine/reset(_:)`` empties.
public struct Reset: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// A reset of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The workers of every store: they are asked no more, and what they work on is cancelled.
    public static let workers = Reset(rawValue: 1)
    /// The middleware, and the messages that it holds, which are cancelled.
    public static let middleware = Reset(rawValue: 2)
    /// What the history remembers; it goes on recording.
    public static let history = Reset(rawValue: 4)
    /// All of these.
    public static let all: Reset = [.workers, .middleware, .history]
}

/// Why a receipt ended: what it waited for was ended by ``Engine/reset(_:)``.
public struct EngineReset: Error, Hashable, CustomStringConvertible {
    /// What was reset.
    public let parts: Reset

    /// The error of a reset of these parts.
    public init(parts: Reset) { self.parts = parts }

    /// A sentence.
    public var description: String { "The engine was reset before the work had ended." }
}

extension Reset: Hashable {}

extension Engine {
    /// Empties the given parts, and leaves the rest as it is: stores, states, handlers and listeners stay.
    ///
    /// Whoever awaits something that ends by it is resumed with ``EngineReset``. In the middle of a turn the turn goes
    /// on.
    public func reset(_ parts: Reset = .all) {
        let reason = EngineReset(parts: parts)
        perform(because: cause) {
            if parts.contains(.middleware) {
                middleware = []
                for effects in allEffects { effects.cancelAll(because: reason) { $0 is Passage } }
            }
            if parts.contains(.history) { history?.clear() }
            if parts.contains(.workers) {
                for core in cores { core.dismissWorkers(because: reason) }
            }
        }
    }

    /// The stores, in the order in which they were made.
    var cores: [any AnyCore] { stores.values.inOrder(of: \.number) }

    /// What every owner has running and waiting.
    var allEffects: [Effects] { [effects] + cores.map(\.effects) }
}
