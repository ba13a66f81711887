import Millrace

/// The way into a store from other threads and actors: bounded, ordered for each sender, and `Sendable`.
///
/// What is put in is reduced on the store's actor, one action a turn. When it is full, its ``Policy`` decides.
public struct Inbox<Action: Sendable>: Sendable {
    /// What becomes of an action that finds the inbox full.
    public enum Policy: Sendable {
        /// ``Inbox/send(_:)`` waits for room; ``Inbox/offer(_:)``, which cannot wait, is rejected.
        case wait
        /// It is rejected.
        case reject
        /// The oldest action that waits gives way to it.
        case dropOldest
        /// It takes the place of a waiting action with the same key, full or not; without one it is rejected when full.
        case coalesce(by: @Sendable (Action) -> any Hashable & Sendable)
    }

    /// What became of an action.
    public enum OfferResult: Hashable, Sendable {
        /// It will be reduced.
        case accepted
        /// It took the place of one that waited, or the oldest was discarded for it: that one is not reduced.
        case replaced
        /// The inbox was full.
        case rejected
        /// The store has gone, or its engine was shut down.
        case closed
    }

    /// What has passed, since the inbox was made.
    public struct Counters: Hashable, Sendable {
        /// How many actions were taken in.
        public var accepted = 0
        /// How many of them were reduced, or handed to the loop to be.
        public var delivered = 0
        /// How many gave way to a newer one.
        public var replaced = 0
        /// How many were rejected.
        public var rejected = 0
        /// How many wait now.
        public var waiting = 0
        /// How many waited at most.
        public var maxWaiting = 0
    }

    /// Why an action was not taken in.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The inbox was full and its policy does not wait.
        case full(capacity: Int)
        /// The store has gone, or its engine was shut down.
        case closed

        /// A sentence.
        public var description: String {
            switch self {
            case .full(let capacity): "The inbox is full: \(capacity) actions wait."
            case .closed: "The inbox is closed: its store has gone or its engine was shut down."
            }
        }
    }

    @usableFromInline let slot: InboxSlot<Action>

    @usableFromInline init(slot: InboxSlot<Action>) { self.slot = slot }

    /// Puts `action` in, or says why not; never waits. From any thread.
    @discardableResult @inlinable
    public func offer(_ action: Action) -> OfferResult { slot.offer(action) }

    /// Puts `action` in; waits for room where the policy says so.
    ///
    /// - Throws: ``Failure``; or `CancellationError` when the task is cancelled while it waits, and then the action was
    ///   not put in.
    @inlinable public func send(_ action: Action) async throws {
        while true {
            switch slot.offer(action, countsRejection: !slot.waits) {
            case .accepted, .replaced: return
            case .closed: throw Failure.closed
            case .rejected:
                guard slot.waits else { throw Failure.full(capacity: slot.capacity) }
                try await slot.waitForRoom()
            }
        }
    }

    /// Waits until all that was put in before has been reduced, or the store was released.
    public func settled() async { await slot.settle() }

    /// What has passed until now.
    public var counters: Counters { slot.counters }
}
