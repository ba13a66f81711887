extension Engine {
    /// Decides about a held message.
    ///
    /// With ``Decision/pass`` or ``Decision/change(to:)`` the message goes on at the middleware after the one that held
    /// it. Any other decision has the effect that it would have had if that middleware had returned it. The message
    /// takes its place at the end of the queue; if no turn is under way, the decision has happened when this returns.
    ///
    /// - Parameters:
    ///   - id: The ``Message/id`` of the message. If the message was cancelled while it was held, this does nothing. An
    ///     id that was never held or was already resumed is a ``Fault/Kind/unknownHeldMessage``.
    ///   - decision: Defaults to passing the message.
    public func resume(_ id: UInt64, with decision: Decision = .pass) {
        if let passage = held.passages[id] {
            passage.resume(with: decision)
        } else if !held.forget(id) {
            report(.unknownHeldMessage(id))
        }
    }
}

/// The messages that middleware holds.
struct HeldMessages {
    /// How many ended ids are remembered.
    private static let memory = 1_000

    /// The held messages, by their ids.
    var passages: [UInt64: Passage] = [:]
    /// The ids of messages that were cancelled while they were held, so that resuming them is not a fault. Once there
    /// are too many, the smallest are discarded.
    private var cancelled: Set<UInt64> = []

    /// The held messages, oldest first.
    var inOrder: [Passage] { passages.values.sorted { $0.message.id < $1.message.id } }

    /// Notes that a message ended while it was held.
    mutating func cancel(_ id: UInt64) {
        passages[id] = nil
        cancelled.insert(id)
        if cancelled.count >= 2 * Self.memory { cancelled = Set(cancelled.sorted().suffix(Self.memory)) }
    }

    /// - Returns: Whether a message of this id ended while it was held, and was not resumed since.
    mutating func forget(_ id: UInt64) -> Bool { cancelled.remove(id) != nil }
}
