/// Decides what becomes of each message before its turn: lets it on, changes it, holds it, cancels it, redirects it.
///
/// ```swift
/// struct Log: Middleware {
///     func intercept(_ message: Message, next: Next) {
///         print(message)
///         next(message)
///     }
/// }
/// engine.middleware = [Log(), Gatekeeper()]
/// ```
/// Every action, command, event, fact and output passes the engine's middleware, first to last, in its turn and on the
/// engine's actor. What a middleware sends waits its turn.
public protocol Middleware {
    /// Decides about `message`, by calling `next`, now or later.
    ///
    /// Calling it with the message lets it on; with another payload of the same type changes it; a command or a fact
    /// may give way to one of another type. Calling it later holds the message while everything else goes on.
    ///
    /// - Throws: what the message shall fail with: it has no turn. A command ends with the error as its `.failure`,
    ///   where its `Failure` can hold it, and so does the command of an event; whoever awaits the message is told; and
    ///   each ``FailureMiddleware`` hears it. An error that is thrown after `next` was called changes nothing for the
    ///   message, but is told all the same.
    func intercept(_ message: Message, next: Next) throws
}

/// A middleware that also hears of what goes wrong.
public protocol FailureMiddleware: Middleware {
    /// Hears the error of a worker, with the action that it worked on, or of a middleware, with the message that it
    /// threw for.
    ///
    /// Once for each error, on the engine's actor, before whoever awaits is resumed; first middleware to last. What
    /// a command fails with is its ``Event/failure(_:)`` and passes ``Middleware/intercept(_:next:)`` as such.
    func failed(_ error: any Error, _ message: Message)
}

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
    }

    /// What it is.
    public let kind: Kind
    /// What it holds: the action, the command, the `Event`, the fact or the output, of its own type.
    public let payload: Any
    /// The number of its turn; numbers grow.
    public let id: UInt64
    /// The number of the turn that asked for it; 0 when it came from outside.
    public let cause: UInt64
    private let core: AnyObject?
    /// Whether it is a failure that the middleware that hears of failures has heard already.
    var isTold = false

    init(_ kind: Kind, _ payload: Any, store: AnyObject?, id: UInt64, cause: UInt64) {
        (self.kind, self.payload, core, self.id, self.cause) = (kind, payload, store, id, cause)
    }

    init(_ kind: Kind, _ payload: Any, store: AnyObject?, _ entry: Entry, turn: UInt64) {
        self.init(kind, payload, store: store, id: turn, cause: entry.cause)
    }

    private init(_ other: Message, _ payload: Any) {
        (kind, self.payload, core, id, cause) = (other.kind, payload, other.core, other.id, other.cause)
        isTold = other.isTold
    }

    /// The state, before the message, of the store that an action is for, that asked for a command, that an event goes
    /// back to, or that an output comes from; `nil` where that is not a store of `R`.
    public func state<R: Reducer>(of type: R.Type) -> R.State? {
        core(of: type)?.memory.pointee.state
    }

    func core<R: Reducer>(of type: R.Type) -> StoreCore<R>? { core as? StoreCore<R> }

    /// The store that it is for or comes from.
    var storeID: StoreID? { (core as? any AnyCore)?.id }

    /// What went wrong, where the message is the failure of a command.
    public var error: (any Error)? { (payload as? any AnyEvent)?.anyError }

    /// What ends with the store that it concerns.
    var effects: Effects? { (core as? any AnyCore)?.effects }

    /// The same message, holding something else.
    public func with(_ payload: Any) -> Message { Message(self, payload) }

    /// Its kind and what it holds.
    public var description: String { "\(kind) \(payload)" }
}
