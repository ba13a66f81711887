/// Those that receive values of one type, in the order of registration. The type is known to those who register and
/// notify.
///
/// One that is added during a notification is notified from the next time on; one that is cancelled during it is not
/// notified any more.
package final class ObserverList {
    struct Observer {
        let subscription: Subscription
        let receive: (UnsafeRawPointer, Delivery) -> Void
        /// What faults call it, if it may wait for others.
        let name: OrderedName?
        /// Whether a failure counts as handled because of it.
        let handlesFailure: Bool
    }

    private(set) var members: [Observer] = []
    private var isClosed = false
    /// How many members may wait for others.
    private var orderedCount = 0

    package init() {}

    package var isEmpty: Bool { members.isEmpty }

    /// How many there are; those whose owner was released are removed first.
    package var count: Int {
        prune()
        return members.count
    }

    /// Registers `receive` until the subscription is cancelled, its owner is released, or the list is closed.
    @discardableResult
    package func add<Value>(
        number: UInt64, owner: AnyObject? = nil, handlesFailure: Bool = true, onClose: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        let observer = Observer(
            subscription: subscription,
            receive: { value, _ in receive(value.assumingMemoryBound(to: Value.self).pointee) }, name: nil,
            handlesFailure: handlesFailure)
        insert(observer, onClose)
        return subscription
    }

    /// Registers a listener that may wait for others.
    func add<Value>(
        number: UInt64, owner: AnyObject? = nil, _ name: OrderedName, _ receive: @escaping (Value, Delivery) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        let observer = Observer(
            subscription: subscription,
            receive: { receive($0.assumingMemoryBound(to: Value.self).pointee, $1) }, name: name, handlesFailure: true)
        insert(observer, nil)
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
        if observer.name != nil { orderedCount += 1 }
    }

    /// Notifies every observer that registered until number `last`; `earlier` were notified before, if an observer waits
    /// for them.
    package func notify(_ value: UnsafeRawPointer, upTo last: UInt64 = .max, after earlier: ObserverList? = nil) {
        if orderedCount > 0 { return OrderedDelivery(value, to: members, after: earlier).run() }
        var hasEnded = false
        for member in members {
            if member.subscription.number > last { break }
            if member.subscription.isActive {
                member.receive(value, Delivery(delivery: nil))
            } else {
                hasEnded = true
            }
        }
        if hasEnded { prune() }
    }

    /// Notifies every observer of a value.
    package func notify<Value>(of value: Value, upTo last: UInt64 = .max) {
        if !isEmpty { lend(value) { notify($0, upTo: last) } }
    }

    /// Ends every registration, and takes no more.
    package func close() {
        isClosed = true
        clear()
    }

    /// Ends every registration.
    package func clear() {
        let ended = members
        (members, orderedCount) = ([], 0)
        for member in ended { member.subscription.cancel() }
    }

    /// Ends those whose owner was released.
    private func prune() {
        for member in members where !member.subscription.isActive { member.subscription.cancel() }
    }

    private func remove(_ number: UInt64) {
        // Numbers grow, so the place is found by halves.
        let index = countBefore(among: members.count) { members[$0].subscription.number < number }
        guard index < members.count, members[index].subscription.number == number else { return }
        // Retained until the list is whole again: what is released with it may end others.
        let ended = members.remove(at: index)
        if ended.name != nil { orderedCount -= 1 }
        withExtendedLifetime(ended) {}
    }
}
