import MillraceInspection
public import Millrace

/// A system state of a feature: its state, and its effects in flight. Properties of an ``Explorer`` are about it.
public struct SystemState<R: Reducer> {
    /// The state of the feature.
    public let state: R.State
    @usableFromInline let source: Source

    /// The source of the effects: a world of the search, or a test store.
    @usableFromInline enum Source {
        case world(WorldEffects?)
        case commands([any Command], isWaiting: Bool)
    }

    @inlinable init(_ world: World<R>) { (state, source) = (world.state, .world(world.effects)) }

    init(_ state: R.State, _ pending: [any Command], isWaiting: Bool) {
        (self.state, source) = (state, .commands(pending, isWaiting: isWaiting))
    }

    /// The commands whose handlers are running.
    ///
    /// Commands that are queued behind another command, or that wait for a retry delay, are not included. The order has
    /// no meaning.
    public var pending: [any Command] {
        switch source {
        case .world(let effects):
            effects?.all.lazy.filter(\.isPending).compactMap {
                effects?.entry(of: $0, in: R.self)?.asked?.request.command
            } ?? []
        case .commands(let commands, _): commands
        }
    }

    /// The commands of this type whose handlers are running.
    public func pending<C: Command>(_ type: C.Type) -> [C] { pending.compactMap { $0 as? C } }

    /// Whether the handler of a command of this type is running.
    public func isPending<C: Command>(_ type: C.Type) -> Bool { pending.contains { $0 is C } }

    /// Whether no effect is in flight: no command is pending or queued, and no timer is scheduled.
    public var isQuiet: Bool {
        switch source {
        case .world(let effects): effects?.count ?? 0 == 0
        case .commands(let commands, let isWaiting): commands.isEmpty && !isWaiting
        }
    }

    /// Whether a timer is scheduled: a delay, a debounce, a throttle interval, a timeout, or a retry delay.
    public var isWaiting: Bool {
        switch source {
        case .world(let effects): effects?.all.contains(where: \.isWaiting) ?? false
        case .commands(_, let isWaiting): isWaiting
        }
    }
}
