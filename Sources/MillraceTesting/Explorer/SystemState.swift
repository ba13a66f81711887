import MillraceInspection
public import Millrace

/// What a property of an ``Explorer`` is about: what the feature knows, and what is under way.
public struct SystemState<R: Reducer> {
    /// What the feature knows.
    public let state: R.State
    @usableFromInline let source: Source

    /// Where the effects are: in a world, or in a test store.
    @usableFromInline enum Source {
        case world(WorldEffects?)
        case commands([any Command], isWaiting: Bool)
    }

    @inlinable init(_ world: World<R>) { (state, source) = (world.state, .world(world.effects)) }

    init(_ state: R.State, _ pending: [any Command], isWaiting: Bool) {
        (self.state, source) = (state, .commands(pending, isWaiting: isWaiting))
    }

    /// The commands that wait for their handlers: neither those that wait for one before them, nor those that wait for
    /// their pause before another try. Their order means nothing.
    public var pending: [any Command] {
        switch source {
        case .world(let effects):
            effects?.all.lazy.filter(\.isPending).compactMap {
                effects?.entry(of: $0, in: R.self)?.asked?.request.command
            } ?? []
        case .commands(let commands, _): commands
        }
    }

    /// The commands of one type that wait for their handlers.
    public func pending<C: Command>(_ type: C.Type) -> [C] { pending.compactMap { $0 as? C } }

    /// Whether a command of this type waits for its handler.
    public func isPending<C: Command>(_ type: C.Type) -> Bool { pending.contains { $0 is C } }

    /// Whether nothing is under way: no command is pending or waits for another, and nothing waits for the clock.
    public var isQuiet: Bool {
        switch source {
        case .world(let effects): effects?.count ?? 0 == 0
        case .commands(let commands, let isWaiting): commands.isEmpty && !isWaiting
        }
    }

    /// Whether something waits for the clock: a delay, a debounce, an interval, a timeout, a pause before another try.
    public var isWaiting: Bool {
        switch source {
        case .world(let effects): effects?.all.contains(where: \.isWaiting) ?? false
        case .commands(_, let isWaiting): isWaiting
        }
    }
}
