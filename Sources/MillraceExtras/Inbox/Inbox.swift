import Millrace

/// The bounded way into a store from other threads and actors.
///
/// The engine has one queue. An action has its place in it from the moment at which it is offered: among all that its thread
/// sends, to this inbox, to other inboxes and by replies. It is pending until its turn comes, also while the engine is busy. The
/// capacity bounds the number of pending actions. When the inbox is full, its ``Policy`` decides.
///
/// The engine reduces pending actions in one of its actor's next jobs, each in its own turn, or before the next message that is
/// sent on the actor. No receipt waits for their effects.
///
/// When the store is released, its engine reports ``Fault/Kind/storeReleased`` once, with the number of pending actions. They are
/// not reduced. If the engine was released too, nothing is reported.
public struct Inbox<Action: Sendable>: Sendable {
    /// The handling of an action that is offered while the inbox is full.
    public enum Policy: Sendable {
        /// ``Inbox/send(_:)`` waits until there is space. ``Inbox/offer(_:)`` cannot wait, so it rejects the action.
        case wait
        /// Rejects the action.
        case reject
        /// Discards the oldest pending action.
        case dropOldest
        /// Discards the pending action with the same key, even if the inbox is not full. The new action has a new place, behind
        /// all that was sent before it. If there is no such action and the inbox is full, rejects the new one.
        case coalesce(by: @Sendable (Action) -> any Hashable & Sendable)
    }

    /// The result of offering an action.
    public enum OfferResult: Hashable, Sendable {
        /// The action was accepted.
        case accepted
        /// The action was accepted. It replaced a pending action, or the oldest pending action was discarded. The replaced or
        /// discarded action is not reduced.
        case replaced
        /// The action was not accepted, because the inbox was full.
        case rejected
        /// The action was not accepted, because the store was released or its engine was shut down.
        case closed
    }

    /// The numbers of actions since the inbox was created.
    public struct Counters: Hashable, Sendable {
        /// The number of accepted actions.
        public var accepted = 0
        /// The number of accepted actions that were sent to the store.
        public var delivered = 0
        /// The number of actions that were discarded or replaced for a newer action.
        public var replaced = 0
        /// The number of rejected actions.
        public var rejected = 0
        /// The number of actions that are pending now.
        public var waiting = 0
        /// The greatest number of actions that were pending at the same time.
        public var maxWaiting = 0
    }

    /// The error of an action that was not accepted.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The inbox was full, and its policy is not ``Inbox/Policy/wait``.
        case full(capacity: Int)
        /// The store was released, or its engine was shut down.
        case closed

        /// The error as a sentence.
        public var description: String {
            switch self {
            case .full(let capacity): "The inbox is full: \(capacity) actions are pending."
            case .closed: "The inbox is closed: its store was released, or its engine was shut down."
            }
        }
    }

    @usableFromInline let slot: InboxSlot<Action>

    @usableFromInline init(slot: InboxSlot<Action>) { self.slot = slot }

    /// Adds `action` to the inbox if there is space. Never waits.
    ///
    /// Any thread may call this function.
    ///
    /// - Returns: whether the action was accepted.
    @discardableResult @inlinable
    public func offer(_ action: Action) -> OfferResult { slot.offer(action) }

    /// Adds `action` to the inbox. Waits for space if the policy is ``Policy/wait``.
    ///
    /// Any thread or actor may call this function.
    ///
    /// - Throws: ``Failure`` if the action was not accepted, or `CancellationError` if the task is cancelled while it waits. In
    ///   both cases, the action is not reduced.
    @inlinable public func send(_ action: Action) async throws {
        while true {
            switch slot.offer(action, countsRejection: !slot.waitsForSpace) {
            case .accepted, .replaced: return
            case .closed: throw Failure.closed
            case .rejected:
                guard slot.waitsForSpace else { throw Failure.full(capacity: slot.capacity) }
                try await slot.waitForSpace()
            }
        }
    }

    /// The current numbers of actions. Any thread may read them.
    public var counters: Counters { slot.counters }
}
