/// A message that middleware holds.
final class HeldMessage {
    /// The message, with the payload that middleware set.
    let turn: Turn
    /// The middleware of the message's turn, and the index of the middleware that decides next.
    let middleware: [any Middleware]
    let next: Int
    /// The effect that represents the held message.
    var holder = EffectHandle.none
    /// The task that runs `decide` of ``Decision/hold(until:)``.
    var decider: Task<Void, Never>?
    /// Whether the message was resumed, and its turn has not begun yet.
    var isResumed = false

    init(_ turn: Turn, _ middleware: [any Middleware], next: Int) {
        (self.turn, self.middleware, self.next) = (turn, middleware, next)
    }
}
