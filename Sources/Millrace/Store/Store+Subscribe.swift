extension Store {
    /// Calls `body` with the part at `path`: now, and after each turn that changed it.
    ///
    /// On the store's actor, in the order of registration among all observers of the store. The first value arrives
    /// before this returns or, if a turn is under way, when it is over. What `body` sends waits its turn. The store does not
    /// retain `owner`; the subscription ends when the owner is released. Observing a part that has not changed costs one
    /// comparison a turn, however many observe it.
    ///
    /// The value is kept, to compare the next one with. A reducer that then changes an array or a dictionary copies it, once
    /// for each turn that changes it: observe a small part of a large one, `\.rows.count`, or the whole state, which keeps
    /// nothing.
    @discardableResult
    public func subscribe<Value: Equatable>(
        to path: KeyPath<R.State, Value>, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(owner, to: observed.part(path, core.state), onClose: nil, body)
    }

    /// Calls `body` with what `select` returns for the state: now, and after each turn that changed it.
    @discardableResult
    public func subscribe<Value: Equatable>(
        to select: @escaping (R.State) -> Value, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(to: select, by: ==, owner: owner, body)
    }

    /// Calls `body` with what `select` returns for the state: now, and after each turn for which `isSame` returns `false`.
    @discardableResult
    public func subscribe<Value>(
        to select: @escaping (R.State) -> Value, by isSame: @escaping (Value, Value) -> Bool,
        owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(owner, to: observed.part(.function(select), core.state, isSame), onClose: nil, body)
    }

    /// Calls `body` with the whole state: now, and after each turn of the store, whatever it changed.
    @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (R.State) -> Void) -> Subscription {
        subscribe(owner, to: observed.part(.offset(0), core.state, nil), onClose: nil, body)
    }

    /// The values of the part at `path`: the one now, and each that follows; it ends with the store.
    ///
    /// A reader that is slower than the changes sees the newest value only; `buffering` may say otherwise.
    public func values<Value: Equatable & Sendable>(
        of path: KeyPath<R.State, Value>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        let part = observed.part(path, core.state)
        let subscription = ActorBound(
            subscribe(nil, to: part, onClose: { continuation.finish() }) { continuation.yield($0) })
        continuation.onTermination = { [posted = engine.posted] _ in
            posted.post(.betweenTurns { _ in subscription.open()?.cancel() })
        }
        return stream
    }

    private func subscribe<Value>(
        _ owner: AnyObject?, to part: ObservedValue<R.State, Value>, onClose: (() -> Void)?,
        _ body: @escaping (Value) -> Void
    ) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A subscriber to \(R.self)")) }
        let subscription = observed.add(
            to: part, number: engine.takeNumber(), owner: owner, onClose: onClose, body)
        // A store that is closed has a last value all the same.
        let isClosed = subscription.isCancelled
        // Within the loop: what it sends waits until it has returned.
        engine.performAfterTurn { [core] in
            subscription.isStarted = true
            if isClosed || subscription.isActive { body(part.read(core.state)) }
        }
        return subscription
    }
}
