/// How a command or a flow and other effects of the same feature with the same id affect each other.
///
/// ``Flow/id(_:policy:)`` gives a policy to a whole flow. The id of a command without an explicit id is its type, unless its policy is `.concurrent`. A running effect is one that has
/// started and not ended.
public enum Policy: Hashable, Sendable {
    /// Starts the command at once, whatever else is running.
    case concurrent
    /// Cancels all effects with the same id, and starts the command. The effects are cancelled in the turn that requests the
    /// command, and the command is queued in it. Later events of the old command are discarded and counted, and its `onCancel` action follows the new command in the queue.
    case latest
    /// Discards the command if another effect with the same id is running or waiting. The receipt then throws
    /// `CancellationError`.
    case first
    /// Starts the command when all earlier effects with the same id have ended.
    case queue
    /// Starts the command when fewer than this number of effects with the same id are running. The waiting commands start in
    /// order. A number below 1 counts as 1.
    case limit(Int)
}
