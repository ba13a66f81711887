extension Engine {
    /// The listeners to a type of message, to add one.
    package func listeners(of message: Any.Type, named name: Any.Type) -> Listeners {
        if isShutDown { report(.shutDown("A listener to \(name)")) }
        if let known = listeners[ObjectIdentifier(message)] { return known }
        let new = Listeners()
        if isShutDown { new.close() } else { listeners[ObjectIdentifier(message)] = new }
        return new
    }

    /// Receives every event of every command of this type.
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
            number: takeNumber(), owner: owner, orderedName(Event<C>.self, Site(fileID, line)), receive)
    }

    /// Receives every fact of this type from now on: the next one, and each that follows.
    @discardableResult
    public func listen<F: Fact>(
        to type: F.Type = F.self, owner: AnyObject? = nil, _ receive: @escaping (F) -> Void
    ) -> Subscription {
        listeners(of: F.self, named: type).others.add(number: takeNumber(), owner: owner, receive)
    }

    /// Receives every fact of this type from now on, before or after other listeners as it asks the ``Delivery``.
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

    /// Posts `fact` to every listener of its type; within a turn it waits its turn.
    @discardableResult
    public func post(_ fact: some Fact) -> Receipt {
        dispatch("The fact \(fact)") { enqueue(.fact(Box(fact)), scope: $0) }
    }
}
