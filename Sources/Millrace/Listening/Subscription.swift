/// A registration: a subscriber, a listener, a reaction, a handler.
///
/// It lasts until it is cancelled, its owner is released, or what it is registered with ends. Releasing the
/// subscription does not end it: store it in ``SubscriptionBag`` to end it with them.
public final class Subscription {
    private static let cancelled: UInt8 = 1, owned: UInt8 = 2, waiting: UInt8 = 4

    /// Its place in the order of registration.
    let number: UInt64
    // Accesses are unchecked, because a check costs more than the access. Safe: only the engine's actor touches them.
    @exclusivity(unchecked) private weak var owner: AnyObject?
    /// Zero if it is notified without another condition.
    @exclusivity(unchecked) private var flags: UInt8
    /// Called once, when it is cancelled.
    @exclusivity(unchecked) var onCancel: ((Subscription) -> Void)?

    init(number: UInt64, owner: AnyObject? = nil, isStarted: Bool = true) {
        (self.number, self.owner) = (number, owner)
        flags = (owner == nil ? 0 : Self.owned) | (isStarted ? 0 : Self.waiting)
    }

    package var isCancelled: Bool { flags & Self.cancelled != 0 }

    /// Whether it will be notified again.
    public var isActive: Bool { !isCancelled && (flags & Self.owned == 0 || owner != nil) }

    /// Whether it is notified now: it is active and has started.
    @inline(__always) var isNotified: Bool { flags == 0 || (flags & Self.waiting == 0 && isActive) }

    /// Begins to notify it. A subscriber starts with its first value.
    func start() { flags &= ~Self.waiting }

    /// Ends it. It is not notified after this, not even in a notification under way; a second call does nothing.
    public func cancel() {
        guard !isCancelled else { return }
        flags |= Self.cancelled
        onCancel.take()?(self)
    }

    /// Stores it in `bag`, which ends it.
    public func store(in bag: SubscriptionBag) { bag.insert(self) }
}
