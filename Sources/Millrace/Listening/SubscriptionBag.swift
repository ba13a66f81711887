/// SubscriptionBag that end together: with the bag, or all at once.
public final class SubscriptionBag {
    private var members: [Subscription] = []

    /// An empty bag.
    public init() {}

    deinit { cancelAll() }

    /// Takes in a subscription.
    public func insert(_ subscription: Subscription) {
        if members.count > 32, members.count.nonzeroBitCount == 1 { members.removeAll { !$0.isActive } }
        members.append(subscription)
    }

    /// Ends them, first to last, and lets them go.
    public func cancelAll() {
        let ended = members
        members = []
        for subscription in ended { subscription.cancel() }
    }
}
