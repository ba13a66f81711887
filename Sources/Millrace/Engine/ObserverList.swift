/// The observers of one thing, in the order of registration.
///
/// One that is added during a notification is notified from the next time on; one that is cancelled during it is not
/// notified any more.
package final class ObserverList<Value> {
    package struct Observer {
        let subscription: Subscription
        let notify: (Value) -> Void
        /// How it is notified instead, if it may wait for others.
        let ordered: OrderedListener<Value>?
        /// Whether a failure counts as handled because of it.
        let handlesFailure: Bool
    }

    private(set) var members: [Observer] = []
    private var isClosed = false

    package init() {}
    /// Called when the last observer has ended.
    var onEmpty: (() -> Void)?

    package var isEmpty: Bool { members.isEmpty }

    /// How many there are; those whose owner was released are removed first.
    package var count: Int {
        prune()
        return members.count
    }

    /// Registers `notify` until the subscription is cancelled, its owner is released, or the list is closed.
    @discardableResult
    package func add(
        number: UInt64, owner: AnyObject? = nil, handlesFailure: Bool = true, onClose: (() -> Void)? = nil,
        _ notify: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        insert(
            Observer(subscription: subscription, notify: notify, ordered: nil, handlesFailure: handlesFailure), onClose)
        return subscription
    }

    /// Registers a listener that may wait for others.
    func add(number: UInt64, owner: AnyObject? = nil, _ listener: OrderedListener<Value>) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        insert(
            Observer(subscription: subscription, notify: { _ in }, ordered: listener, handlesFailure: true), nil)
        return subscription
    }

    private func insert(_ observer: Observer, _ onClose: (() -> Void)?) {
        let subscription = observer.subscription
        if isClosed {
            subscription.cancel()
            onClose?()
            return
        }
        subscription.onCancel = { [weak self, number = subscription.number] in
            self?.remove(number)
            onClose?()
        }
        members.append(observer)
    }

    /// Notifies every observer that registered until number `last`; `earlier` were notified before, if somebody waits for
    /// them.
    package func notify(_ value: Value, upTo last: UInt64 = .max, after earlier: ObserverList? = nil) {
        let members = members
        if members.contains(where: { $0.ordered != nil }) {
            return OrderedDelivery(value, to: members, after: earlier).run()
        }
        var hasEnded = false
        for member in members {
            if member.subscription.number > last { break }
            if !member.subscription.isActive {
                hasEnded = true
            } else if member.subscription.isStarted {
                member.notify(value)
            }
        }
        if hasEnded { prune() }
    }

    /// Notifies the observers with numbers in a range.
    package func notify(_ value: Value, from first: UInt64, upTo last: UInt64) {
        if first == 0 { return notify(value, upTo: last) }
        let index = countBefore(among: members.count) { members[$0].subscription.number < first }
        guard index < members.count, members[index].subscription.number == first else { return }
        let member = members[index]
        if !member.subscription.isActive { return prune() }
        if member.subscription.isStarted { member.notify(value) }
    }

    /// Ends every registration, and takes no more.
    package func close() {
        isClosed = true
        clear()
    }

    /// Ends every registration.
    package func clear() {
        for member in members { member.subscription.cancel() }
    }

    /// Ends those whose owner was released.
    private func prune() {
        for member in members where !member.subscription.isActive { member.subscription.cancel() }
    }

    /// Numbers grow, so the place is found by halves.
    private func remove(_ number: UInt64) {
        let index = countBefore(among: members.count) { members[$0].subscription.number < number }
        guard index < members.count, members[index].subscription.number == number else { return }
        // Retained until the list is whole again: what is released with it may end others.
        let ended = members.remove(at: index)
        if members.isEmpty { onEmpty?() }
        withExtendedLifetime(ended) {}
    }
}
