/// The error of a call to a store of another engine.
public enum RemoteError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The store was released, its engine was shut down, or its storage was closed.
    case closed
    /// The inbox of the store was full, and its policy is not `wait`.
    case full(capacity: Int)
    /// A message had an id, but the engine is not durable, so it keeps no ids.
    case keepsNoIDs
    /// The command has ended without a result.
    case noAnswer
    /// The engine has no store with this name and this type of reducer.
    case noStore(name: String)
    /// The storage failed.
    case storage(reason: String)

    /// The problem, and for a mistake the fix.
    public var description: String {
        switch self {
        case .closed: "The store is closed: it was released, or its engine was shut down."
        case .full(let capacity): "The inbox of the store is full: \(capacity) actions are pending."
        case .keepsNoIDs: "The engine keeps no ids of messages. Send the action without an id, or use a durable engine."
        case .noAnswer: "The command has ended without a result."
        case .noStore(let name):
            "The engine has no store named \(name) with this reducer. Use the name and the type of the store."
        case .storage(let reason): "The storage of the store failed: \(reason)"
        }
    }
}

extension RemoteError {
    /// The error of an inbox.
    init<Action>(_ failure: Inbox<Action>.Failure) {
        self =
            switch failure {
            case .full(let capacity): .full(capacity: capacity)
            case .closed: .closed
            }
    }
}
