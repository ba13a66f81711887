/// The handling, after a restart, of a command that was in flight when the process ended. This version resumes none; see ``Durable``.
public enum Resumption: Hashable, Sendable {
    /// The command's handler is called again. For work that may be done twice.
    case restart
    /// The command ends as cancelled. For work that must not be done twice.
    case cancel
}
