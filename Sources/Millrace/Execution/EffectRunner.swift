/// Decides when the handlers of commands are called: at once, or when the turn that asked for them was stored.
///
/// An engine has none by default, and calls each handler in its command's turn.
package protocol EffectRunner: AnyObject {
    /// The turn of a command is over. Call `start` once, now or later, on the engine's actor: it calls the handler, in a turn of
    /// its own where it is called later. A command that is cancelled before that is never started.
    ///
    /// - Parameter turn: the turn that asked for the command.
    func run(_ start: @escaping () -> Void, askedBy turn: UInt64)
}
