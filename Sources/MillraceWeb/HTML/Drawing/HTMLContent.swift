/// The requirement of ``HTMLConvertible``.
public protocol HTMLContent {
    /// Returns the content.
    func html<Action>() -> HTML<Action>
}
