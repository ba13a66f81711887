/// Those who hear of one thing, in the order of registration.
///
/// One that is added while the others are told hears from the next time on; one that is cancelled meanwhile hears no more.
final class Hearers<Value> {
    struct Hearer {
        enum Way {
            case plain((Value) -> Void)
            case waiting(Waiter<Value>)
        }

        let subscription: Subscription
        let way: Way
    }

    private var hearers: [Hearer] = []
    /// Whether some have ever been such as wait for others.
    private var someWait = false
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
        add(number: number, owner: owner, onClose: onClose, .plain(hear))
    }

    /// Registers one that may wait for others.
    func add(number: UInt64, owner: AnyObject?, _ waiter: Waiter<Value>) -> Subscription {
        someWait = true
        return add(number: number, owner: owner, onClose: nil, .waiting(waiter))
    }

    private func add(
        number: UInt64, owner: AnyObject?, onClose: (() -> Void)?, _ way: Hearer.Way
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
        hearers.append(Hearer(subscription: subscription, way: way))
        return subscription
    }

    /// Tells everybody whose number is not above `last`; `earlier` have been told already, if somebody waits for them.
    func tell(_ value: Value, upTo last: UInt64 = .max, after earlier: Hearers? = nil) {
        if someWait { return Round(value, to: hearers, after: earlier).run() }
        var hasGone = false
        for hearer in hearers {
            if !hearer.subscription.isActive {
                hasGone = true
            } else if hearer.subscription.number <= last, case .plain(let hear) = hearer.way {
                hear(value)
            }
        }
        if hasGone { prune() }
    }

    /// Those who hear now.
    var current: [Hearer] { hearers }

    /// Lets everybody go, and takes nobody any more.
    func close() {
        isClosed = true
        clear()
    }

    /// Lets everybody go.
    func clear() {
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
