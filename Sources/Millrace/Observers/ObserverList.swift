/// The observers of values of one type, in the order of registration. The code that registers and notifies them knows the type.
///
/// An observer that is added during a notification is first notified by the next one. An observer that is cancelled during a
/// notification is no longer notified.
package final class ObserverList {
    /// A registered observer. It is an object, so that calling its function neither copies nor retains the function.
    final class Observer {
        let subscription: Subscription
        let receive: (UnsafeRawPointer, Delivery) -> Void
        /// The observer's name in faults, if the observer may wait for others.
        let name: OrderedName?
        /// The part of a state that is observed; `nil` for other observers. Safe: `StateObservers` retains a part that has
        /// observers.
        let part: Unmanaged<ObservedPart>?
        let handlesFailure: Bool

        init(
            _ subscription: Subscription, name: OrderedName? = nil, part: ObservedPart? = nil,
            handlesFailure: Bool = true, _ receive: @escaping (UnsafeRawPointer, Delivery) -> Void
        ) {
            (self.subscription, self.name, self.receive) = (subscription, name, receive)
            (self.part, self.handlesFailure) = (part.map(Unmanaged.passUnretained), handlesFailure)
        }
    }

    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses these
    // properties, and an observer is removed only when no notification is under way. With retained references, here and in
    // `StateObservers`, a turn with 100 observers takes 8,877 instructions instead of 3,810.
    @exclusivity(unchecked) var observers = Pool<Unmanaged<Observer>>()
    @exclusivity(unchecked) private var isClosed = false
    /// Whether the list contains an observer that has ended.
    @exclusivity(unchecked) private var hasEnded = false
    /// The number of observers above which an addition removes those that have ended. Otherwise they would remain until a notification.
    /// Twice the number of the rest, so that the cost of an addition does not depend on it.
    @exclusivity(unchecked) private var sweepCount: Int32 = 32
    @exclusivity(unchecked) private var notificationDepth = 0
    /// The number of observers that may wait for others.
    @exclusivity(unchecked) private var orderedCount = 0

    package init() {}

    @inlinable package var isEmpty: Bool { observers.isEmpty }

    /// The number of active observers.
    package var count: Int { members.count { $0.subscription.isActive } }

    var members: [Observer] { (0..<observers.count).map { observers[$0].takeUnretainedValue() } }

    /// Registers `receive` until the subscription is cancelled, its owner is released, or the list is closed.
    @discardableResult
    package func add<Value>(
        number: UInt64, owner: AnyObject? = nil, handlesFailure: Bool = true, onClose: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        let observer = Observer(subscription, handlesFailure: handlesFailure) { value, _ in apply(receive, at: value) }
        return add(observer, onClose)
    }

    /// Registers a listener that may wait for others.
    package func add<Value>(
        number: UInt64, owner: AnyObject? = nil, _ name: OrderedName, _ receive: @escaping (Value, Delivery) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        return add(Observer(subscription, name: name) { receive($0.assumingMemoryBound(to: Value.self).pointee, $1) })
    }

    func add(_ observer: Observer, _ onClose: (() -> Void)? = nil) -> Subscription {
        let subscription = observer.subscription
        if isClosed {
            subscription.cancel()
            onClose?()
            return subscription
        }
        // The subscription retains the list until it is cancelled. Closing the list cancels it.
        subscription.onCancel = { self.remove($0) }
        if let onClose {
            subscription.onCancel = {
                self.remove($0)
                onClose()
            }
        }
        observers.append(.passRetained(observer))
        if observer.name != nil { orderedCount += 1 }
        observer.part?._withUnsafeGuaranteedRef { $0.observerCount += 1 }
        // After the new observer was added: an object that is released may add further ones.
        if observers.count > Int(sweepCount), notificationDepth == 0 { end { !$0.isActive } }
        return subscription
    }

    /// Notifies the observers whose numbers are at most `last`.
    ///
    /// - Parameter earlier: A list that was notified before, for observers that wait for one of its members.
    package func notify(_ value: UnsafeRawPointer, upTo last: UInt64 = .max, after earlier: ObserverList? = nil) {
        if orderedCount > 0 {
            notificationDepth += 1
            OrderedDelivery(value, to: members, after: earlier).run()
            notificationDepth -= 1
            if members.contains(where: { !$0.subscription.isActive }) { end { !$0.isActive } }
            return
        }
        forEach(upTo: last) { $0.receive(value, Delivery(delivery: nil)) }
    }

    /// Notifies the observers of a value.
    @inlinable
    package func notify<Value>(of value: Value, upTo last: UInt64 = .max) {
        if !isEmpty { withAddress(of: value) { notify($0, upTo: last) } }
    }

    /// Notifies the observers whose parts have changed.
    func notifyOfChanges() {
        forEach(upTo: .max) { observer in
            let value = observer.part.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.isChanged ? $0.value : nil }
            if let value { observer.receive(value, Delivery(delivery: nil)) }
        }
    }

    /// Calls `body` with each observer that is to be notified.
    @inline(__always)
    private func forEach(upTo last: UInt64, _ body: (Observer) -> Void) {
        let count = last == .max ? observers.count : countBefore(last)
        var index = 0
        notificationDepth &+= 1
        while index < count {
            observers[index]._withUnsafeGuaranteedRef { observer in
                if observer.subscription.isNotified {
                    body(observer)
                } else if !observer.subscription.isActive {
                    hasEnded = true
                }
            }
            index &+= 1
        }
        notificationDepth &-= 1
        if hasEnded { end { !$0.isActive } }
    }

    /// Ends every registration, and accepts no more.
    package func close() {
        isClosed = true
        clear()
    }

    /// Ends every registration.
    package func clear() {
        if !isEmpty { end { _ in true } }
    }

    private func remove(_ subscription: Subscription) {
        // The numbers are sorted, so a binary search finds the observer.
        let index = countBefore(subscription.number - 1)
        let observer = observers[index].takeUnretainedValue()
        if observer.name != nil { orderedCount -= 1 }
        observer.part?._withUnsafeGuaranteedRef { $0.observerCount -= 1 }
        guard notificationDepth == 0 else { return hasEnded = true }
        observers.remove(at: index).release()
    }

    /// Returns how many observers have a number of at most `last`.
    private func countBefore(_ last: UInt64) -> Int {
        Millrace.countBefore(among: observers.count) {
            observers[$0].takeUnretainedValue().subscription.number <= last
        }
    }

    /// Cancels the subscriptions for which `isEnding` returns `true`. Then removes the observers that have ended, unless a
    /// notification is under way.
    private func end(where isEnding: (Subscription) -> Bool) {
        notificationDepth += 1
        for observer in members where isEnding(observer.subscription) { observer.subscription.cancel() }
        notificationDepth -= 1
        if notificationDepth > 0 { return }
        hasEnded = false
        // Retained until the list is valid again: an object that is released with an observer may end other observers.
        let all = (0..<observers.count).map { observers[$0].takeRetainedValue() }
        observers = Pool()
        for observer in all where !observer.subscription.isCancelled { observers.append(.passRetained(observer)) }
        sweepCount = Int32(clamping: max(32, 2 * observers.count))
        withExtendedLifetime(all) {}
    }
}

/// Calls a function with the value at an address.
///
/// The constraint `~Copyable` prevents copies of the value, and calls of the runtime that a copy would need.
@inlinable @inline(__always)
package func apply<V: ~Copyable, Result>(_ body: (borrowing V) -> Result, at address: UnsafeRawPointer) -> Result {
    body(address.assumingMemoryBound(to: V.self).pointee)
}
