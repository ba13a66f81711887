/// Those who listen to one kind of message.
@usableFromInline final class Listeners<Message>: AnyListeners {
    /// The stores that fold it.
    @usableFromInline let folders = Hearers<Message>()
    /// Those who hear when all stores have.
    @usableFromInline let hearers = Hearers<Message>()

    var count: Int { folders.count + hearers.count }
    var isEmpty: Bool { folders.isEmpty && hearers.isEmpty }

    func close() {
        folders.close()
        hearers.close()
    }
}

protocol AnyListeners: AnyObject {
    var count: Int { get }
    func close()
}

extension Engine {
    /// Reacts to every event of commands of this type, whoever executes them, until the subscription ends or `owner`
    /// goes.
    ///
    /// On the engine's actor, when every store concerned has folded the event; in the order of registration.
    @discardableResult
    public func react<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, wait: ((C.Progress) -> Void)? = nil,
        consume: ((C.Output) -> Void)? = nil, rescue: ((C.Failure) -> Void)? = nil
    ) -> Subscription {
        listen(to: type, owner: owner, Reaction(wait: wait, consume: consume, rescue: rescue).hear)
    }

    /// Hears every event of commands of this type, whoever executes them.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, _ hear: @escaping (Event<C>) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).hearers.add(number: takeNumber(), owner: owner, hear)
    }

    /// Hears every event of commands of this type, before or after other listeners as it asks the ``Delivery``.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ hear: @escaping (Event<C>, Delivery) -> Void
    ) -> Subscription {
        let waiter = Waiter(hear: hear, name: "a listener at \(Site(fileID, line))", engine: self)
        return listeners(of: Event<C>.self, named: type).hearers.add(number: takeNumber(), owner: owner, waiter)
    }

    /// Hears every fact of this type from now on: the next one, and each that follows.
    @discardableResult
    public func next<F: Fact>(
        _ type: F.Type = F.self, owner: AnyObject? = nil, _ hear: @escaping (F) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).hearers.add(number: takeNumber(), owner: owner, hear)
    }

    /// Hears every fact of this type from now on, before or after other listeners as it asks the ``Delivery``.
    @discardableResult
    public func next<F: Fact>(
        _ type: F.Type = F.self, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ hear: @escaping (F, Delivery) -> Void
    ) -> Subscription {
        let waiter = Waiter(hear: hear, name: "a listener at \(Site(fileID, line))", engine: self)
        return listeners(of: F.self, named: type).hearers.add(number: takeNumber(), owner: owner, waiter)
    }

    /// Posts `fact` to every listener of its type; within a turn it waits its turn.
    @inlinable @discardableResult
    public func post(_ fact: some Fact) -> Receipt {
        guard loop.beginAlone() else { return postInTurn(fact) }
        tell(fact, job: nil)
        return rest()
    }

    @usableFromInline func postInTurn(_ fact: some Fact) -> Receipt {
        dispatch("The fact \(fact)") { self.enqueue(fact, job: $0) }
    }

    /// Has everybody hear `fact`, whose turn it is.
    @inlinable func tell<F: Fact>(_ fact: F, job: Job?) {
        guard let listeners = loop.listeners(to: F.self) else { return }
        turn(job: job) {
            listeners.folders.tell(fact)
        } hear: {
            listeners.hearers.tell(fact, after: listeners.folders)
        }
    }

    func enqueue<F: Fact>(_ fact: F, job: Job?) {
        enqueue(FactTurn(fact, of: self), job: job)
    }

    /// The listeners to a kind of message, if it has had any.
    func listeners<Message>(to message: Message.Type) -> Listeners<Message>? {
        loop.listeners(to: message)
    }

    /// The listeners to a kind of message, to add one.
    func listeners<Message>(of message: Message.Type, named name: Any.Type) -> Listeners<Message> {
        if isShutDown { report(.shutDown("A listener to \(name)")) }
        if let list = listeners(to: message) { return list }
        let list = Listeners<Message>()
        if !isShutDown { listeners[TypeKey(message)] = list }
        return list
    }
}

extension Store {
    /// Folds every event of commands of this type as an action, whoever executes them, until the store goes.
    ///
    /// In the same turn as every other store concerned: the one that asked folds first, then those that listen, in the
    /// order of registration; only then do observers hear.
    @discardableResult
    public func listen<C: Command>(to type: C.Type, as respond: @escaping (Event<C>) -> R.Action) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), respond)
    }

    /// Folds every fact of this type as an action, until the store goes.
    @discardableResult
    public func listen<F: Fact>(to type: F.Type, as respond: @escaping (F) -> R.Action) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), respond)
    }

    /// Folds every event of commands of this type as an action, before or after other stores as `respond` asks the
    /// ``Delivery``: what it reads from a store that it waited for is of the same turn.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (Event<C>, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), Site(fileID, line), respond)
    }

    /// Folds every fact of this type as an action, before or after other stores as `respond` asks the ``Delivery``.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (F, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), Site(fileID, line), respond)
    }

    private func listen<Message>(
        _ listeners: Listeners<Message>, _ respond: @escaping (Message) -> R.Action
    ) -> Subscription {
        let subscription = listeners.folders.add(number: engine.takeNumber(), owner: nil) { [unowned core] in
            core.fold(respond($0))
        }
        subscription.store(in: core.listening)
        return subscription
    }

    private func listen<Message>(
        _ listeners: Listeners<Message>, _ site: Site, _ respond: @escaping (Message, Delivery) -> R.Action
    ) -> Subscription {
        let waiter = Waiter<Message>(
            hear: { [unowned core] in core.fold(respond($0, $1)) }, name: "the \(R.self) at \(site)", engine: engine)
        let subscription = listeners.folders.add(number: engine.takeNumber(), owner: nil, waiter)
        subscription.store(in: core.listening)
        return subscription
    }
}
