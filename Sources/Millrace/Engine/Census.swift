/// How much of each kind an engine keeps alive. After everything has ended, and in a test, it is empty.
public struct Census: Hashable, Sendable {
    /// The stores.
    public var stores = 0
    /// The scenes of all navigators; each has one of the stores.
    public var scenes = 0
    /// The command handlers.
    public var handlers = 0
    /// The listeners and reactions.
    public var listeners = 0
    /// The subscribers to parts of states, to outputs and to trees, and the hosts.
    public var subscribers = 0
    /// The workers of the stores.
    public var workers = 0
    /// The commands and workers that run, the flows that wait for the clock, and the messages that middleware holds.
    public var effects = 0
    /// Those of the effects that somebody is at work on: commands whose handler was called and has not ended them, and
    /// workers. The others wait: for the clock, for their turn, for others of their name, or because middleware holds
    /// them.
    public var working = 0
    /// The messages that wait for their turn.
    public var messages = 0

    /// An empty census.
    public init() {}

    /// Whether nothing is alive.
    public var isEmpty: Bool { self == Census() }
}

extension Engine {
    /// What is alive on this engine now. Whatever belongs to an owner that has gone is let go first.
    public var census: Census {
        if isRunning { collectLetters() } else { catchUp() }
        var census = Census()
        census.stores = stores.count
        let windows = windows.values.compactMap { $0.open() }
        census.scenes = windows.reduce(0) { $0 + $1.layout.count }
        census.handlers = handlers.count
        census.listeners = listeners.values.reduce(0) { $0 + $1.count }
        census.subscribers =
            stores.values.reduce(0) { $0 + $1.watcherCount } + windows.reduce(0) { $0 + $1.observers.count }
        census.workers = stores.values.reduce(0) { $0 + $1.workerCount }
        census.effects = stores.values.reduce(effects.count) { $0 + $1.effects.count }
        census.working = allEffects.reduce(0) { $0 + $1.workingCount }
        census.messages = queue.count
        return census
    }
}
