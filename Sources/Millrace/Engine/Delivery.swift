/// One message on its way to those who listen to it, for a listener that must come after another.
///
/// ```swift
/// let count = counter.listen(to: TodoCreated.self) { _ in .add(1) }
/// list.listen(to: TodoCreated.self) { fact, delivery in
///     delivery.wait(for: count)
///     return .created(fact.title, number: counter.state)
/// }
/// ```
/// Listeners hear in the order of registration, stores first. Use it within the call that gave it.
public struct Delivery {
    let round: any AnyRound

    /// Has the listener of `subscription` hear the message before this returns; nothing if it has heard or has ended.
    ///
    /// Listeners that wait for each other are ``Fault/Kind/circularWait``: the wait is passed over, and each hears
    /// once. Waiting for one that does not listen to this message, or that hears only when every store has folded, is
    /// ``Fault/Kind/vainWait``.
    public func wait(for subscription: Subscription) { round.wait(for: subscription) }
}

/// A message on its way, with its type hidden.
protocol AnyRound: AnyObject {
    func wait(for subscription: Subscription)
}

/// A listener that may wait for others.
@usableFromInline final class Waiter<Value> {
    let hear: (Value, Delivery) -> Void
    /// Where it was registered, to name it in a fault.
    let name: String
    unowned let engine: Engine

    init(hear: @escaping (Value, Delivery) -> Void, name: String, engine: Engine) {
        (self.hear, self.name, self.engine) = (hear, name, engine)
    }
}

/// One message on its way to listeners of which some wait for others.
final class Round<Value>: AnyRound {
    private let value: Value
    private let hearers: [Hearers<Value>.Hearer]
    /// Those who have heard already, because theirs was the round before.
    private let earlier: Hearers<Value>?
    private var told: Set<UInt64> = []
    /// Those who are being told, each waiting for the next.
    private var underWay: [(subscription: Subscription, waiter: Waiter<Value>)] = []

    init(_ value: Value, to hearers: [Hearers<Value>.Hearer], after earlier: Hearers<Value>?) {
        (self.value, self.hearers, self.earlier) = (value, hearers, earlier)
    }

    /// Tells everybody once.
    func run() {
        for hearer in hearers { tell(hearer) }
    }

    private func tell(_ hearer: Hearers<Value>.Hearer) {
        guard hearer.subscription.isActive, told.insert(hearer.subscription.number).inserted else { return }
        guard let waiter = hearer.waiter else { return hearer.hear(value) }
        underWay.append((hearer.subscription, waiter))
        waiter.hear(value, Delivery(round: self))
        underWay.removeLast()
    }

    func wait(for subscription: Subscription) {
        // With nobody under way the delivery is over; then there is nothing to wait for, and nobody to tell.
        guard let (_, waiter) = underWay.last, subscription.isActive else { return }
        if let start = underWay.firstIndex(where: { $0.subscription === subscription }) {
            let circle = (underWay[start...] + [underWay[start]]).map(\.waiter.name)
            waiter.engine.report(.circularWait(for: Value.self, circle))
        } else if let hearer = hearers.first(where: { $0.subscription === subscription }) {
            tell(hearer)
        } else if earlier?.current.contains(where: { $0.subscription === subscription }) != true {
            waiter.engine.report(.vainWait(for: Value.self, waiter.name))
        }
    }
}
