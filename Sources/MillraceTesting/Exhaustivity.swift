/// How much of what happens a test must say.
public enum Exhaustivity: Hashable, Sendable {
    /// All of it: each field that changed, each action that followed, each output, transition, input for another module
    /// and fact, and that every command has ended and nothing waits for the clock. What is not said fails the test.
    case on
    /// Only what the test likes to say, which must be true; the rest is skipped, and shown as warnings if asked for.
    case off(showingSkipped: Bool)

    /// Only what the test likes to say; the rest is skipped without a word.
    public static let off = Exhaustivity.off(showingSkipped: false)
}
