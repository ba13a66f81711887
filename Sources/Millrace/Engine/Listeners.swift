/// The listeners to one type of message, with the type hidden.
protocol AnyListeners: AnyObject {
    var count: Int { get }
    /// Whether a failure is handled by one of them.
    var handlesFailures: Bool { get }
    /// The stores that listen reduce the message at an address.
    func reduce(_ message: UnsafeRawPointer)
    /// The others receive it.
    func notify(_ message: UnsafeRawPointer)
    func close()
}

/// The listeners to one type of message.
package final class Listeners<Message>: AnyListeners {
    /// The stores that reduce it.
    let stores = ObserverList<Message>()
    /// Those that receive it when every store has reduced it.
    package let others = ObserverList<Message>()

    var count: Int { stores.count + others.count }

    var handlesFailures: Bool {
        stores.members.contains { $0.subscription.isActive }
            || others.members.contains { $0.handlesFailure && $0.subscription.isActive }
    }

    func reduce(_ message: UnsafeRawPointer) {
        stores.notify(message.assumingMemoryBound(to: Message.self).pointee)
    }

    func notify(_ message: UnsafeRawPointer) {
        others.notify(message.assumingMemoryBound(to: Message.self).pointee, after: stores)
    }

    func close() {
        stores.close()
        others.close()
    }
}

extension Engine {
    /// The listeners to a type of message, to add one.
    package func listeners<Message>(of message: Message.Type, named name: Any.Type) -> Listeners<Message> {
        if isShutDown { report(.shutDown("A listener to \(name)")) }
        // Safe: listeners are kept under the type of their message.
        if let list = listeners[TypeKey(message)] { return unsafeDowncast(list, to: Listeners<Message>.self) }
        let list = Listeners<Message>()
        if isShutDown { list.close() } else { listeners[TypeKey(message)] = list }
        return list
    }

    /// Receives every event of commands of this type, whoever executes them.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, _ receive: @escaping (Event<C>) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Receives every event of commands of this type, before or after other listeners as it asks the ``Delivery``.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping (Event<C>, Delivery) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).others.add(
            number: takeNumber(), owner: owner, ordered(receive, Site(fileID, line)))
    }

    /// Receives every fact of this type from now on: the next one, and each that follows.
    @discardableResult
    public func next<F: Fact>(
        _ type: F.Type = F.self, owner: AnyObject? = nil, _ receive: @escaping (F) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Receives every fact of this type from now on, before or after other listeners as it asks the ``Delivery``.
    @discardableResult
    public func next<F: Fact>(
        _ type: F.Type = F.self, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping (F, Delivery) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(
            number: takeNumber(), owner: owner, ordered(receive, Site(fileID, line)))
    }

    private func ordered<Value>(
        _ receive: @escaping (Value, Delivery) -> Void, _ site: Site
    ) -> OrderedListener<Value> {
        OrderedListener(receive: receive, name: "a listener at \(site)", engine: self)
    }

    // MARK: Facts

    /// Posts `fact` to every listener of its type; within a turn it waits its turn.
    @discardableResult
    public func post(_ fact: some Fact) -> Receipt {
        dispatch("The fact \(fact)") { enqueue(fact, scope: $0) }
    }

    func enqueue(_ fact: any Fact, scope: Int32) {
        func open<F: Fact>(_ fact: F) { enqueue(.message(FactMessage(fact, on: self)), scope: scope) }
        open(fact)
    }
}

/// A fact that waits for its turn.
final class FactMessage<F: Fact>: QueuedMessage {
    private let fact: F
    private unowned let engine: Engine

    init(_ fact: F, on engine: Engine) { (self.fact, self.engine) = (fact, engine) }

    var kind: Message.Kind { .fact }
    var payload: Any { fact }
    var subject: AnyObject? { nil }
    var label: String { "\(F.self)" }

    func with(_ payload: Any) -> (any QueuedMessage)? {
        guard let fact = payload as? any Fact else { return nil }
        func open<Other: Fact>(_ fact: Other) -> any QueuedMessage { FactMessage<Other>(fact, on: engine) }
        return open(fact)
    }

    func reduce() { lend(fact) { engine.listeners[TypeKey(F.self)]?.reduce($0) } }

    func notify() { lend(fact) { engine.listeners[TypeKey(F.self)]?.notify($0) } }
}
