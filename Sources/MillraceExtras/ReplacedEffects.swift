/// The treatment of a store's running effects when its state is replaced.
public enum ReplacedEffects: Hashable, Sendable {
    /// Cancels all effects: commands, delays, workers and held messages.
    case cancel
    /// Keeps the effects that the new state does not end.
    case keep
}
