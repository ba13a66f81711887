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
    @inlinable @discardableResult
    public func subscribe<Value: Equatable>(
        to path: KeyPath<R.State, Value>, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(owner, to: part(at: path), body)
    }

    /// Calls `body` with what `select` returns for the state: now, and after each turn that changed it.
    @inlinable @discardableResult
    public func subscribe<Value: Equatable>(
        to select: @escaping (R.State) -> Value, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(to: select, by: ==, owner: owner, body)
    }

    /// Calls `body` with what `select` returns for the state: now, and after each turn for which `isSame` returns `false`.
    @inlinable @inline(__always) @discardableResult
    public func subscribe<Value>(
        to select: @escaping (R.State) -> Value, by isSame: @escaping (Value, Value) -> Bool,
        owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        let part = ObservedValue(apply(select, at: address)) {
            ObservedValue.keep(apply(select, at: $1), in: $0, isSame)
        }
        return subscribe(owner, to: observed.insert(part), body)
    }

    /// Calls `body` with the whole state: now, and after each turn of the store, whatever it changed.
    @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (R.State) -> Void) -> Subscription {
        subscribe(owner, to: observed.insert(ObservedPart(address) { _, _ in true }), body)
    }

    /// The values of the part at `path`: the one now, and each that follows; it ends with the store.
    ///
    /// A reader that is slower than the changes sees the newest value only; `buffering` may say otherwise.
    public func values<Value: Equatable & Sendable>(
        of path: KeyPath<R.State, Value>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        let subscription = ActorBound(
            subscribe(nil, to: part(at: path), onClose: { continuation.finish() }) { (value: Value) in
                continuation.yield(value)
            })
        continuation.onTermination = { [posted = engine.posted] _ in
            posted.post(.betweenTurns { _ in subscription.open()?.cancel() })
        }
        return stream
    }

    @usableFromInline
    func subscribe<Value>(
        _ owner: AnyObject?, to part: ObservedPart, onClose: (() -> Void)? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A subscriber to \(R.self)")) }
        let subscription = observed.add(to: part, number: engine.takeNumber(), owner: owner, onClose: onClose, body)
        // A store that is closed has a last value all the same.
        let isClosed = subscription.isCancelled
        // Within the loop: what it sends waits until it has returned.
        engine.performAfterTurn { [core] in
            subscription.start()
            if isClosed || subscription.isActive { withExtendedLifetime(core) { apply(body, at: part.value) } }
        }
        return subscription
    }

    /// The part that a key path names.
    @inlinable
    func part<Value: Equatable>(at path: KeyPath<R.State, Value>) -> ObservedPart {
        if let part = observed.part(at: path) { return part }
        let offset = MemoryLayout<R.State>.offset(of: path)
        func read(_ state: UnsafeRawPointer) -> Value {
            // By a function that borrows the state: it would be copied otherwise.
            guard let offset else { return apply({ (state: R.State) in state[keyPath: path] }, at: state) }
            return (state + offset).assumingMemoryBound(to: Value.self).pointee
        }
        return observed.insert(ObservedValue(read(address), at: path) { ObservedValue.keep(read($1), in: $0, ==) })
    }
}
