import Millrace

/// A store of an engine in this process.
final class EngineTarget<R: Reducer>: RemoteTarget where R.Action: Sendable {
    let identity: RemoteIdentity
    private let inbox: Inbox<R.Action>
    private let posted: PostedJobs
    private let store: ActorBound<Store<R>>

    init(_ store: Store<R>, _ inbox: Inbox<R.Action>) {
        (self.inbox, posted, self.store) = (inbox, store.engine.posted, ActorBound(store))
        let address = store.engine.messageStorage?.address(of: store.core)
        identity = address.map { .address($0) } ?? .store(ObjectIdentifier(posted), store.id.number)
    }

    var capacity: Int { inbox.slot.capacity }
    var waitsForSpace: Bool { inbox.slot.waitsForSpace }

    func offer(_ action: R.Action) -> Inbox<R.Action>.OfferResult? { inbox.offer(action) }

    /// Runs `body` on the actor of the store.
    private func run<Result>(
        _ body: @Sendable (isolated any Actor) async throws -> sending Result
    ) async throws -> sending Result {
        guard let actor = posted.actorContext.actor else { throw RemoteError.closed }
        return try await body(actor)
    }

    /// Returns the engine of the store. Call this only on its actor.
    private func engine() throws(RemoteError) -> Engine {
        guard let engine = store.open()?.engine, !engine.isShutDown else { throw .closed }
        return engine
    }

    // MARK: Sending

    func send(_ action: R.Action, id: String?) async throws -> RemoteReceipt {
        if let id { return try await send(action, once: id) }
        do { try await inbox.send(action) } catch let failure as Inbox<R.Action>.Failure {
            throw RemoteError(failure)
        }
        return RemoteReceipt { [self] in try await run { try await self.stored(isolation: $0) } }
    }

    private func stored(isolation: isolated any Actor) async throws {
        let engine = try engine()
        let check = engine.messageStorage?.lastCheck
        // What was posted before enters the queue.
        engine.perform {}
        try await stored(after: check, isolation: isolation)
    }

    /// Returns when the turns so far are stored, and no other process has had the engine since a check.
    private func stored(after check: Int?, isolation: isolated any Actor) async throws {
        if await !(try engine().stored(isolation: isolation)) { throw RemoteError.closed }
        try await confirm(after: check, isolation: isolation)
    }

    private func confirm(after check: Int?, isolation: isolated any Actor) async throws {
        guard let check, let storage = try engine().messageStorage else { return }
        try await asRemote { try await storage.confirm(after: check, isolation: isolation) }
    }

    private func send(_ action: R.Action, once id: String) async throws -> RemoteReceipt {
        let isRepeat = try await run { try await self.send(action, once: id, isolation: $0) }
        return RemoteReceipt(isRepeat: isRepeat) { [self] in
            try await run { actor in
                guard let storage = try self.engine().messageStorage else { throw RemoteError.closed }
                try await asRemote { try await storage.stored(message: id, isolation: actor) }
            }
        }
    }

    private func send(_ action: R.Action, once id: String, isolation: isolated any Actor) async throws -> Bool {
        // Retained, so that an id that is noted belongs to an action that is reduced.
        guard let store = store.open(), !store.engine.isShutDown else { throw RemoteError.closed }
        guard let storage = store.engine.messageStorage else { throw RemoteError.keepsNoIDs }
        let isRepeat = try await asRemote { try await storage.note(message: id, isolation: isolation) }
        if !isRepeat { store.send(action) }
        return isRepeat
    }

    // MARK: Commands

    func execute<C: Command>(_ command: C) async throws -> C.Output {
        try await run { try await self.execute(command, isolation: $0) }
    }

    private func execute<C: Command>(_ command: C, isolation: isolated any Actor) async throws -> C.Output {
        var output: C.Output?
        let listener = EventListener<C>(onData: { output = $0 }, onFailure: { _ in })
        let check = try engine().messageStorage?.lastCheck
        let receipt = try engine().execute(command, listener: listener)
        let registration = store.open()?.observeEnd { receipt.cancel() }
        var failure: (any Error)?
        do { try await receipt.finished() } catch { failure = error }
        registration?.cancel()
        // A failure is an answer too.
        try await stored(after: check, isolation: isolation)
        if let failure { throw failure }
        guard let output else { throw RemoteError.noAnswer }
        return output
    }

    // MARK: Observing

    func observe<Part: Equatable & Sendable>(
        _ part: any KeyPath<R.State, Part> & Sendable,
        _ receive: @escaping @Sendable (Result<Part, RemoteError>) -> Void
    ) -> RemoteSubscription {
        let subscription = RemoteSubscription()
        let pass: @Sendable (Part?) -> Void = { value in
            if let value {
                if !subscription.isCancelled { receive(.success(value)) }
            } else if subscription.end() {
                receive(.failure(.closed))
            }
        }
        guard let actor = posted.actorContext.actor else {
            pass(nil)
            return subscription
        }
        // The task retains the actor until it runs there.
        Task { await start(subscription, part, pass, on: actor) }
        return subscription
    }

    private func start<Part: Equatable & Sendable>(
        _ subscription: RemoteSubscription, _ part: any KeyPath<R.State, Part> & Sendable,
        _ pass: @escaping @Sendable (Part?) -> Void, on actor: isolated any Actor
    ) async {
        if subscription.isCancelled { return }
        // Otherwise, the first value could be older than what another process has stored.
        let check = try? engine().messageStorage?.lastCheck
        do { try await confirm(after: check, isolation: actor) } catch { return pass(nil) }
        if subscription.isCancelled { return }
        guard let store = store.open(), !store.engine.isShutDown else { return pass(nil) }
        let registration = ActorBound(store.observe(part, pass))
        subscription.start { [posted] in posted.post(.betweenTurns { registration.open()?.cancel() }) }
    }
}

extension Store {
    /// Calls `receive` with the values of a part that may leave the engine, and with `nil` at the end.
    fileprivate func observe<Part: Equatable & Sendable>(
        _ path: KeyPath<R.State, Part>, _ receive: @escaping @Sendable (Part?) -> Void
    ) -> Subscription {
        subscribe(nil, to: part(at: path, comparison(of: path)), onClose: { receive(nil) }) {
            [weak engine] (value: Part) in
            guard let storage = engine?.callScheduler else { return receive(value) }
            storage.whenStored { receive(value) }
        }
    }

    /// Calls `body` when the store is closed, or the subscription is cancelled.
    fileprivate func observeEnd(_ body: @escaping () -> Void) -> Subscription {
        let part = core.observed.insert(ObservedPart(UnsafeRawPointer(core.state)) { _, _ in false })
        return subscribe(nil, to: part, onClose: body) { (_: R.State) in }
    }
}

/// Calls `body`, and throws a ``RemoteError`` for the error of a storage.
private func asRemote<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch is EngineShutDown { throw RemoteError.closed } catch is CancellationError {
        throw CancellationError()
    } catch { throw RemoteError.storage(reason: "\(error)") }
}
