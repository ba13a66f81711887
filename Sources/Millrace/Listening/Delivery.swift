/// One message on its way to its listeners, for a listener that must come after another one.
///
/// ```swift
/// let count = counter.listen(to: TodoCreated.self) { _ in .add(1) }
/// list.listen(to: TodoCreated.self) { fact, delivery in
///     delivery.wait(for: count)
///     return .created(fact.title, number: counter.state)
/// }
/// ```
/// Listeners are called in the order of registration, stores first. Use it within the call that received it.
public struct Delivery {
    let delivery: OrderedDelivery?

    /// Calls the listener of `subscription` before this returns; does nothing if it was called or has ended.
    ///
    /// Listeners that wait for each other are ``Fault/Kind/circularWait``: the last wait is ignored, and each is called
    /// once. Waiting for one that does not listen to this message, or that is only called when every store has reduced,
    /// is ``Fault/Kind/ineffectiveWait``.
    public func wait(for subscription: Subscription) { delivery?.wait(for: subscription) }
}

/// What a listener is called that may wait for others, and where its faults go.
final class OrderedName {
    let message: Any.Type
    let listener: String
    let report: (Fault) -> Void

    init(message: Any.Type, listener: String, _ report: @escaping (Fault) -> Void) {
        (self.message, self.listener, self.report) = (message, listener, report)
    }
}

/// One message on its way to listeners of which some wait for others.
final class OrderedDelivery {
    private let value: UnsafeRawPointer
    private let members: [ObserverList.Observer]
    /// Those that were notified before all of these.
    private let earlier: ObserverList?
    private var notified: Set<UInt64> = []
    /// The listeners that are being called, each waiting for the next.
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
        // Without a listener that is being called the delivery is over: there is nothing to wait for.
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
