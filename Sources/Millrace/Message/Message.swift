/// A message on its way to its turn, as middleware sees it.
public struct Message: CustomStringConvertible {
    /// What a message can be.
    public enum Kind: Hashable, Sendable {
        /// An action for one store.
        case action
        /// A request for work.
        case command
        /// What became of a command.
        case event
        /// Something that anyone may hear.
        case fact
        /// What a store tells whoever holds it.
        case output
        /// What a module tells one that it presented.
        case input
        /// Where a module wants to go.
        case transition
        /// What a person or the application asks of a navigator.
        case request
    }

    // One reference, so that the compiler can pass a message in a register.
    @usableFromInline let envelope: Envelope

    /// What it is.
    @inlinable public var kind: Kind { envelope.kind }
    /// What it holds: the action, the command, the `Event`, the fact, the output, the input, the transition or the
    /// ``Navigator/Request``, of its own type.
    @inlinable public var payload: Any { envelope.payload }
    /// The number of its turn; numbers grow.
    @inlinable public var id: UInt64 { envelope.id }
    /// The number of the turn that asked for it; 0 when it came from outside.
    @inlinable public var cause: UInt64 { envelope.cause }

    @inlinable init(_ envelope: Envelope) { self.envelope = envelope }

    init(_ kind: Kind, _ payload: Any, store: AnyObject?, id: UInt64, cause: UInt64) {
        envelope = Envelope()
        envelope.fill(kind, payload, store: store, id: id, cause: cause)
        envelope.keep()
    }

    init(_ kind: Kind, _ payload: Any, store: AnyObject?, _ entry: Entry, turn: UInt64) {
        self.init(kind, payload, store: store, id: turn, cause: entry.cause)
    }

    /// Whether it is a failure that the middleware that hears of failures has heard already.
    var isTold: Bool {
        get { envelope.isTold }
        set { envelope.isTold = newValue }
    }

    /// The state, before the message, of the store that an action or an input is for, that asked for a command, that an
    /// event goes back to, that an output or a transition comes from, or that a request is about; `nil` where that is not a
    /// store of `R`.
    public func state<R: Reducer>(of type: R.Type) -> R.State? {
        core(of: type)?.memory.pointee.state
    }

    func core<R: Reducer>(of type: R.Type) -> StoreCore<R>? { envelope.store as? StoreCore<R> }

    /// The store that it is for or comes from.
    var storeID: StoreID? { (envelope.store as? any AnyCore)?.id }

    /// What went wrong, where the message is the failure of a command.
    public var error: (any Error)? { (payload as? any AnyEvent)?.anyError }

    /// What ends with the store that it concerns.
    var effects: Effects? { (envelope.store as? any AnyCore)?.effects }

    /// The same message with another payload, for a copy: ``Decision/pass(copies:)``.
    public func with(_ payload: Any) -> Message {
        var other = Message(kind, payload, store: envelope.store, id: id, cause: cause)
        other.isTold = envelope.isTold
        // Both have one receipt, as they are one message.
        other.envelope.claim = claim
        return other
    }

    /// Its kind and what it holds.
    public var description: String { "\(kind) \(payload)" }
}
