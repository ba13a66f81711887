public import Millrace

/// A handle for a store of another engine, for any actor.
///
/// ```swift
/// let shop = store.remote
/// try await shop.send(.place(order))
/// for try await count in shop.observe(\.orders.count) { print(count) }
/// ```
/// Between engines there are only messages: no turn spans two engines, and no receipt waits for the effects in another one. The handle
/// does not retain the store. When the store is released or its engine is shut down, each call throws ``RemoteError/closed``, and so do
/// the calls that wait.
///
/// A reducer uses the handle with ``Flow/send(_:to:id:onFailure:)`` and with `observe` in its active commands.
///
/// If the engine of the store is durable, nothing leaves it before it is stored: no answer and no value. The handle of a durable store by
/// its name is `DurableStorage.remote(_:in:named:)`.
public struct RemoteStore<R: Reducer>: Sendable where R.Action: Sendable {
    package let target: any RemoteTarget<R>

    package init(_ target: any RemoteTarget<R>) { self.target = target }

    /// Sends an action. The store reduces it in a turn of its own. The actions of one task, or of one engine, are reduced in the order in
    /// which they are sent.
    ///
    /// Returns when the action is in the queue of the engine. While the inbox is full, this waits, or throws ``RemoteError/full(capacity:)``
    /// if its policy is not `wait`.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: The id of the message in the engine, for example that of a request. A repeat with the same id, also after a restart, is not
    ///     reduced. Only a durable engine keeps ids. Defaults to `nil`: no id, as an empty text.
    /// - Throws: ``RemoteError``; `CancellationError` if the task is cancelled while it waits. The action is not reduced then.
    @discardableResult
    public func send(_ action: R.Action, id: String? = nil) async throws -> RemoteReceipt {
        try await target.send(action, id: id?.isEmpty == true ? nil : id)
    }

    /// Executes a command on the engine of the store, and returns its last result.
    ///
    /// Returns or throws when the command, and everything that its events caused, have ended; if the engine is durable, when that is stored.
    /// If the task is cancelled, or the store is released, the command is cancelled. The actor of the store is retained until the end.
    ///
    /// - Throws: The failure of the command. ``RemoteError/noAnswer`` if the command ends without a result, ``RemoteError/closed`` if the
    ///   store is released before, `CancellationError` if the command is cancelled.
    public func execute<C: Command>(_ command: C) async throws -> C.Output {
        try await target.execute(command)
    }

    /// Returns the current value of a part of the state.
    ///
    /// - Throws: ``RemoteError/closed`` if the store was released, `CancellationError` if the task is cancelled.
    public func value<Part: Equatable & Sendable>(
        of part: any KeyPath<R.State, Part> & Sendable
    ) async throws -> Part {
        for try await value in observe(part) { return value }
        throw CancellationError()
    }

    /// Returns the values of a part of the state: the current one, and later ones.
    ///
    /// A slow reader misses values, and receives the newest one. A value is never older than the one before it. The sequence throws
    /// ``RemoteError/closed`` when the store is released.
    ///
    /// - Parameter part: The part. All observers of one key path share one comparison in each turn.
    public func observe<Part: Equatable & Sendable>(
        _ part: any KeyPath<R.State, Part> & Sendable
    ) -> AsyncThrowingStream<Part, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = target.observe(part) { result in
                switch result {
                case .success(let value): continuation.yield(value)
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

extension RemoteStore: Equatable {
    /// Whether both are handles for the same store.
    public static func == (one: RemoteStore, other: RemoteStore) -> Bool {
        one.target.identity == other.target.identity
    }
}

extension RemoteStore: CustomStringConvertible {
    /// The type of the store's reducer.
    public var description: String { "RemoteStore<\(R.self)>" }
}

extension Store where R.Action: Sendable {
    /// The handle of this store for other actors. It uses ``inbox``: 1,024 actions can be pending, and then senders wait.
    public var remote: RemoteStore<R> { RemoteStore(EngineTarget(self, inbox)) }

    /// Creates a handle of this store with an inbox of its own.
    ///
    /// - Parameters:
    ///   - capacity: The number of actions that can be pending, at least 1.
    ///   - policy: The handling of an action that is sent while the inbox is full.
    public func remote(capacity: Int, policy: Inbox<R.Action>.Policy) -> RemoteStore<R> {
        RemoteStore(EngineTarget(self, inbox(capacity: capacity, policy: policy)))
    }
}
