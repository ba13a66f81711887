/// A registration: a subscriber, a listener, a reaction, a handler.
///
/// It lasts until it is cancelled, its owner goes, or what it is registered with ends. Dropping the subscription does
/// not end it: keep it in ``Subscriptions`` to end it with you.
public final class Subscription {
    /// Its place in the order of registration.
    let number: UInt64
    // Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches them.
    private(set) weak var owner: AnyObject?
    let hasOwner: Bool
    package private(set) var isCancelled = false
    var onCancel: (() -> Void)?
    /// Whether it is notified; a subscriber is so from its first value on.
    var isStarted = true

    init(number: UInt64, owner: AnyObject? = nil) {
        (self.number, self.owner, hasOwner) = (number, owner, owner != nil)
    }

    /// Whether it will be heard of again.
    public var isActive: Bool { !isCancelled && (!hasOwner || owner != nil) }

    /// Ends it. Nothing is heard after this, not even what is under way; a second call does nothing.
    public func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        onCancel.take()?()
    }

    /// Keeps it in `bag`, which ends it.
    public func store(in bag: Subscriptions) { bag.insert(self) }
}
