/// The number of resources of each kind that an engine holds.
///
/// The counts return to zero when everything has ended. A test can check this with ``isEmpty``.
public struct ResourceCounts: Hashable, Sendable {
    /// The stores.
    public var stores = 0
    /// The scenes of the engine's navigators. Each scene has one of the stores.
    public var scenes = 0
    /// The command handlers.
    public var handlers = 0
    /// The listeners.
    public var listeners = 0
    /// The subscribers to parts of states, to outputs and to trees, and the hosts.
    public var subscribers = 0
    /// The workers of the stores.
    public var workers = 0
    /// The effects in flight: commands, workers, delays, flows with an id, races, and the messages that middleware holds. Each
    /// flow of a race counts too.
    public var effects = 0
    /// The effects that are running: workers, and commands whose handler was called and has not ended them. Other effects wait:
    /// for the clock, for their turn, or for effects with the same id. Messages that middleware holds are not running either.
    public var runningEffects = 0
    /// The queued messages.
    public var messages = 0

    /// Empty counts.
    public init() {}

    /// Whether all counts are zero.
    public var isEmpty: Bool { self == ResourceCounts() }
}
