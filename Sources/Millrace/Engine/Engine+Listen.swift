extension Engine {
    /// Returns the listeners to a type of message.
    package func listeners(of message: Any.Type, named name: Any.Type) -> Listeners {
        if isShutDown { report(.shutDown("A listener to \(name)")) }
        if let known = listeners[ObjectIdentifier(message)] { return known }
        let new = Listeners()
        if isShutDown { new.close() } else { registrations.listeners[ObjectIdentifier(message)] = new }
        return new
    }

    /// Calls `receive` with every event of every command of this type.
    ///
    /// Listeners are called last: after the stores that receive the event have reduced it, and the observers of those stores
    /// have been called. The subscription ends when `owner` is released. The owner is not retained.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, _ receive: @escaping (Event<C>) -> Void
    ) -> Subscription {
        listeners(of: Event<C>.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Calls `receive` with every event of every command of this type.
    ///
    /// With the ``Delivery``, `receive` can make other listeners receive the event first.
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
    /// Listeners are called last: after the stores that receive the fact have reduced it, and the observers of those stores
    /// have been called. The subscription ends when `owner` is released. The owner is not retained.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type = F.self, owner: AnyObject? = nil, _ receive: @escaping (F) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Calls `receive` with every fact of this type that is posted from now on.
    ///
    /// With the ``Delivery``, `receive` can make other listeners receive the fact first.
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
    /// - Returns: The receipt. It is complete when everything that the fact caused has ended.
    @discardableResult
    public func post(_ fact: some Fact) -> Receipt {
        dispatch("The fact \(fact)") { effects.enqueue(.fact(Box(fact)), scope: $0) }
    }
}
