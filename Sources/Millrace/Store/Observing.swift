extension Store {
    /// Tells `body` the part at `path`: now, and after each turn that changed it.
    ///
    /// On the store's actor, in the order of registration among all who watch the store. The store does not keep
    /// `owner` alive; the subscription ends when the owner goes. Watching a part that has not changed costs one
    /// comparison a turn, however many watch it.
    @inlinable @discardableResult
    public func subscribe<Value: Equatable>(
        to path: KeyPath<R.State, Value>, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(owner, to: core.watch.part(path, core.statePointer), onClose: nil, body)
    }

    /// Tells `body` what `select` makes of the state: now, and after each turn that changed it.
    @inlinable @discardableResult
    public func subscribe<Value: Equatable>(
        to select: @escaping (R.State) -> Value, owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(to: select, by: ==, owner: owner, body)
    }

    /// Tells `body` what `select` makes of the state: now, and after each turn for which `isSame` says that it changed.
    @inlinable @discardableResult
    public func subscribe<Value>(
        to select: @escaping (R.State) -> Value, by isSame: @escaping (Value, Value) -> Bool,
        owner: AnyObject? = nil, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        subscribe(
            owner, to: core.watch.part(.function(select), core.statePointer, isSame: isSame), onClose: nil, body)
    }

    /// Tells `body` the whole state: now, and after each turn of the store, whatever it changed.
    @inlinable @discardableResult
    public func subscribe(owner: AnyObject? = nil, _ body: @escaping (R.State) -> Void) -> Subscription {
        subscribe(owner, to: core.watch.part(.offset(0), core.statePointer, isSame: nil), onClose: nil, body)
    }

    /// The values of the part at `path`: the one now, and each that follows; it ends with the store.
    ///
    /// A reader that is slower than the changes sees the newest value only, unless `buffering` says otherwise.
    public func values<Value: Equatable & Sendable>(
        of path: KeyPath<R.State, Value>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        let part = core.watch.part(path, core.statePointer)
        let subscription = AtHome(
            subscribe(nil, to: part, onClose: { continuation.finish() }) { continuation.yield($0) })
        continuation.onTermination = { [mailbox = engine.mailbox] _ in
            mailbox.post { _ in subscription.open()?.cancel() }
        }
        return stream
    }

    /// Keeps a property of `target` equal to the part at `path`, from now on until the target goes.
    @inlinable @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: KeyPath<R.State, Value>, to target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
    ) -> Subscription {
        subscribe(to: path, owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }

    /// Keeps an optional property of `target` equal to the part at `path`, from now on until the target goes.
    @inlinable @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: KeyPath<R.State, Value>, to target: Target, _ property: ReferenceWritableKeyPath<Target, Value?>
    ) -> Subscription {
        subscribe(to: path, owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }

    /// Tells `body` each output of the store's reducer, in a turn of its own.
    @discardableResult
    public func listen(owner: AnyObject? = nil, toOutputs body: @escaping (R.Output) -> Void) -> Subscription {
        core.outputs.add(number: engine.takeNumber(), owner: owner, body)
    }

    @inlinable func subscribe<Value>(
        _ owner: AnyObject?, to part: Part<R.State, Value>, onClose: (() -> Void)?, _ body: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = part.hearers.add(
            number: engine.takeNumber(), owner: owner, onClose: onClose, body)
        core.noteWatched(subscription)
        body(part.read(core.statePointer))
        return subscription
    }
}

extension StoreCore {
    @inlinable var statePointer: UnsafeRawPointer { memory.state() }

    /// Somebody watches, as `subscription` says.
    @usableFromInline func noteWatched(_ subscription: Subscription) {
        if engine.isShutDown { engine.report(.shutDown("A subscriber to \(R.self)")) }
        if subscription.isActive { memory.set(Attention.watched, to: true) }
    }

    /// A part of the state, and word to Observation when it changes.
    @usableFromInline func tracked<Value: Equatable>(_ path: KeyPath<R.State, Value>) -> Value {
        memory.set(Attention.watched, to: true)
        let part = watch.part(path, statePointer)
        part.noteRead()
        return part.read(statePointer)
    }
}
