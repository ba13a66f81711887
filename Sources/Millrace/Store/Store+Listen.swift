extension Store {
    /// Reduces every event of commands of this type as an action, whoever executes them, until the store is released.
    ///
    /// In the same turn as every other store concerned: the one that asked reduces first, then those that listen, in the
    /// order of registration; only then are observers notified.
    @discardableResult
    public func listen<C: Command>(to type: C.Type, as respond: @escaping (Event<C>) -> R.Action) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), respond)
    }

    /// Reduces every fact of this type as an action, until the store is released.
    @discardableResult
    public func listen<F: Fact>(to type: F.Type, as respond: @escaping (F) -> R.Action) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), respond)
    }

    /// Reduces every event of commands of this type as an action, before or after other stores as `respond` asks the
    /// ``Delivery``: what it reads from a store that it waited for is of the same turn.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (Event<C>, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), Site(fileID, line), respond)
    }

    /// Reduces every fact of this type as an action, before or after other stores as `respond` asks the ``Delivery``.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (F, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), Site(fileID, line), respond)
    }

    /// Calls `body` with each output of the store's reducer, in a turn of its own.
    @discardableResult
    public func onOutput(owner: AnyObject? = nil, _ body: @escaping (R.Output) -> Void) -> Subscription {
        core.outputs.add(number: engine.takeNumber(), owner: owner, body)
    }

    /// Calls `body` with each transition of the store's reducer, in the transition's turn, before the store's owner goes
    /// there. In a store without an owner it makes transitions no fault.
    @discardableResult
    public func onTransition(owner: AnyObject? = nil, _ body: @escaping (R.Transition) -> Void) -> Subscription {
        core.transitions.add(number: engine.takeNumber(), owner: owner, body)
    }

    private func listen<Message>(
        _ listeners: Listeners, _ respond: @escaping (Message) -> R.Action
    ) -> Subscription {
        let subscription = listeners.stores.add(number: engine.takeNumber()) { [unowned engine, unowned core] in
            engine.reduce(respond($0), in: core)
        }
        subscription.store(in: core.listening)
        return subscription
    }

    private func listen<Message>(
        _ listeners: Listeners, _ site: Site, _ respond: @escaping (Message, Delivery) -> R.Action
    ) -> Subscription {
        let name = OrderedName(message: Message.self, listener: "the \(R.self) at \(site)") { [unowned engine] in
            engine.report($0)
        }
        let subscription = listeners.stores.add(number: engine.takeNumber(), name) { [unowned engine, unowned core] in
            engine.reduce(respond($0, $1), in: core)
        }
        subscription.store(in: core.listening)
        return subscription
    }
}
