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
        /// States that replace those of stores. Middleware does not receive it.
        case replacement
    }

    package let content: MessageContent

    init(_ content: MessageContent) { self.content = content }

    /// A message about an earlier one, for those that handle failures.
    package init(_ kind: Kind, _ payload: Any, of subject: AnyObject, id: UInt64) {
        content = PlainContent(kind, payload, subject, id: id, original: nil)
    }

    /// What it is.
    public var kind: Kind { content.kind }
    /// The action, command, ``Event``, fact, output, input, transition or request, of its own type.
    public var payload: Any { content.payload }
    /// The number of its turn; numbers grow.
    public var id: UInt64 { content.id }
    /// The number of the turn that caused it; 0 for a message from outside.
    public var cause: UInt64 { content.cause }
    /// The error, if the message is the failure of a command.
    public var error: (any Error)? { (payload as? any FailableEvent)?.failureError }

    /// The same message with another payload.
    public func with(_ payload: Any) -> Message {
        Message(PlainContent(kind, payload, content.subject, id: id, original: content.original))
    }

    /// Its kind and its payload.
    public var description: String { "\(kind) \(payload)" }
}

/// What a message is made of. The engine's subclass is a turn in its queue.
package class MessageContent {
    package final let kind: Message.Kind
    /// The number of its turn; 0 until then.
    package final var id: UInt64
    package final let cause: UInt64

    init(_ kind: Message.Kind, id: UInt64 = 0, cause: UInt64) {
        (self.kind, self.id, self.cause) = (kind, id, cause)
    }

    package var payload: Any { () }
    /// What it concerns: a store, or the owner of stores.
    package var subject: AnyObject? { nil }
    /// Whether ``FailureMiddleware`` was called for the failure that it is.
    package var isReported: Bool { false }
    /// The content that this is a changed copy of.
    package var original: MessageContent { self }
}

/// A message that is not in the queue: a copy with another payload.
private final class PlainContent: MessageContent {
    private let value: Any
    private let concerned: AnyObject?
    private let source: MessageContent?

    init(_ kind: Message.Kind, _ payload: Any, _ subject: AnyObject?, id: UInt64, original: MessageContent?) {
        (value, concerned, source) = (payload, subject, original)
        super.init(kind, id: id, cause: original?.cause ?? 0)
    }

    override var payload: Any { value }
    override var subject: AnyObject? { concerned }
    override var isReported: Bool { source?.isReported ?? false }
    override var original: MessageContent { source ?? self }
}

/// An event, with its command's type hidden.
protocol FailableEvent {
    var failureError: (any Error)? { get }
}

extension Event: FailableEvent {
    var failureError: (any Error)? { error }
}
