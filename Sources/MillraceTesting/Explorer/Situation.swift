public import Millrace

/// What a property of an ``Explorer`` is about: what the feature knows, and what is under way.
public struct Situation<R: Reducer> {
    /// What the feature knows.
    public let state: R.State
    private let work: Work

    private enum Work {
        case items([Item<R>])
        case commands([any Command], isWaiting: Bool)
    }

    init(_ world: World<R>) { (state, work) = (world.state, .items(world.items)) }

    init(_ state: R.State, _ pending: [any Command], isWaiting: Bool) {
        (self.state, work) = (state, .commands(pending, isWaiting: isWaiting))
    }

    /// The commands that wait for their handlers: neither those that wait for one before them, nor those that wait for
    /// their pause before another try. Their order means nothing.
    public var pending: [any Command] {
        switch work {
        case .items(let items): items.lazy.filter(\.isPending).compactMap { $0.entry.asked?.request.command }
        case .commands(let commands, _): commands
        }
    }

    /// The commands of one type that wait for their handlers.
    public func pending<C: Command>(_ type: C.Type) -> [C] { pending.compactMap { $0 as? C } }

    /// Whether a command of this type waits for its handler.
    public func isPending<C: Command>(_ type: C.Type) -> Bool { pending.contains { $0 is C } }

    /// Whether something waits for the clock: a delay, a debounce, an interval, a timeout, a pause before another try.
    public var isWaiting: Bool {
        switch work {
        case .items(let items): items.contains { $0.clock >= 0 || $0.timeout >= 0 }
        case .commands(_, let isWaiting): isWaiting
        }
    }
}
