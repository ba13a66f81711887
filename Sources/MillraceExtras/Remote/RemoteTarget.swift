package import Millrace

/// A store of another engine, as its handle reaches it.
package protocol RemoteTarget<R>: AnyObject, Sendable {
    associatedtype R: Reducer

    /// Distinguishes the store from others.
    var identity: RemoteIdentity { get }
    /// Sends an action without an id, without waiting. Returns `nil` if that is impossible: use ``send(_:id:)``.
    func offer(_ action: R.Action) -> Inbox<R.Action>.OfferResult?
    /// The number of actions that can be pending.
    var capacity: Int { get }
    /// Whether a sender waits for space.
    var waitsForSpace: Bool { get }
    /// See ``RemoteStore/send(_:id:)``.
    func send(_ action: R.Action, id: String?) async throws -> RemoteReceipt
    /// See ``RemoteStore/execute(_:)``.
    func execute<C: Command>(_ command: C) async throws -> C.Output
    /// Calls `receive` with the values of a part: the current one, and after each change. Then with an error, once, when the store is closed.
    /// No call follows the error or the cancellation.
    func observe<Part: Equatable & Sendable>(
        _ part: any KeyPath<R.State, Part> & Sendable,
        _ receive: @escaping @Sendable (Result<Part, RemoteError>) -> Void
    ) -> RemoteSubscription
}

/// The identity of a store for its handles.
package enum RemoteIdentity: Hashable, Sendable {
    /// A store of an engine in this process, by the jobs of its engine and its number.
    case store(ObjectIdentifier, UInt64)
    /// A store by its names.
    case address(StoreAddress)
}
