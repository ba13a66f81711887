public import Observation

/// One state and its reducer, on an engine.
///
/// A store belongs to its engine's actor and cannot be sent to another actor. When a store is released, its subscriptions and
/// effects end. An action that is still pending for it is a ``Fault/Kind/storeReleased``.
///
/// A property of the state can be read as a property of the store, such as `store.books`. Observation then tracks only this
/// property. Reading ``state`` tracks the whole state.
@dynamicMemberLookup
public final class Store<R: Reducer> {
    /// The engine that processes the store's messages.
    public let engine: Engine
    @usableFromInline package let core: StoreCore
    /// The inbox of the store, if it was created.
    package var ownInbox: AnyObject?

    /// Creates a store with an initial state.
    ///
    /// Starts the commands that are active in `state`. If no turn is under way, their handlers have been called when this
    /// initializer returns.
    ///
    /// If you create the engine in the same expression, in the initial value of a property, name its actor:
    /// `Store(State(), Feature(), on: Engine(isolation: MainActor.shared))`.
    @inlinable
    public init(_ state: R.State, _ reducer: R, on engine: Engine) {
        let cells = UnsafeMutablePointer<StoreCells<R>>.allocate(capacity: 1)
        cells.initialize(to: StoreCells(state, reducer))
        self.engine = engine
        let type = ObjectIdentifier(R.self)
        let functions = engine.functions(of: type) { StoreFunctions(R.self) }
        core = engine.makeStore(reducer, cells, functions)
        engine.open(core)
    }

    @inlinable var observed: StateObservers { core.observed }
    /// The address of the state.
    @inlinable var address: UnsafeRawPointer { UnsafeRawPointer(core.state) }

    /// Closes the store's core. Any thread may release a store, because a `Sendable` closure of the main actor may retain it.
    /// The core is closed on the engine's actor, before the next turn there.
    deinit {
        // Safe: the core is used only on the engine's actor, or after the actor was released, when no other code can use it.
        nonisolated(unsafe) let core = core
        if core.isRetired { return }
        let posted = engine.posted
        if posted.canDeliver {
            posted.post(.betweenTurns { posted.engine?.retire(core) })
        } else {
            engine.retire(core)
        }
    }

    /// The current state. Only the reducer can change it.
    ///
    /// Under Observation, reading this property tracks the whole state: each later turn of the store is a change.
    public var state: R.State {
        observed.noteRead()
        return core.state(as: R.State.self)
    }

    /// A property of the state. Under Observation, reading it tracks only this property.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember path: KeyPath<R.State, Value>) -> Value {
        if observed.isTracking(path) { observed.noteRead(part(at: path, comparison(of: path))) }
        return address.assumingMemoryBound(to: R.State.self).pointee[keyPath: path]
    }

    /// Performs `flow`, as if a reducer had returned it.
    ///
    /// If no turn is under way, the flow and all messages that follow from it are processed before this method returns.
    /// Otherwise, the flow is appended to the queue.
    ///
    /// - Returns: The receipt. It is complete when everything in the flow has ended.
    @discardableResult
    public func perform(_ flow: Flow<R>) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeReleased("A flow of \(R.self)")) }
        return engine.dispatch("A flow of \(R.self)") { engine.perform(flow.node, of: core, scope: $0) }
    }
}

// Observation requires this conformance. Each part is tracked separately.
extension Store: Observable {}

extension Store: Identifiable {
    /// The id of the store, for example in a log or a recording. It remains valid after the store is released.
    public var id: StoreID { core.id }
}
