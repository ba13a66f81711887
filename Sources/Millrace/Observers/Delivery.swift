/// The delivery of one message, for a listener that must be called after another listener.
///
/// ```swift
/// let count = counter.listen(to: TodoCreated.self) { _ in .add(1) }
/// list.listen(to: TodoCreated.self) { fact, delivery in
///     delivery.wait(for: count)
///     return .created(fact.title, number: counter.state)
/// }
/// ```
///
/// Listeners are called in the order of registration, stores first. Use a delivery only during the call that received it.
public struct Delivery {
    let delivery: OrderedDelivery?

    /// Calls the listener of `subscription` before this method returns. Does nothing if that listener was already called or has
    /// ended.
    ///
    /// If listeners wait for each other, this reports a ``Fault/Kind/circularWait``. The last wait is then ignored, and each
    /// listener is called once.
    ///
    /// A wait for a listener that does not receive the message reports ``Fault/Kind/ineffectiveWait``. So does the wait of a
    /// store for a listener that is called after all stores.
    public func wait(for subscription: Subscription) { delivery?.wait(for: subscription) }
}

/// The name of a listener that may wait for others, and the function that reports its faults.
package final class OrderedName {
    let message: Any.Type
    let listener: String
    let report: (Fault) -> Void

    package init(message: Any.Type, listener: String, _ report: @escaping (Fault) -> Void) {
        (self.message, self.listener, self.report) = (message, listener, report)
    }
}

/// The delivery of one message to listeners that may wait for each other.
final class OrderedDelivery {
    private let value: UnsafeRawPointer
    private let members: [ObserverList.Observer]
    /// The listeners that were already notified.
    private let earlier: ObserverList?
    private var notified: Set<UInt64> = []
    /// The listeners that are being called. Each waits for the next.
    private var waiting: [(subscription: Subscription, name: OrderedName)] = []

    init(_ value: UnsafeRawPointer, to members: [ObserverList.Observer], after earlier: ObserverList?) {
        (self.value, self.members, self.earlier) = (value, members, earlier)
    }

    /// Calls every listener once.
    func run() {
        for member in members { notify(member) }
    }

    private func notify(_ member: ObserverList.Observer) {
        guard member.subscription.isActive, notified.insert(member.subscription.number).inserted else { return }
        guard let name = member.name else { return member.receive(value, Delivery(delivery: self)) }
        waiting.append((member.subscription, name))
        member.receive(value, Delivery(delivery: self))
        waiting.removeLast()
    }

    func wait(for subscription: Subscription) {
        // If no listener is being called, the delivery is over, and the call has no effect.
        guard let (_, name) = waiting.last, subscription.isActive else { return }
        if let start = waiting.firstIndex(where: { $0.subscription === subscription }) {
            let cycle = (waiting[start...] + [waiting[start]]).map(\.name.listener)
            name.report(.circularWait(for: name.message, cycle))
        } else if let member = members.first(where: { $0.subscription === subscription }) {
            notify(member)
        } else if earlier?.members.contains(where: { $0.subscription === subscription }) != true {
            name.report(.ineffectiveWait(for: name.message, name.listener))
        }
    }
}
