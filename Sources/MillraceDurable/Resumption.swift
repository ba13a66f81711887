/// What happens after a restart to a command that was in flight.
public enum Resumption: Hashable, Sendable {
    /// Its handler is called again. For work that may be done twice.
    case restart
    /// It ends as cancelled. For work that must not be done twice.
    case cancel
}
