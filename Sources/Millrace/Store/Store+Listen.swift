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

    private func listen<Message>(
        _ listeners: Listeners<Message>, _ respond: @escaping (Message) -> R.Action
    ) -> Subscription {
        let subscription = listeners.stores.add(number: engine.takeNumber()) { [unowned core] in
            core.reduceInTurn(respond($0))
        }
        subscription.store(in: core.listening)
        return subscription
    }

    private func listen<Message>(
        _ listeners: Listeners<Message>, _ site: Site, _ respond: @escaping (Message, Delivery) -> R.Action
    ) -> Subscription {
        let listener = OrderedListener<Message>(
            receive: { [unowned core] in core.reduceInTurn(respond($0, $1)) }, name: "the \(R.self) at \(site)",
            engine: engine)
        let subscription = listeners.stores.add(number: engine.takeNumber(), listener)
        subscription.store(in: core.listening)
        return subscription
    }
}

extension StoreCore {
    /// Reduces an action in the turn that is under way.
    package func reduceInTurn(_ action: R.Action) {
        lend(action) { engine.reduce($0, in: self) }
    }
}
