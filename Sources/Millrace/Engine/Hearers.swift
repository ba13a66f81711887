/// One who hears of something, with its type hidden.
@usableFromInline class AnyHearer {
    @usableFromInline final let subscription: Subscription
    /// Its place in the order of registration.
    @usableFromInline final let number: UInt64

    init(_ subscription: Subscription) { (self.subscription, number) = (subscription, subscription.number) }
}

/// Those who hear of one thing, with its type hidden, in the order of registration.
///
/// While they are told, the list only grows: whoever ends meanwhile leaves it when all have been told. So nobody needs
/// to be retained to be told.
@usableFromInline class AnyHearers {
    // Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches them, and
    // none lasts longer than a load or a store; `tidy` and `remove` let nobody go before theirs is over.
    @exclusivity(unchecked) @usableFromInline final var members: [AnyHearer] = []
    /// How many are registered, those whose owner has gone too.
    @exclusivity(unchecked) final var registered = 0
    /// How many tellings are under way.
    @exclusivity(unchecked) @usableFromInline final var tellings = 0
    /// Whether there are members who have ended, or whose owner has gone.
    @exclusivity(unchecked) @usableFromInline final var mustTidy = false
    private final var isClosed = false
    /// Called when the last one has gone.
    final var onEmpty: (() -> Void)?

    final var isEmpty: Bool { registered == 0 }

    /// How many will hear the next time; those whose owner has gone are let go first.
    final var count: Int {
        prune()
        return registered
    }

    /// The number of whoever is at `place`; greater than any if there is nobody.
    final func number(at place: Int) -> UInt64 { place < members.count ? members[place].number : .max }

    /// Takes `hearer` in, until its subscription is cancelled, its owner goes, or the list is closed.
    final func insert(_ hearer: AnyHearer, onClose: (() -> Void)?) {
        let subscription = hearer.subscription
        if isClosed {
            subscription.cancel()
            onClose?()
            return
        }
        subscription.onCancel = { [weak self, number = hearer.number] in
            self?.remove(number)
            onClose?()
        }
        members.append(hearer)
        registered += 1
    }

    /// Lets everybody go, and takes nobody any more.
    final func close() {
        isClosed = true
        clear()
    }

    /// Lets everybody go.
    final func clear() { cancel { _ in true } }

    /// Lets those go whose owner has gone.
    final func prune() { cancel { !$0.isActive } }

    /// Has the list only grow until as many calls of `endTelling`.
    @inlinable final func beginTelling() { tellings &+= 1 }

    @inlinable final func endTelling() {
        tellings &-= 1
        if mustTidy { tidy() }
    }

    /// Lets go of those who have ended, once nobody is told any more.
    @usableFromInline @inline(never) final func tidy() {
        if tellings == 0 { prune() }
    }

    private func cancel(where hasGone: (Subscription) -> Bool) {
        beginTelling()
        for index in members.indices where hasGone(members[index].subscription) { members[index].subscription.cancel() }
        tellings &-= 1
        guard tellings == 0 else { return }
        mustTidy = false
        if registered == members.count { return }
        // They are held until the list is whole again: what goes with them may end others.
        let all = members
        members = all.filter { !$0.subscription.isCancelled }
        withExtendedLifetime(all) {}
    }

    /// Numbers grow, so the place is found by halves.
    private func remove(_ number: UInt64) {
        registered -= 1
        if registered == 0 { onEmpty?() }
        guard tellings == 0 else { return mustTidy = true }
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if members[middle].number < number { low = middle + 1 } else { high = middle }
        }
        let ended = members.remove(at: low)
        withExtendedLifetime(ended) {}
    }
}

/// Those who hear of one thing, in the order of registration.
///
/// One that is added while the others are told hears from the next time on; one that is cancelled meanwhile hears no
/// more.
@usableFromInline final class Hearers<Value>: AnyHearers {
    @usableFromInline final class Hearer: AnyHearer {
        /// A constant, so that it is called without being retained.
        @usableFromInline let hear: (Value) -> Void
        /// How it hears instead, if it may wait for others.
        let waiter: Waiter<Value>?

        init(_ subscription: Subscription, _ hear: @escaping (Value) -> Void, _ waiter: Waiter<Value>?) {
            (self.hear, self.waiter) = (hear, waiter)
            super.init(subscription)
        }
    }

    /// Whether some have ever been such as wait for others. Unchecked: a check costs more than the access.
    @exclusivity(unchecked) @usableFromInline var someWait = false

    @usableFromInline override init() {}

    /// Registers `hear` until the subscription is cancelled, its owner goes, or the list is closed.
    @usableFromInline func add(
        number: UInt64, owner: AnyObject?, onClose: (() -> Void)? = nil, _ hear: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        insert(Hearer(subscription, hear, nil), onClose: onClose)
        return subscription
    }

    /// Registers one that may wait for others.
    func add(number: UInt64, owner: AnyObject?, _ waiter: Waiter<Value>) -> Subscription {
        someWait = true
        let subscription = Subscription(number: number, owner: owner)
        insert(Hearer(subscription, { _ in }, waiter), onClose: nil)
        return subscription
    }

    /// Tells everybody; `earlier` have been told already, if somebody waits for them.
    @inlinable func tell(_ value: Value, after earlier: Hearers? = nil) {
        if someWait { return tellInRounds(value, after: earlier) }
        _ = tell(value, from: 0, upTo: .max)
    }

    /// Tells those from the place `start` on whose number is not above `last`.
    ///
    /// - Returns: the place of the next.
    @inlinable @inline(__always) func tell(_ value: Value, from start: Int, upTo last: UInt64) -> Int {
        beginTelling()
        // Who registers meanwhile comes after.
        let end = members.count
        var index = start
        while index < end {
            // Safe: during a telling the list keeps its members.
            let isDue = Unmanaged.passUnretained(members[index])._withUnsafeGuaranteedRef { hearer in
                if hearer.number > last { return false }
                if hearer.subscription.isActive {
                    // Safe: only hearers of this type are taken in.
                    unsafeDowncast(hearer, to: Hearer.self).hear(value)
                } else {
                    mustTidy = true
                }
                return true
            }
            if !isDue { break }
            index &+= 1
        }
        endTelling()
        return index
    }

    @usableFromInline func tellInRounds(_ value: Value, after earlier: Hearers?) {
        Round(value, to: current, after: earlier).run()
    }

    /// Those who hear now.
    var current: [Hearer] { members.map { unsafeDowncast($0, to: Hearer.self) } }
}
