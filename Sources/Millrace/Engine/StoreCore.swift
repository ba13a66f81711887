/// What the engine knows of a store: its state in memory, and the functions that know its types.
///
/// Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches it, and no access calls
/// anything.
@usableFromInline
package final class StoreCore {
    package let id: StoreID
    /// The number under which the machine knows the store.
    package let machineNumber: Int32
    /// The reducer, of the type that ``StoreID/reducer`` names.
    package let reducer: any Reducer
    /// Where the state is, at the beginning of the store's ``StoreCells``.
    ///
    /// Safe: freed with the core, touched on the engine's actor, and never while a reducer holds it, because turns do not
    /// nest.
    @usableFromInline package let state: UnsafeMutableRawPointer
    @usableFromInline let edges: StoreEdges
    /// The observers of the state.
    @usableFromInline package let observed: StateObservers
    /// What keeps an action from being reduced at once: 0 where nothing does.
    @exclusivity(unchecked) @usableFromInline var flags: UInt16 = 0
    /// The error of what was not done because the store was closed.
    @exclusivity(unchecked) package private(set) var closeReason = StoreCore.released
    /// The error of what was not done because the store was released. One for all, because an error is an object.
    static let released: any Error = CancellationError()
    /// Where outputs and transitions go.
    @exclusivity(unchecked) package var owner: (any StoreOwner)?
    /// Whether the engine has let the store go, which is then not posted to it when it is released.
    @exclusivity(unchecked) var isRetired = false
    /// Whether the turn concerns the store.
    @exclusivity(unchecked) var isTouched = false
    /// What the reductions of this turn asked for.
    @exclusivity(unchecked) private var pending = FlowNode.none
    /// Whether they asked for anything, and whether that is one action to be sent, which is in the cells.
    @exclusivity(unchecked) @usableFromInline var hasFlow = false
    @exclusivity(unchecked) @usableFromInline var hasSent = false
    /// The actions of this turn, if ``reducedActions`` has observers.
    @exclusivity(unchecked) private var reduced: [AnyBox] = []
    /// A copy of the state, as long as it is the same.
    @exclusivity(unchecked) private var knownSnapshot: AnyBox? {
        didSet { set(StoreFlags.hasSnapshot, knownSnapshot != nil) }
    }
    /// Whether effects may belong to children that can be removed.
    @exclusivity(unchecked) var hasChildScopes = false { didSet { observed.settles = hasChildScopes || active != nil } }
    /// The commands that the state requests, if the reducer declares any.
    @exclusivity(unchecked) package private(set) var active: ActiveCommandList?

    // Made when they are first used: most stores have none of them.
    @exclusivity(unchecked) private var ownOutputs: ObserverList?
    @exclusivity(unchecked) private var ownTransitions: ObserverList?
    @exclusivity(unchecked) private var ownInputs: ObserverList?
    @exclusivity(unchecked) private var ownReducedActions: ObserverList?
    @exclusivity(unchecked) private var ownListening: SubscriptionBag?
    /// Called when the store is closed.
    package var onClose: [() -> Void] = []

    init(
        _ reducer: any Reducer, _ id: StoreID, _ machineNumber: Int32, _ state: UnsafeMutableRawPointer,
        _ edges: StoreEdges
    ) {
        (self.reducer, self.id, self.machineNumber) = (reducer, id, machineNumber)
        (self.state, self.edges) = (state, edges)
        observed = StateObservers()
        if !edges.declaresActive { return }
        let list = ActiveCommandList()
        edges.declareActive(self, list)
        edges.declaresActive = list.isDeclared
        if !list.isDeclared { return }
        active = list
        observed.settles = true
    }

    deinit { edges.free(state) }

    /// Whether the store was released, or its engine shut down.
    package var isClosed: Bool { flags & StoreFlags.closed != 0 }

    /// The state, as what it is.
    @usableFromInline package func state<State>(as type: State.Type) -> State {
        state.assumingMemoryBound(to: State.self).pointee
    }

    package var observerCount: Int {
        [ownOutputs, ownTransitions, ownInputs].reduce(observed.count) { $0 + ($1?.count ?? 0) }
    }

    // MARK: Observers

    package var outputs: ObserverList { list(&ownOutputs) }
    package var transitions: ObserverList { list(&ownTransitions) }
    /// Observers of messages for other stores, where the store has no owner.
    package var inputs: ObserverList { list(&ownInputs) }
    /// Observers of the actions that were reduced, as ``ReducedAction``.
    package var reducedActions: ObserverList { list(&ownReducedActions) }
    /// What the store listens to.
    var listening: SubscriptionBag {
        let listening = ownListening ?? SubscriptionBag()
        ownListening = listening
        return listening
    }

    var hasTransitionObservers: Bool { ownTransitions?.isEmpty == false }

    private func list(_ own: inout ObserverList?) -> ObserverList {
        if let own { return own }
        let list = ObserverList()
        if isClosed { list.close() }
        own = list
        return list
    }

    // MARK: Turns

    /// Reduces an action. The flow is kept until ``takePending()``.
    func reduce(_ action: UnsafeRawPointer) {
        if knownSnapshot != nil { knownSnapshot = nil }
        if flags & StoreFlags.hasWorkers != 0 { reduced.append(edges.boxAction(action, nil)) }
        edges.reduce(self, action)
    }

    /// Reduces an action, for those who observe the turn.
    func reduceObserved(_ action: UnsafeRawPointer) -> Reduction {
        let before = knownSnapshot.take() ?? edges.boxState(self, nil)
        let earlier = hasFlow ? takePending() : .none
        reduce(action)
        let flow = hasFlow ? takePending() : .none
        if !flow.isNone || !earlier.isNone { add(earlier.and(flow)) }
        return Reduction(store: self, address: action, before: before, flow: flow)
    }

    /// Adds what a reduction asked for.
    @usableFromInline
    func add(_ flow: consuming FlowNode) {
        pending = hasFlow ? takePending().and(flow) : flow
        hasFlow = true
    }

    /// The flow of this turn's reductions.
    func takePending() -> FlowNode {
        if !hasFlow { return .none }
        hasFlow = false
        if hasSent {
            hasSent = false
            return .send(edges.boxSent(self))
        }
        return exchange(&pending, with: .none)
    }

    /// The actions of this turn, if ``reducedActions`` has observers.
    func takeReduced() -> [AnyBox] {
        defer { reduced = [] }
        return reduced
    }

    /// A copy of the state, the same one until the state changes.
    ///
    /// - Parameter spare: a box for it, which nothing else refers to.
    package func snapshot(reusing spare: consuming AnyBox? = nil) -> AnyBox {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = edges.boxState(self, spare)
        knownSnapshot = snapshot
        return snapshot
    }

    /// Puts another state in the place of the present one.
    func replaceState(_ state: AnyBox) {
        knownSnapshot = state
        edges.setState(self, state)
    }

    /// Notifies the observers of the state.
    func notifyObservers() {
        if !observed.isEmpty { observed.notify(UnsafeRawPointer(state)) }
    }

    /// Declares the commands that the state requests.
    ///
    /// - Returns: the commands, if they differ from those that were declared last.
    func declareActive() -> ContiguousArray<ActiveEntry>? {
        guard let active else { return nil }
        edges.declareActive(self, active)
        return active.update() ? active.entries : nil
    }

    /// Notes whether ``reducedActions`` has observers.
    package func noteWorkers() { set(StoreFlags.hasWorkers, !reducedActions.isEmpty) }

    private func set(_ flag: UInt16, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }

    /// Ends every registration with the store; ``Engine/close(_:because:)`` ends its effects.
    func close(because reason: any Error) {
        flags |= StoreFlags.closed
        closeReason = reason
        if !onClose.isEmpty {
            for close in onClose { close() }
            onClose = []
        }
        observed.close()
        ownOutputs?.close()
        ownTransitions?.close()
        ownInputs?.close()
        ownListening?.cancelAll()
    }

    /// Ends the observers of the actions, when the effects have ended.
    func closeReducedActions() { ownReducedActions?.close() }
}

/// What keeps a store's action from being reduced at once.
enum StoreFlags {
    static let closed: UInt16 = 1
    /// Someone observes the actions.
    static let hasWorkers: UInt16 = 2
    /// There is a copy of the state, which must be released when the state changes.
    static let hasSnapshot: UInt16 = 8
}

/// Names a store's owner, and what it does with outputs and transitions.
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

/// An action that a store has reduced, and the scope that what follows from it belongs to.
package struct ReducedAction {
    package let action: AnyBox
    package let scope: Int32
}
