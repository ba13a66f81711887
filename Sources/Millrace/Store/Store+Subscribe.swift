extension Store {
    /// Calls `body` with the part of the state at `path`: now, and after each turn that changed the part.
    ///
    /// `body` is called on the store's actor. All observers of the store are called in the order of registration. The first
    /// value arrives before this method returns or, if a turn is under way, after that turn. A message that `body` sends is
    /// appended to the queue.
    ///
    /// The values are compared by `==`. A value that does not equal itself, because it contains NaN for example, has changed if its
    /// bits and its members differ.
    ///
    /// The subscription ends when `owner` is released. The owner is not retained. All observers of the same key path share one
    /// comparison in each turn. Write the key path in the call, as in `to: \.count`: the compiler then reads the property
    /// directly. A key path in a variable is read by the runtime, at 200 to 1,600 instructions in each turn.
    ///
    /// The store keeps the last value of the part for the comparison. If a reducer changes an array or a dictionary that is
    /// kept in this way, the collection is copied once in each such turn. For large collections, observe a small part, such as
    /// `\.rows.count`, or the whole state, which is not kept.
    @inlinable @inline(__always) @discardableResult
    public func subscribe<Value: Equatable>(
        to path: @autoclosure () -> KeyPath<R.State, Value>, owner: AnyObject? = nil,
        _ body: @escaping (Value) -> Void
    ) -> Subscription {
        // An autoclosure, because the optimizer replaces a key path by the property only if the literal has one use.
        subscribe(owner, to: part(at: path(), comparison(of: path())), body)
    }

    /// Calls `body` with the value that `select` returns for the state: now, and after each turn that changed the value.
    @inlinable @discardableResult
    public func subscribe<Value: Equatable>(
        to select: @escaping (R.State) -> Value, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(to: select, by: { areSame($0, $1) }, owner: owner, body)
    }

    /// Calls `body` with the value that `select` returns for the state: now, and after each turn that changed the value.
    ///
    /// A turn changed the value if `isSame` returns `false` for the previous and the new value.
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

    /// Calls `body` with the whole state: now, and after each turn of the store, even if the turn changed nothing.
    @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (R.State) -> Void) -> Subscription {
        subscribe(owner, to: observed.insert(ObservedPart(address) { _, _ in true }), body)
    }

    /// Returns the values of the part of the state at `path`: the current value, and each later one. The stream ends when
    /// the store is released.
    ///
    /// - Parameters:
    ///   - path: The part of the state.
    ///   - policy: The values that are kept for a slow reader. Defaults to the newest value only.
    public func values<Value: Equatable & Sendable>(
        of path: KeyPath<R.State, Value>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        let subscription = ActorBound(
            subscribe(nil, to: part(at: path, comparison(of: path)), onClose: { continuation.finish() }) {
                (value: Value) in continuation.yield(value)
            })
        continuation.onTermination = { [posted = engine.posted] _ in
            posted.post(.betweenTurns { subscription.open()?.cancel() })
        }
        return stream
    }

    @usableFromInline package func subscribe<Value>(
        _ owner: AnyObject?, to part: ObservedPart, onClose: (() -> Void)? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        if engine.isShutDown { engine.report(.shutDown("A subscriber to \(R.self)")) }
        let subscription = observed.add(to: part, number: engine.takeNumber(), owner: owner, onClose: onClose, body)
        // A subscriber of a closed store still receives the last value.
        let isClosed = subscription.isCancelled
        // Runs in the loop, so that messages from `body` are processed after it has returned.
        engine.performAfterTurn { [core] in
            subscription.start()
            if isClosed || subscription.isActive { withExtendedLifetime(core) { apply(body, at: part.value) } }
        }
        return subscription
    }

    /// Returns the part at a key path. Adds it with `update`, the function that compares it, if it is not observed.
    @inlinable @inline(never)
    package func part<V: Equatable>(at path: KeyPath<R.State, V>, _ update: @escaping ObservedPart.Update)
        -> ObservedPart
    {
        if let part = observed.part(at: path) { return part }
        let first = apply({ (state: R.State) in state[keyPath: path] }, at: address)
        return observed.insert(ObservedValue(first, at: path, update))
    }

    /// Returns a function that compares the value at a key path with the value that a part keeps.
    @inlinable @inline(__always)
    package func comparison<Value: Equatable>(of path: KeyPath<R.State, Value>) -> ObservedPart.Update {
        { part, state in
            // The inner function borrows the state. Reading the key path directly would copy the state.
            ObservedValue.keep(apply({ (state: R.State) in state[keyPath: path] }, at: state), in: part) {
                areSame($0, $1)
            }
        }
    }
}
