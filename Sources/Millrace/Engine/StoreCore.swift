/// What the engine knows of a store: its state in memory, and the functions that know its types.
package final class StoreCore {
    package let id: StoreID
    /// The number under which the machine knows the store.
    package let machineNumber: Int32
    /// The reducer, of the type that ``StoreID/reducer`` names.
    package let reducer: any Reducer
    /// Where the state is.
    ///
    /// Safe: freed with the core, touched on the engine's actor, and never while a reducer holds it, because turns do not
    /// nest.
    package let state: UnsafeMutableRawPointer
    let edges: StoreEdges
    /// The observers of the state.
    let observed: any StateObserverList
    /// Whether the store was released, or its engine shut down.
    package private(set) var isClosed = false
    /// The error of what was not done because the store was closed.
    package private(set) var closeReason: any Error = CancellationError()
    /// Where outputs and transitions go.
    package var owner: (any StoreOwner)?
    /// Whether the turn concerns the store.
    var isTouched = false
    /// What the reductions of this turn asked for.
    private var pending = FlowNode.none
    /// The actions of this turn, if ``reducedActions`` has observers.
    private var reduced: [AnyBox] = []
    /// A copy of the state, as long as it is the same.
    private var knownSnapshot: AnyBox?

    package let outputs = ObserverList()
    package let transitions = ObserverList()
    /// Observers of messages for other stores, where the store has no owner.
    package let inputs = ObserverList()
    /// Observers of the actions that were reduced, as ``ReducedAction``.
    package let reducedActions = ObserverList()
    /// What the store listens to.
    let listening = Subscriptions()
    /// Whether the reducer declares active commands at all.
    private lazy var declaresActiveCommands = edges.activeCommands() != nil
    /// The commands that the state requests; `nil` where the reducer declares none at all.
    var requestedCommands: [ActiveRequest]? { declaresActiveCommands ? edges.activeCommands() : nil }
    /// Called when the store is closed.
    package var onClose: [() -> Void] = []

    init<R: Reducer>(
        _ state: R.State, _ reducer: R, _ id: StoreID, _ machineNumber: Int32, _ observed: any StateObserverList
    ) {
        (self.id, self.machineNumber, self.reducer, self.observed) = (id, machineNumber, reducer, observed)
        let memory = UnsafeMutablePointer<R.State>.allocate(capacity: 1)
        memory.initialize(to: state)
        self.state = UnsafeMutableRawPointer(memory)
        edges = StoreEdges(reducer, memory)
    }

    deinit { edges.free() }

    /// The state, as what it is.
    package func state<State>(as type: State.Type) -> State { state.assumingMemoryBound(to: State.self).pointee }

    package var observerCount: Int { observed.count + outputs.count + transitions.count + inputs.count }

    // MARK: Turns

    /// Reduces an action. The flow is kept until ``takePending()``.
    func reduce(_ action: UnsafeRawPointer) -> FlowNode {
        knownSnapshot = nil
        let flow = edges.reduce(action)
        pending = pending.and(flow)
        if !reducedActions.isEmpty { reduced.append(edges.boxAction(action)) }
        return flow
    }

    /// The flow of this turn's reductions, and their actions if ``reducedActions`` has observers.
    func takePending() -> (flow: FlowNode, actions: [AnyBox]) {
        defer { (pending, reduced) = (.none, []) }
        return (pending, reduced)
    }

    /// A copy of the state, the same one until the state changes.
    package func snapshot() -> AnyBox {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = edges.boxState()
        knownSnapshot = snapshot
        return snapshot
    }

    /// Puts another state in the place of the present one.
    func replaceState(_ state: AnyBox) {
        knownSnapshot = state
        edges.setState(state)
    }

    /// Notifies the observers of what has changed, as far as they registered until number `last`.
    func notifyObservers(upTo last: UInt64) { observed.notify(UnsafeRawPointer(state), upTo: last) }

    /// Ends every registration with the store; ``Engine/close(_:because:)`` ends its effects.
    func close(because reason: any Error) {
        (isClosed, closeReason) = (true, reason)
        for close in onClose { close() }
        onClose = []
        observed.close()
        for list in [outputs, transitions, inputs] { list.close() }
        listening.cancelAll()
    }
}

/// The functions of a store that know its types.
struct StoreEdges {
    let reduce: (_ action: UnsafeRawPointer) -> FlowNode
    let boxAction: (UnsafeRawPointer) -> AnyBox
    let boxState: () -> AnyBox
    let setState: (AnyBox) -> Void
    /// The commands that the state requests; `nil` where the reducer declares none at all.
    let activeCommands: () -> [ActiveRequest]?
    let free: () -> Void

    init<R: Reducer>(_ reducer: R, _ state: UnsafeMutablePointer<R.State>) {
        reduce = { reducer.reduce(&state.pointee, $0.assumingMemoryBound(to: R.Action.self).pointee).node }
        boxAction = { Box<R.Action>(at: $0) }
        boxState = { Box(state.pointee) }
        setState = { state.pointee = $0.value(as: R.State.self) }
        activeCommands = {
            let wanted = reducer.standing(state.pointee)
            return wanted.isDeclared ? wanted.items : nil
        }
        free = {
            state.deinitialize(count: 1)
            state.deallocate()
        }
    }
}

/// The observers of a store's state.
protocol StateObserverList: AnyObject {
    var count: Int { get }
    /// Notifies the observers of what has changed, as far as they registered until number `last`.
    func notify(_ state: UnsafeRawPointer, upTo last: UInt64)
    func close()
}

/// An action that a store has reduced, and the scope that what follows from it belongs to.
package struct ReducedAction {
    package let action: AnyBox
    package let scope: Int32
}

/// Where the outputs and transitions of a store go.
package protocol StoreOwner: AnyObject {
    /// Reduces an output in other stores, in the output's turn, before any observer is notified.
    ///
    /// - Returns: the fault, reported already, if the store that it is for was released.
    func reduce(output: UnsafeRawPointer) -> Fault?
    /// Receives an output, when every store has reduced it.
    func receive(output: UnsafeRawPointer)
    /// Goes where a transition says, in the transition's turn.
    func follow(transition: UnsafeRawPointer, scope: Int32)
}
