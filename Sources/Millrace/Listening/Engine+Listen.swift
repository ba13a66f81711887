extension Engine {
    /// Returns the listeners to a type of message.
    package func listeners(of message: Any.Type, named name: Any.Type) -> Listeners {
        if isShutDown { report(.shutDown("A listener to \(name)")) }
        if let known = listeners[ObjectIdentifier(message)] { return known }
        let new = Listeners()
        if isShutDown { new.close() } else { listeners[ObjectIdentifier(message)] = new }
        return new
    }

    /// Calls `receive` with every event of every command of this type.
    ///
    /// Listeners are called after every store has reduced the event and the observers of the stores were notified. The
    /// subscription ends when `owner` is released. The owner is not retained.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, _ receive: @escaping (Event<C>) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Calls `receive` with every event of every command of this type. The ``Delivery`` lets `receive` wait for other
    /// listeners.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping (Event<C>, Delivery) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).others.add(
            number: takeNumber(), owner: owner, orderedName(Event<C>.self, Site(fileID, line)), receive)
    }

    /// Calls `receive` with every fact of this type that is posted from now on.
    ///
    /// Listeners are called after every store has reduced the fact and the observers of the stores were notified. The
    /// subscription ends when `owner` is released. The owner is not retained.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type = F.self, owner: AnyObject? = nil, _ receive: @escaping (F) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Calls `receive` with every fact of this type that is posted from now on. The ``Delivery`` lets `receive` wait for other
    /// listeners.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type = F.self, owner: AnyObject? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ receive: @escaping (F, Delivery) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(
            number: takeNumber(), owner: owner, orderedName(F.self, Site(fileID, line)), receive)
    }

    private func orderedName(_ message: Any.Type, _ site: Site) -> OrderedName {
        OrderedName(message: message, listener: "a listener at \(site)") { [unowned self] in report($0) }
    }

    // MARK: Facts

    /// Posts `fact` to every listener of its type. If a turn is under way, the fact is appended to the queue.
    ///
    /// - Returns: The receipt. It ends when everything that the fact caused has ended.
    @discardableResult
    public func post(_ fact: some Fact) -> Receipt {
        dispatch("The fact \(fact)") { enqueue(.fact(Box(fact)), scope: $0) }
    }
}
