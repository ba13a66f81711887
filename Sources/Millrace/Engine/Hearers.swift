/// Those who hear of one thing, in the order of registration.
///
/// One that is added while the others are told hears from the next time on; one that is cancelled meanwhile hears no more.
final class Hearers<Value> {
    struct Hearer {
        let subscription: Subscription
        let hear: (Value) -> Void
    }

    private var hearers: [Hearer] = []
    private var isClosed = false

    var isEmpty: Bool { hearers.isEmpty }
    /// How many will hear the next time; those whose owner has gone are let go first.
    var count: Int {
        prune()
        return hearers.count
    }

    /// Registers `hear` until the subscription is cancelled, its owner goes, or the list is closed.
    func add(
        number: UInt64, owner: AnyObject?, onClose: (() -> Void)? = nil, _ hear: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        guard !isClosed else {
            subscription.cancel()
            onClose?()
            return subscription
        }
        subscription.onCancel = { [weak self] in
            self?.remove(number)
            onClose?()
        }
        hearers.append(Hearer(subscription: subscription, hear: hear))
        return subscription
    }

    /// Tells everybody.
    func tell(_ value: Value) {
        var hasGone = false
        for hearer in hearers {
            if hearer.subscription.isActive { hearer.hear(value) } else { hasGone = true }
        }
        if hasGone { prune() }
    }

    /// Those who hear now.
    var current: [Hearer] { hearers }

    /// Lets everybody go.
    func close() {
        isClosed = true
        let all = hearers
        hearers = []
        for hearer in all { hearer.subscription.cancel() }
    }

    private func prune() {
        for hearer in hearers where !hearer.subscription.isActive { hearer.subscription.cancel() }
    }

    /// Numbers grow, so the place is found by halves.
    private func remove(_ number: UInt64) {
        var (low, high) = (0, hearers.count)
        while low < high {
            let middle = (low + high) / 2
            if hearers[middle].subscription.number < number { low = middle + 1 } else { high = middle }
        }
        if low < hearers.count, hearers[low].subscription.number == number { hearers.remove(at: low) }
    }
}
