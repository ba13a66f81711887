/// What becomes of a command when work of the same name is running: the same id, or the same type without one.
public enum Policy: Hashable, Sendable {
    /// Both run.
    case concurrent
    /// The running one is cancelled; the new one runs.
    case latest
    /// The running one goes on; the new one is not started, and its receipt ends at once.
    case first
    /// The new one starts when those before it have ended, in order.
    case queue
    /// At most this many run at once; the new one waits until fewer do, in order. At least 1.
    case limit(Int)
}
