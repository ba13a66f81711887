public import Observation

/// One state and its reducer, on an engine.
///
/// A store lives on its engine's actor and cannot be sent elsewhere. Its subscriptions, its effects and what waits for
/// it end when it is released. A member of the state can be read as the store's own, `store.books`, and is then
/// tracked by Observation alone: reading `state` tracks the whole of it.
@dynamicMemberLookup
public final class Store<R: Reducer> {
    /// The loop that it is on.
    public let engine: Engine
    @usableFromInline package let core: StoreCore
    /// The inbox that ``inbox`` gives, once it was asked for.
    package var ownInbox: AnyObject?

    /// A store with `state`, reduced by `reducer`.
    ///
    /// The commands that are active in `state` are started before this returns.
    @inlinable
    public init(_ state: R.State, _ reducer: R, on engine: Engine) {
        let cells = UnsafeMutablePointer<StoreCells<R>>.allocate(capacity: 1)
        cells.initialize(to: StoreCells(state, reducer))
        self.engine = engine
        let type = ObjectIdentifier(R.self)
        let edges = engine.edges(of: type) ?? engine.keep(StoreEdges(R.self), of: type)
        core = engine.makeStore(reducer, cells, edges)
        engine.open(core)
    }

    @inlinable var observed: StateObservers { core.observed }
    /// Where the state is.
    @inlinable var address: UnsafeRawPointer { UnsafeRawPointer(core.state) }

    /// The store may be released anywhere: a closure of the main actor's may retain it, and that is `Sendable`. Its core
    /// is closed on the engine's actor, before the next turn there.
    deinit {
        // Safe: opened on the engine's actor, or when it was released and nobody else can touch it.
        nonisolated(unsafe) let core = core
        if core.isRetired { return }
        if engine.posted.canDeliver {
            engine.posted.post(.betweenTurns { $0.retire(core) })
        } else {
            engine.retire(core)
        }
    }

    /// The present state. It cannot be changed from outside.
    ///
    /// Reading it takes part in Observation: the next turn of the store notifies, whatever it changes.
    public var state: R.State {
        observed.noteRead()
        return core.state(as: R.State.self)
    }

    /// A part of the state. Within a tracking of Observation, only a change of this part notifies.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember path: KeyPath<R.State, Value>) -> Value {
        if observed.isTracking(path) { observed.noteRead(part(at: path)) }
        return address.assumingMemoryBound(to: R.State.self).pointee[keyPath: path]
    }

    /// Performs `flow`, as if a reducer had returned it: now, with all that follows from it at once, or in its turn
    /// when a turn is under way.
    ///
    /// - Returns: the receipt, which ends when all of the flow has ended.
    @discardableResult
    public func perform(_ flow: Flow<R>) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeReleased("The flow \(flow)")) }
        return engine.dispatch("The flow \(flow)") { engine.perform(flow.node, nil, core, $0) }
    }
}

// Observation needs the conformance; the tracking itself is done part by part.
extension Store: Observable {}

extension Store: Identifiable {
    /// Names the store in records, also when it was released.
    public var id: StoreID { core.id }
}
