public import Millrace

/// A command that sends an action to a store of another engine. ``Flow/send(_:to:id:onFailure:)`` executes it.
///
/// It has no result, and ends when the action is in the queue of the other engine. In a test store it is pending until the test completes
/// it.
public struct RemoteSend<R: Reducer>: EngineCommand where R.Action: Sendable {
    /// It has no result.
    public typealias Output = Never
    /// It reports no progress.
    public typealias Progress = Never
    /// Why the action was not accepted.
    public typealias Failure = RemoteError

    /// The action.
    public let action: R.Action
    /// The store that receives it.
    public let store: RemoteStore<R>
    /// The id of the message; `nil` if it has none.
    public let id: String?

    /// Creates the command.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - store: The store that receives it.
    ///   - id: The id of the message, see ``RemoteStore/send(_:id:)``. Defaults to `nil`: no id.
    public init(_ action: R.Action, to store: RemoteStore<R>, id: String? = nil) {
        (self.action, self.store) = (action, store)
        self.id = id?.isEmpty == true ? nil : id
    }

    /// Sends the action behind those that the engine has sent to the store before.
    package func handle(_ reply: Reply<RemoteSend>) {
        guard let engine = reply.engine else { return }
        // The storage has put it into the inbox of the store.
        if engine.isDurable { return reply.finish() }
        OutgoingActions.of(engine).send(action, id, to: store.target, reply)
    }
}

/// A message for a store of another engine, as a storage needs it.
package protocol RemoteMessage: Command {
    /// The names of the store; `nil` if it is not durable.
    var address: StoreAddress? { get }
    /// The action.
    var content: Any { get }
    /// The id of the message; `nil` if it has none.
    var id: String? { get }
}

extension RemoteSend: RemoteMessage {
    package var address: StoreAddress? {
        if case .address(let address) = store.target.identity { address } else { nil }
    }
    package var content: Any { action }
}

extension RemoteSend: Equatable where R.Action: Equatable {
    /// Whether both send the same action to the same store.
    public static func == (one: RemoteSend, other: RemoteSend) -> Bool {
        one.action == other.action && one.store == other.store && one.id == other.id
    }
}

// A recording contains what a page has sent. A handle cannot be decoded.
extension RemoteSend: Encodable where R.Action: Encodable {
    private enum Key: CodingKey { case action, id }

    /// Encodes the action and the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(action, forKey: .action)
        try container.encodeIfPresent(id, forKey: .id)
    }
}

extension RemoteSend: CustomStringConvertible {
    /// The action and the type of its store.
    public var description: String { "\(action) to \(store)" }
}

extension Flow {
    /// Sends an action to a store of another engine.
    ///
    /// The actions that this engine sends to that store are reduced there in the order in which they were requested. No receipt waits for the
    /// turn in the other engine. While the inbox of the store is full, actions wait: as many as its capacity. More fail with
    /// ``RemoteError/full(capacity:)``.
    ///
    /// If this engine is durable, the store must be durable in the same storage, and its actions `Codable`: the action is stored in the
    /// transaction of this turn, and is reduced once, even if both engines end meanwhile. Nothing waits, and nothing fails. In a sequence, a group
    /// or after a delay, this is a `notDurable` fault. So is a `RemoteSend` with a timeout, or with a policy that lets it wait.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - store: The store that receives it.
    ///   - id: The id of the message, see ``RemoteStore/send(_:id:)``. Defaults to `nil`: no id.
    ///   - failed: Returns the action of this reducer for an action that was not accepted. Defaults to `nil`: the failure is an
    ///     `unhandledFailure` fault.
    public static func send<Other: Reducer>(
        _ action: Other.Action, to store: RemoteStore<Other>, id: String? = nil,
        onFailure failed: ((RemoteError) -> R.Action)? = nil
    ) -> Flow {
        let command = RemoteSend(action, to: store, id: id)
        guard let failed else { return .execute(command) }
        return .execute(command) { (event: Event<RemoteSend<Other>>) in
            switch event {
            case .failure(let error): failed(error)
            }
        }
    }
}
