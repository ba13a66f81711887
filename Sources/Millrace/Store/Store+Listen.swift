extension Store {
    /// Turns every event of every command of this type into an action, and reduces that action, until the store is released.
    ///
    /// All stores reduce an event in the same turn: first the store that requested the command, then the listening stores in
    /// the order of registration. Observers are called after that.
    @discardableResult
    public func listen<C: Command>(to type: C.Type, as respond: @escaping (Event<C>) -> R.Action) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), respond)
    }

    /// Turns every fact of this type into an action, and reduces that action, until the store is released.
    @discardableResult
    public func listen<F: Fact>(to type: F.Type, as respond: @escaping (F) -> R.Action) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), respond)
    }

    /// Turns every event of every command of this type into an action, and reduces that action, until the store is released.
    ///
    /// With the ``Delivery``, `respond` can make other stores reduce the event first. When it then reads the state of such a
    /// store, that store has already reduced the event.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (Event<C>, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: Event<C>.self, named: type), Site(fileID, line), respond)
    }

    /// Turns every fact of this type into an action, and reduces that action, until the store is released.
    ///
    /// With the ``Delivery``, `respond` can make other stores reduce the fact first.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type, fileID: StaticString = #fileID, line: UInt = #line,
        as respond: @escaping (F, Delivery) -> R.Action
    ) -> Subscription {
        listen(engine.listeners(of: F.self, named: type), Site(fileID, line), respond)
    }

    /// Calls `body` with each output of the store's reducer, in the output's own turn; in a durable engine, after that turn is stored.
    ///
    /// The subscription ends when `owner` or the store is released. `owner` is not retained.
    @discardableResult
    public func onOutput(owner: AnyObject? = nil, _ body: @escaping (R.Output) -> Void) -> Subscription {
        core.outputs.add(number: engine.takeNumber(), owner: owner, body)
    }

    /// Calls `body` with each transition of the store's reducer, in the transition's turn. The store's owner (for a module, its
    /// navigator) performs the transition after that.
    ///
    /// An observed transition reports no fault, even if the store has no owner. The subscription ends when `owner` or the store
    /// is released. `owner` is not retained.
    @discardableResult
    public func onTransition(owner: AnyObject? = nil, _ body: @escaping (R.Transition) -> Void) -> Subscription {
        core.transitions.add(number: engine.takeNumber(), owner: owner, body)
    }

    private func listen<Message>(
        _ listeners: Listeners, _ respond: @escaping (Message) -> R.Action
    ) -> Subscription {
        // Unmanaged, because retaining the objects costs more than the rest of the call. Safe: the engine exists while it
        // notifies, and a store that is closed during a turn exists until the end of the turn.
        let (core, engine) = (Unmanaged.passUnretained(core), Unmanaged.passUnretained(engine))
        let subscription = listeners.stores.add(number: self.engine.takeNumber()) { (message: Message) in
            engine._withUnsafeGuaranteedRef { engine in
                core._withUnsafeGuaranteedRef { engine.reduce(respond(message), in: $0) }
            }
        }
        subscription.store(in: self.core.listening)
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
