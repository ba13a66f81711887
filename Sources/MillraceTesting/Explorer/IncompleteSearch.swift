/// The reaction of a check of an ``Explorer`` to a search that is incomplete or vacuous.
public enum IncompleteSearch: Sendable {
    /// It fails the test.
    case failure
    /// It shows a warning.
    case warning
}
