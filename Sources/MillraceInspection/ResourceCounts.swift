/// How many resources of each kind an engine holds. After everything has ended, and in a test, it is empty.
public struct ResourceCounts: Hashable, Sendable {
    /// The stores.
    public var stores = 0
    /// The scenes of what is attached to the engine; each has one of the stores.
    public var scenes = 0
    /// The command handlers.
    public var handlers = 0
    /// The listeners.
    public var listeners = 0
    /// The subscribers to parts of states, to outputs and to trees, and the hosts.
    public var subscribers = 0
    /// The workers of the stores.
    public var workers = 0
    /// The effects in flight: commands, workers, delays, and the messages that middleware holds.
    public var effects = 0
    /// Those of the effects whose work goes on: commands whose handler was called and has not ended them, and
    /// workers. The others wait: for the clock, for their turn, for others of their name, or because middleware holds
    /// them.
    public var runningEffects = 0
    /// The messages that wait for their turn.
    public var messages = 0

    /// Empty counts.
    public init() {}

    /// Whether nothing is held.
    public var isEmpty: Bool { self == ResourceCounts() }
}
