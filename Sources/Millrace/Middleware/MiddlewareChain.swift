/// The middleware of an engine, and the messages that it holds.
final class MiddlewareChain {
    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the chain, and no
    // access runs other code.

    /// The middleware, in the order in which it is called.
    @exclusivity(unchecked) var members: [any Middleware] = []
    /// The messages that middleware holds, by their ids.
    @exclusivity(unchecked) private(set) var held: [UInt64: HeldMessage] = [:]
    /// The ids of held messages that were cancelled. Resuming one of them reports no fault.
    private var cancelled: Set<UInt64> = []

    // MARK: Deciding

    /// Calls middleware until a decision stops or changes the message.
    ///
    /// - Parameters:
    ///   - members: The middleware of the message's turn.
    ///   - next: The index of the middleware that decides next. Increased for each one that was called.
    /// - Returns: The decision; `nil` if all middleware has passed the message.
    func decide(about turn: Turn, _ members: [any Middleware], from next: inout Int) -> Decision.Content? {
        func content(of middleware: borrowing any Middleware) -> Decision.Content? {
            do { return try middleware.intercept(Message(turn)).content } catch {
                return Decision(failing: error).content
            }
        }
        return members.withUnsafeBufferPointer { list in
            while let base = list.baseAddress, next < list.count {
                next += 1
                // Borrowed: a copy of each middleware takes 50 instructions.
                if let content = apply(content, at: base + (next - 1)) { return content }
            }
            return nil
        }
    }

    /// Calls each ``FailureMiddleware``.
    func notifyFailure(_ error: any Error, _ message: Message) {
        for case let middleware as any FailureMiddleware in members { middleware.failed(error, message) }
    }

    // MARK: Held messages

    func hold(_ message: HeldMessage) { held[message.turn.id] = message }

    /// Removes and returns the held message with an id; `nil` if there is none.
    func release(_ id: UInt64) -> HeldMessage? { held.removeValue(forKey: id) }

    /// Notes that a held message was cancelled.
    func noteCancelled(_ id: UInt64) {
        cancelled.insert(id)
        // The ids are kept so that a late resume reports no fault. The newest thousand are enough.
        if cancelled.count > 2_000 { cancelled = Set(cancelled.sorted().suffix(1_000)) }
    }

    /// Whether a held message with this id was cancelled, and is not known to be resumed. A second call returns `false`.
    func takeCancelled(_ id: UInt64) -> Bool { cancelled.remove(id) != nil }
}
