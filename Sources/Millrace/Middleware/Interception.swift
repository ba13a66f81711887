/// A message on its way through the middleware; middleware may hold it there.
final class Interception {
    /// The message, with the payload that middleware has given it.
    var turn: any Turn
    /// The middleware of the message's turn.
    let middleware: [any Middleware]
    /// The middleware that is next.
    var next = 0
    /// The effect that keeps the message, while it is held.
    var holder: EffectTask?
    /// The task that decides about the message while it is held.
    var decider: Task<Void, Never>?
    /// Whether it was resumed, and waits for its turn.
    var isResumed = false

    init(_ turn: any Turn, _ middleware: [any Middleware]) { (self.turn, self.middleware) = (turn, middleware) }
}
