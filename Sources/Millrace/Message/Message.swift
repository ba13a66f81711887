/// A message, as middleware receives it before a store or a handler does.
///
/// A message may be stored. It retains its payload and its store.
public struct Message: CustomStringConvertible {
    /// The kinds of messages.
    public enum Kind: Hashable, Sendable {
        /// An action for one store.
        case action
        /// A request for work.
        case command
        /// A progress value, a result or the failure of a command.
        case event
        /// Something that happened, which any listener may receive.
        case fact
        /// A value that a store reports to its owner (for a module, its navigator).
        case output
        /// A value that a store sends to another store. The sending store's owner delivers it.
        case input
        /// A store's request to navigate to another screen. The store's owner performs it.
        case transition
        /// A request to the navigator from the user or the application, such as going back.
        case request
        /// New states that replace the states of stores. Middleware does not receive this message.
        case replacement
    }

    @usableFromInline package let content: MessageContent

    package init(_ content: MessageContent) { self.content = content }

    /// Creates a message about an earlier message, for middleware that handles failures.
    package init(_ kind: Kind, _ payload: Any, of subject: AnyObject, id: UInt64) {
        content = MessageContent()
        (content.kind, content.subject, content.id) = (kind, subject, id)
        content.setPayload(boxed(payload))
        content.keep()
    }

    /// The kind of the message.
    public var kind: Kind { content.kind }
    /// The action, command, ``Event``, fact, output, input, transition or request. The value has its original type. For a
    /// replacement, the new state of the store, or an array of the restored states.
    public var payload: Any { content.keptPayload.any }
    /// The number of the message's turn. A later turn has a higher number.
    public var id: UInt64 { content.id }
    /// The number of the turn that caused the message; 0 for a message from outside the engine.
    public var cause: UInt64 { content.cause }
    /// The error, if the message is the failure of a command.
    public var error: (any Error)? { (payload as? any FailableEvent)?.failureError }

    /// Returns the payload if its type is `type`, otherwise `nil`. Costs less than a cast of ``payload``, which copies the
    /// payload.
    @inlinable
    public func payload<Value>(as type: Value.Type) -> Value? {
        content.type == ObjectIdentifier(type) ? content.address.assumingMemoryBound(to: Value.self).pointee : nil
    }

    /// Returns the same message with another payload.
    public func with(_ payload: Any) -> Message {
        let copy = MessageContent()
        (copy.kind, copy.id, copy.cause, copy.subject) = (kind, id, cause, content.subject)
        (copy.original, copy.isReported) = (content.original ?? content, content.isReported)
        copy.setPayload(boxed(payload))
        copy.keep()
        return Message(copy)
    }

    /// The message's kind and payload.
    public var description: String { "\(kind) \(payload)" }
}

/// The content of a message. `Turn`, the engine's subclass, is a message that is processed.
///
/// Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the content, and
/// no access runs other code.
@usableFromInline
package class MessageContent {
    @exclusivity(unchecked) package final var kind = Message.Kind.action
    /// The number of the message's turn; 0 until the turn begins.
    @exclusivity(unchecked) package final var id: UInt64 = 0
    @exclusivity(unchecked) package final var cause: UInt64 = 0
    /// The store that the message concerns, or the owner of stores.
    ///
    /// Safe: the engine retains the subject during the turn, and ``keep()`` retains it for longer.
    @exclusivity(unchecked) package final unowned(unsafe) var subject: AnyObject?
    @exclusivity(unchecked) final var keptSubject: AnyObject?
    /// The address of the payload, and the type of the payload.
    @exclusivity(unchecked) @usableFromInline final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    @exclusivity(unchecked) @usableFromInline final var type = ObjectIdentifier(Void.self)
    /// The box that contains the payload; `nil` if the payload is in no box yet.
    @exclusivity(unchecked) final var box: AnyBox?
    /// Whether ``FailureMiddleware`` was already called for the failure in this message.
    @exclusivity(unchecked) package final var isReported = false
    /// The content of the original message, if this content is a changed copy of it.
    @exclusivity(unchecked) final var original: MessageContent?

    package init() {}

    /// Returns the payload in a box.
    ///
    /// - Parameter spare: A box that is reused if it fits and there is no other reference to it.
    func boxPayload(reusing spare: consuming AnyBox?) -> AnyBox { Box(()) }

    package final func setPayload(_ box: AnyBox) { (self.box, address, type) = (box, box.address, box.type) }

    /// Retains the payload and the subject beyond the turn.
    final func keep() {
        _ = keptPayload
        keptSubject = subject
    }

    /// The payload in a box that belongs to this content. Boxes the payload first if it is elsewhere.
    package final var keptPayload: AnyBox {
        if let box { return box }
        let box = boxPayload(reusing: nil)
        setPayload(box)
        return box
    }

    /// The kind and the numbers. One call costs observers in other modules less than three properties, because each read of a
    /// property from there checks exclusivity.
    package final var header: (kind: Message.Kind, id: UInt64, cause: UInt64) { (kind, id, cause) }

    /// Returns the payload in a box for an observer.
    ///
    /// - Parameter spare: A box that is reused if it fits and there is no other reference to it.
    package final func payload(reusing spare: consuming AnyBox?) -> AnyBox {
        if let box { return box }
        return boxPayload(reusing: spare)
    }
}

/// An event whose command type is unknown.
protocol FailableEvent {
    var failureError: (any Error)? { get }
}

extension Event: FailableEvent {
    var failureError: (any Error)? { error }
}
