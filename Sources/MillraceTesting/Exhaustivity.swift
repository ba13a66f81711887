/// How much of what happens a test must assert.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything. The test must assert each changed field, and each action, output, transition, input for another
    /// module, and fact. At the end no command may be pending or running, and no timer may be scheduled that would have
    /// an effect. Everything else fails the test.
    case on
    /// Only what the test chooses to assert. Its assertions must be true; the rest is skipped.
    ///
    /// If `showingSkipped` is `true`, what was skipped is shown as warnings.
    case off(showingSkipped: Bool)

    /// Only what the test chooses to assert. The rest is skipped without warnings.
    public static let off = Exhaustivity.off(showingSkipped: false)
}
