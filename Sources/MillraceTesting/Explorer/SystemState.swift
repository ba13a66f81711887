import MillraceHistory
public import Millrace

/// A system state of a feature: its state, and its effects in flight. Properties of an ``Explorer`` are about it.
public struct SystemState<R: Reducer> {
    /// The state of the feature.
    public let state: R.State
    @usableFromInline let source: Source

    /// The source of the effects: a world of the search, or a test store.
    @usableFromInline enum Source {
        case world(WorldEffects?)
        case store(TestStoreEffects)
    }

    @inlinable init(_ world: World<R>) { (state, source) = (world.state, .world(world.effects)) }

    init(_ state: R.State, _ effects: TestStoreEffects) { (self.state, source) = (state, .store(effects)) }

    private init(_ state: R.State, _ source: Source) { (self.state, self.source) = (state, source) }

    /// Another state with the same effects in flight.
    func replacing(_ state: R.State) -> SystemState { SystemState(state, source) }

    /// The commands whose handlers were called, and that have not ended.
    ///
    /// A command that has failed and waits for its retry is included. Commands that are queued behind another command are
    /// not, because their handlers were not called yet. The order has no meaning.
    public var pending: [any Command] {
        switch source {
        case .world(let effects):
            effects?.all.lazy.filter { $0.isPending || $0.isRetried }.compactMap {
                effects?.entry(of: $0, in: R.self)?.asked?.request.command
            } ?? []
        case .store(let effects): effects.pending
        }
    }

    /// The commands of this type whose handlers were called, and that have not ended.
    public func pending<C: Command>(_ type: C.Type) -> [C] { pending.compactMap { $0 as? C } }

    /// Whether the handler of a command of this type was called, and the command has not ended.
    ///
    /// Also `true` during the pause before a retry.
    public func isPending<C: Command>(_ type: C.Type) -> Bool { pending.contains { $0 is C } }

    /// Whether no effect is in flight: no command is pending or queued, and no timer is scheduled.
    public var isQuiet: Bool {
        switch source {
        case .world(let effects): effects?.count ?? 0 == 0
        case .store(let effects): effects.pending.isEmpty && !effects.isWaiting
        }
    }

    /// Whether a timer is scheduled: a delay, a debounce, a throttle interval, a timeout, or a retry delay.
    public var isWaiting: Bool {
        switch source {
        case .world(let effects): effects?.all.contains(where: \.isWaiting) ?? false
        case .store(let effects): effects.isWaiting
        }
    }
}

/// The effects in flight of a test store.
@usableFromInline struct TestStoreEffects {
    /// The commands whose handlers were called, and that have not ended.
    var pending: [any Command] = []
    /// Whether a timer is scheduled.
    var isWaiting = false
    /// The history of the store, and its last turn. `nil` before the first turn of a store.
    var turn: (history: History, id: Record.ID)?
}
