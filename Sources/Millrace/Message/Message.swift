/// A message whose turn has come, as middleware sees it.
///
/// It may be kept: it keeps its payload and its store.
public struct Message: CustomStringConvertible {
    /// What a message can be.
    public enum Kind: Hashable, Sendable {
        /// An action for one store.
        case action
        /// A request for work.
        case command
        /// What a handler answers to a command.
        case event
        /// Something that happened, which anyone may receive.
        case fact
        /// What a store reports to the one who created it.
        case output
        /// What a store sends to another one, which its owner knows.
        case input
        /// Where a store asks its owner to go.
        case transition
        /// What a person or the application asks of the owner of stores.
        case request
        /// States that take the place of those of stores, as when a history goes back; no middleware sees it.
        case replacement
    }

    package let storage: MessageStorage

    init(_ storage: MessageStorage) { self.storage = storage }

    package init(_ kind: Kind, _ payload: Any, subject: AnyObject?, id: UInt64) {
        self.init(MessageStorage(kind, payload, subject: subject, id: id, cause: 0))
    }

    /// What it is.
    public var kind: Kind { storage.kind }
    /// The action, command, ``Event``, fact, output, input, transition or request, of its own type.
    public var payload: Any { storage.payload }
    /// The number of its turn; numbers grow.
    public var id: UInt64 { storage.id }
    /// The number of the turn that caused it; 0 for a message from outside.
    public var cause: UInt64 { storage.cause }
    /// The error, if the message is the failure of a command.
    public var error: (any Error)? { (payload as? any FailableEvent)?.failureError }

    /// The same message with another payload.
    public func with(_ payload: Any) -> Message { Message(MessageStorage(storage, payload)) }

    /// Its kind and its payload.
    public var description: String { "\(kind) \(payload)" }
}

/// What every copy of a message shares.
package final class MessageStorage {
    package let kind: Message.Kind
    package let payload: Any
    package let id: UInt64
    package let cause: UInt64
    /// The store that it concerns; declared as what the engine makes of it.
    package let subject: AnyObject?
    /// The engine's handle of the message while it is processed or held.
    var context: AnyObject?
    /// Whether ``FailureMiddleware`` was called for the failure that it is.
    package internal(set) var isReported = false

    init(_ kind: Message.Kind, _ payload: Any, subject: AnyObject?, id: UInt64, cause: UInt64) {
        (self.kind, self.payload, self.subject, self.id, self.cause) = (kind, payload, subject, id, cause)
    }

    convenience init(_ other: MessageStorage, _ payload: Any) {
        self.init(other.kind, payload, subject: other.subject, id: other.id, cause: other.cause)
        (context, isReported) = (other.context, other.isReported)
    }
}

/// An event, with its command's type hidden.
protocol FailableEvent {
    var failureError: (any Error)? { get }
}

extension Event: FailableEvent {
    var failureError: (any Error)? { error }
}
