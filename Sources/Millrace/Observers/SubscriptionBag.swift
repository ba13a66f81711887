/// Subscriptions that are cancelled together: when the bag is released, or by ``cancelAll()``.
public final class SubscriptionBag {
    private var members: [Subscription] = []

    /// Creates an empty bag.
    public init() {}

    deinit { cancelAll() }

    /// Adds a subscription.
    public func insert(_ subscription: Subscription) {
        if members.count > 32, members.count.nonzeroBitCount == 1 { members.removeAll { !$0.isActive } }
        members.append(subscription)
    }

    /// Cancels all subscriptions, first to last, and releases them.
    public func cancelAll() {
        let ended = members
        members = []
        for subscription in ended { subscription.cancel() }
    }
}
