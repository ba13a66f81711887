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

    @usableFromInline package let content: MessageContent

    package init(_ content: MessageContent) { self.content = content }

    /// A message about an earlier one, for those that handle failures.
    package init(_ kind: Kind, _ payload: Any, of subject: AnyObject, id: UInt64) {
        content = MessageContent()
        (content.kind, content.subject, content.id) = (kind, subject, id)
        content.setPayload(boxed(payload))
        content.keep()
    }

    /// What it is.
    public var kind: Kind { content.kind }
    /// The action, command, ``Event``, fact, output, input, transition or request, of its own type.
    public var payload: Any { content.keptPayload.any }
    /// The number of its turn; numbers grow.
    public var id: UInt64 { content.id }
    /// The number of the turn that caused it; 0 for a message from outside.
    public var cause: UInt64 { content.cause }
    /// The error, if the message is the failure of a command.
    public var error: (any Error)? { (payload as? any FailableEvent)?.failureError }

    /// The payload, if it is of this type. Costs less than a cast of ``payload``, which copies it.
    @inlinable
    public func payload<Value>(as type: Value.Type) -> Value? {
        content.type == ObjectIdentifier(type) ? content.address.assumingMemoryBound(to: Value.self).pointee : nil
    }

    /// The same message with another payload.
    public func with(_ payload: Any) -> Message {
        let copy = MessageContent()
        (copy.kind, copy.id, copy.cause, copy.subject) = (kind, id, cause, content.subject)
        (copy.original, copy.isReported) = (content.original ?? content, content.isReported)
        copy.setPayload(boxed(payload))
        copy.keep()
        return Message(copy)
    }

    /// Its kind and its payload.
    public var description: String { "\(kind) \(payload)" }
}

/// What a message is made of. The engine's subclass is a turn in its queue.
///
/// Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches it, and no access
/// calls anything.
@usableFromInline
package class MessageContent {
    @exclusivity(unchecked) package final var kind = Message.Kind.action
    /// The number of its turn; 0 until then.
    @exclusivity(unchecked) package final var id: UInt64 = 0
    @exclusivity(unchecked) package final var cause: UInt64 = 0
    /// What it concerns: a store, or the owner of stores. Safe: the engine retains it during the turn, and ``keep()`` after it.
    @exclusivity(unchecked) package final unowned(unsafe) var subject: AnyObject?
    @exclusivity(unchecked) final var keptSubject: AnyObject?
    /// Where the payload is, and its type.
    @exclusivity(unchecked) @usableFromInline final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    @exclusivity(unchecked) @usableFromInline final var type = ObjectIdentifier(Void.self)
    /// The box that the payload is in, once it is in one.
    @exclusivity(unchecked) final var box: AnyBox?
    /// Whether ``FailureMiddleware`` was called for the failure that it is.
    @exclusivity(unchecked) package final var isReported = false
    /// The content that this is a changed copy of.
    @exclusivity(unchecked) final var original: MessageContent?

    package init() {}

    /// Puts the payload into a box: into the given one, which nothing else refers to, if it fits.
    func boxPayload(reusing spare: consuming AnyBox?) -> AnyBox { Box(()) }

    final func setPayload(_ box: AnyBox) { (self.box, address, type) = (box, box.address, box.type) }

    /// Keeps the payload and the subject beyond the turn.
    final func keep() {
        _ = keptPayload
        keptSubject = subject
    }

    /// The payload, which may be elsewhere, in a box of its own.
    package final var keptPayload: AnyBox {
        if let box { return box }
        let box = boxPayload(reusing: nil)
        setPayload(box)
        return box
    }

    /// What it is and its numbers, for observers in other modules, where the compiler checks each access to a property.
    package final var header: (kind: Message.Kind, id: UInt64, cause: UInt64) { (kind, id, cause) }

    /// The payload in a box for an observer, which can be `spare`, if nothing else refers to that.
    package final func payload(reusing spare: consuming AnyBox?) -> AnyBox {
        if let box { return box }
        return boxPayload(reusing: spare)
    }
}

/// An event, with its command's type hidden.
protocol FailableEvent {
    var failureError: (any Error)? { get }
}

extension Event: FailableEvent {
    var failureError: (any Error)? { error }
}
