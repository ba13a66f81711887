/// Decides when the handlers of commands are called: at once, or after the turn that requested the command was stored.
///
/// An engine has no call scheduler by default, and calls each handler in its command's turn.
package protocol CallScheduler: AnyObject {
    /// Called at the end of a command's turn. Call `start` once, now or later, on the engine's actor.
    ///
    /// `start` calls the handler. If `start` is called later, the handler is called in a turn of its own. If the command is
    /// cancelled before, its handler is not called.
    ///
    /// - Parameter turn: The number of the turn that requested the command.
    func run(_ start: @escaping () -> Void, askedBy turn: UInt64)
}
