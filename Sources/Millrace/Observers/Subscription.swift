/// The registration of a subscriber, a listener, a worker or a handler.
///
/// A registration lasts until it is cancelled, its owner is released, or the object that it is registered with ends. Releasing
/// the subscription does not end the registration. To end it when another object is released, store the
/// subscription in a ``SubscriptionBag`` of that object.
public final class Subscription {
    private static let cancelled: UInt8 = 1, owned: UInt8 = 2, waiting: UInt8 = 4

    /// The position in the order of registration.
    let number: UInt64
    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses these
    // properties.
    @exclusivity(unchecked) private weak var owner: AnyObject?
    /// Zero if the subscriber is notified under no further condition.
    @exclusivity(unchecked) private var flags: UInt8
    /// Called once, when the subscription is cancelled.
    @exclusivity(unchecked) package var onCancel: ((Subscription) -> Void)?

    package init(number: UInt64, owner: AnyObject? = nil, isStarted: Bool = true) {
        (self.number, self.owner) = (number, owner)
        flags = (owner == nil ? 0 : Self.owned) | (isStarted ? 0 : Self.waiting)
    }

    package var isCancelled: Bool { flags & Self.cancelled != 0 }

    /// Whether the subscriber can still be notified.
    public var isActive: Bool { !isCancelled && (flags & Self.owned == 0 || owner != nil) }

    /// Whether the subscriber is notified now: the subscription is active and has started.
    @inline(__always) var isNotified: Bool { flags == 0 || (flags & Self.waiting == 0 && isActive) }

    /// Starts notifications. A subscriber starts when it receives its first value.
    package func start() { flags &= ~Self.waiting }

    /// Ends the registration. The subscriber is not notified again, not even by a notification under way. A second call does
    /// nothing.
    public func cancel() {
        guard !isCancelled else { return }
        flags |= Self.cancelled
        onCancel.take()?(self)
    }

    /// Stores the subscription in `bag`, which cancels it when the bag is released.
    public func store(in bag: SubscriptionBag) { bag.insert(self) }
}
