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
    let delivery: any AnyOrderedDelivery

    /// Calls the listener of `subscription` before this returns; does nothing if it was called or has ended.
    ///
    /// Listeners that wait for each other are ``Fault/Kind/circularWait``: the last wait is ignored, and each is called
    /// once. Waiting for one that does not listen to this message, or that is only called when every store has reduced,
    /// is ``Fault/Kind/vainWait``.
    public func wait(for subscription: Subscription) { delivery.wait(for: subscription) }
}

/// A message on its way, with its type hidden.
protocol AnyOrderedDelivery: AnyObject {
    func wait(for subscription: Subscription)
}

/// A listener that may wait for others.
final class OrderedListener<Value> {
    let receive: (Value, Delivery) -> Void
    /// Where it was registered, to name it in a fault.
    let name: String
    unowned let engine: Engine

    init(receive: @escaping (Value, Delivery) -> Void, name: String, engine: Engine) {
        (self.receive, self.name, self.engine) = (receive, name, engine)
    }
}

/// One message on its way to listeners of which some wait for others.
final class OrderedDelivery<Value>: AnyOrderedDelivery {
    private let value: Value
    private let members: [ObserverList<Value>.Observer]
    /// Those that were notified before all of these.
    private let earlier: ObserverList<Value>?
    private var notified: Set<UInt64> = []
    /// The listeners that are being called, each waiting for the next.
    private var waiting: [(subscription: Subscription, listener: OrderedListener<Value>)] = []

    init(_ value: Value, to members: [ObserverList<Value>.Observer], after earlier: ObserverList<Value>?) {
        (self.value, self.members, self.earlier) = (value, members, earlier)
    }

    /// Calls every listener once.
    func run() {
        for member in members { notify(member) }
    }

    private func notify(_ member: ObserverList<Value>.Observer) {
        guard member.subscription.isActive, notified.insert(member.subscription.number).inserted else { return }
        guard let listener = member.ordered else { return member.notify(value) }
        waiting.append((member.subscription, listener))
        listener.receive(value, Delivery(delivery: self))
        waiting.removeLast()
    }

    func wait(for subscription: Subscription) {
        // Without a listener that is being called the delivery is over: there is nothing to wait for.
        guard let (_, listener) = waiting.last, subscription.isActive else { return }
        if let start = waiting.firstIndex(where: { $0.subscription === subscription }) {
            let circle = (waiting[start...] + [waiting[start]]).map(\.listener.name)
            listener.engine.report(.circularWait(for: Value.self, circle))
        } else if let member = members.first(where: { $0.subscription === subscription }) {
            notify(member)
        } else if earlier?.members.contains(where: { $0.subscription === subscription }) != true {
            listener.engine.report(.vainWait(for: Value.self, listener.name))
        }
    }
}
