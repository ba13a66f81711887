/// Those who hear of one thing, with its type hidden.
@usableFromInline class AnyHearers {
    /// How many are registered, those whose owner has gone too.
    @exclusivity(unchecked) @usableFromInline final var registered = 0
    final var isEmpty: Bool { registered == 0 }
    /// How many will hear the next time; those whose owner has gone are let go first.
    var count: Int { registered }
    func close() {}
}

/// Those who hear of one thing, in the order of registration.
///
/// One that is added while the others are told hears from the next time on; one that is cancelled meanwhile hears no
/// more.
@usableFromInline final class Hearers<Value>: AnyHearers {
    @usableFromInline struct Hearer {
        @usableFromInline let subscription: Subscription
        @usableFromInline let hear: (Value) -> Void
        /// How it hears instead, if it may wait for others.
        let waiter: Waiter<Value>?
    }

    // Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches them, and
    // none lasts longer than a load or a store.
    @exclusivity(unchecked) @usableFromInline var hearers: [Hearer] = []
    /// Whether some have ever been such as wait for others.
    @exclusivity(unchecked) @usableFromInline var someWait = false
    private var isClosed = false

    @usableFromInline override init() {}

    override var count: Int {
        prune()
        return registered
    }

    /// Registers `hear` until the subscription is cancelled, its owner goes, or the list is closed.
    @usableFromInline func add(
        number: UInt64, owner: AnyObject?, onClose: (() -> Void)? = nil, _ hear: @escaping (Value) -> Void
    ) -> Subscription {
        add(number: number, owner: owner, onClose: onClose, hear, nil)
    }

    /// Registers one that may wait for others.
    func add(number: UInt64, owner: AnyObject?, _ waiter: Waiter<Value>) -> Subscription {
        someWait = true
        return add(number: number, owner: owner, onClose: nil, { _ in }, waiter)
    }

    private func add(
        number: UInt64, owner: AnyObject?, onClose: (() -> Void)?, _ hear: @escaping (Value) -> Void,
        _ waiter: Waiter<Value>?
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
        hearers.append(Hearer(subscription: subscription, hear: hear, waiter: waiter))
        registered += 1
        return subscription
    }

    /// Tells everybody whose number is not above `last`; `earlier` have been told already, if somebody waits for them.
    @inlinable func tell(_ value: Value, upTo last: UInt64 = .max, after earlier: Hearers? = nil) {
        if someWait { return tellInRounds(value, after: earlier) }
        var hasGone = false
        // One after the other out of an array that nobody changes: who registers or ends meanwhile makes another.
        let hearers = hearers
        for index in hearers.indices {
            let subscription = hearers[index].subscription
            if !subscription.isActive {
                hasGone = true
            } else if subscription.number <= last {
                hearers[index].hear(value)
            }
        }
        if hasGone { prune() }
    }

    @usableFromInline func tellInRounds(_ value: Value, after earlier: Hearers?) {
        Round(value, to: hearers, after: earlier).run()
    }

    /// Those who hear now.
    var current: [Hearer] { hearers }

    /// Lets everybody go, and takes nobody any more.
    override func close() {
        isClosed = true
        clear()
    }

    /// Lets everybody go.
    func clear() {
        let all = hearers
        (hearers, registered) = ([], 0)
        for hearer in all { hearer.subscription.cancel() }
    }

    @usableFromInline func prune() {
        for hearer in hearers where !hearer.subscription.isActive { hearer.subscription.cancel() }
    }

    /// Numbers grow, so the place is found by halves.
    private func remove(_ number: UInt64) {
        var (low, high) = (0, hearers.count)
        while low < high {
            let middle = (low + high) / 2
            if hearers[middle].subscription.number < number { low = middle + 1 } else { high = middle }
        }
        guard low < hearers.count, hearers[low].subscription.number == number else { return }
        hearers.remove(at: low)
        registered -= 1
    }
}
