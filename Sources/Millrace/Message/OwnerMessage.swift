/// An input or a request. The owner of stores implements the methods, and the engine calls them in the order of a turn.
package protocol OwnerMessage: AnyObject {
    /// The kind of the message: an input or a request.
    var kind: Message.Kind { get }
    /// The value that middleware and observers receive.
    var payload: Any { get }
    /// The store that the message concerns, or the owner of stores.
    var subject: AnyObject? { get }
    /// Whether middleware decides about the message.
    var isForMiddleware: Bool { get }
    /// Returns the same message with another payload; `nil` if the payload does not fit.
    func replacing(_ payload: Any) -> (any OwnerMessage)?
    /// Reduces the message, before any observer is notified.
    func reduce()
    /// Performs the message, after the flows of the turn.
    ///
    /// - Returns: The outcome of the message.
    func perform(scope: Int32) -> Message.Outcome
    /// Notes that the message ends without its turn.
    func drop(because reason: (any Error)?)
}

extension OwnerMessage {
    package var isForMiddleware: Bool { true }
    package func reduce() {}
}
