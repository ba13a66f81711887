/// The engine's data for a store: its state in memory, and the functions that know its types.
///
/// Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the core, and no
/// access runs other code.
@usableFromInline
package final class StoreCore {
    package let id: StoreID
    /// The number of the store in the effect machine.
    package let machineNumber: Int32
    /// The reducer. ``StoreID/reducer`` is its type.
    package let reducer: any Reducer
    /// The address of the state, which is the first member of the store's ``StoreCells``.
    ///
    /// Safe: the memory is freed with the core, and only the engine's actor uses it. No other code uses it while a reducer
    /// changes the state, because turns do not nest.
    @usableFromInline package let state: UnsafeMutableRawPointer
    package let functions: StoreFunctions
    /// The observers of the state.
    @usableFromInline package let observed: StateObservers
    /// Reasons against the fast path, as ``StoreFlags``; 0 if there are none.
    @exclusivity(unchecked) @usableFromInline var flags: UInt16 = 0
    /// The number of observers of ``reducedActions`` that need the state before each action.
    @exclusivity(unchecked) package var observersOfBefore: Int32 = 0
    /// The error of effects that were not performed because the store was closed.
    package private(set) var closeReason = StoreCore.released
    /// The error of effects that were not performed because the store was released. It is shared, because each error is an
    /// allocation.
    static let released: any Error = CancellationError()
    /// The owner, which receives outputs and transitions.
    @exclusivity(unchecked) package var owner: (any StoreOwner)?
    /// Whether the engine has already closed and unregistered the store. Then the release of the store need not be posted to
    /// the engine.
    var isRetired = false
    /// Whether the store has reduced the message of this turn.
    @exclusivity(unchecked) var isTouched = false
    /// The flow that this turn's reductions returned, unless ``hasSent``.
    @exclusivity(unchecked) private var pending = FlowNode.none
    /// Whether this turn's reductions returned a flow, and whether that flow only sends the action in ``StoreCells/sent``.
    @exclusivity(unchecked) @usableFromInline var hasFlow = false
    @exclusivity(unchecked) @usableFromInline var hasSent = false
    /// The actions of this turn, if ``reducedActions`` has observers.
    @exclusivity(unchecked) private var reduced: [(action: AnyBox, before: AnyBox?)] = []
    /// A copy of the state; `nil` if the state has changed since the copy was made.
    @exclusivity(unchecked) private var knownSnapshot: AnyBox? {
        didSet { set(StoreFlags.hasSnapshot, knownSnapshot != nil) }
    }
    /// Whether effects may belong to children that can be removed.
    @exclusivity(unchecked) var hasChildScopes = false { didSet { observed.settles = hasChildScopes || active != nil } }
    /// The commands that the state requests, if the reducer declares any.
    @exclusivity(unchecked) package private(set) var active: ActiveCommandList?

    // Created at the first use, because most stores need none of these lists.
    private var ownOutputs: ObserverList?
    private var ownTransitions: ObserverList?
    private var ownInputs: ObserverList?
    private var ownReducedActions: ObserverList?
    private var ownListening: SubscriptionBag?
    /// The inboxes, as ``PostedActions``.
    private var inboxes: [AnyObject] = []

    init(
        _ reducer: any Reducer, _ id: StoreID, _ machineNumber: Int32, _ state: UnsafeMutableRawPointer,
        _ functions: StoreFunctions
    ) {
        (self.reducer, self.id, self.machineNumber) = (reducer, id, machineNumber)
        (self.state, self.functions) = (state, functions)
        observed = StateObservers()
        if !functions.declaresActive { return }
        let list = ActiveCommandList()
        functions.declareActive(self, list)
        functions.declaresActive = list.isDeclared
        if !list.isDeclared { return }
        active = list
        observed.settles = true
    }

    deinit { functions.free(state) }

    /// Whether the store was released or its engine was shut down.
    package var isClosed: Bool { flags & StoreFlags.closed != 0 }

    /// Returns the state with its type.
    @usableFromInline package func state<State>(as type: State.Type) -> State {
        state.assumingMemoryBound(to: State.self).pointee
    }

    package var observerCount: Int {
        [ownOutputs, ownTransitions, ownInputs].reduce(observed.count) { $0 + ($1?.count ?? 0) }
    }

    // MARK: Observers

    package var outputs: ObserverList { list(&ownOutputs) }
    package var transitions: ObserverList { list(&ownTransitions) }
    /// Observers of messages to other stores, for a store without an owner.
    package var inputs: ObserverList { list(&ownInputs) }
    /// Observers of reduced actions, which they receive as ``ReducedAction``.
    package var reducedActions: ObserverList { list(&ownReducedActions) }
    /// The subscriptions with which the store listens to messages.
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

    /// Reduces an action. The flow is kept until ``takePending()`` is called.
    func reduce(_ action: UnsafeRawPointer) {
        if flags & StoreFlags.hasWorkers != 0 { keep(action, observersOfBefore > 0 ? snapshot() : nil) }
        if knownSnapshot != nil { knownSnapshot = nil }
        functions.reduce(self, action)
    }

    /// Keeps an action for the observers of reduced actions, and the state before it if one of them needs it.
    private func keep(_ action: UnsafeRawPointer, _ before: AnyBox?) {
        reduced.append((functions.boxAction(action, nil), observersOfBefore > 0 ? before : nil))
    }

    /// Reduces an action, and returns the data of the reduction for observers of turns.
    func reduceObserved(_ action: UnsafeRawPointer) -> Reduction {
        let before = knownSnapshot.take() ?? functions.boxState(self, nil)
        let earlier = hasFlow ? takePending() : .none
        if flags & StoreFlags.hasWorkers != 0 { keep(action, before) }
        functions.reduce(self, action)
        let flow = hasFlow ? takePending() : .none
        if !flow.isNone || !earlier.isNone { add(earlier.and(flow)) }
        return Reduction(store: self, address: action, before: before, flow: flow)
    }

    /// Adds the flow of a reduction to the flow of this turn.
    @usableFromInline func add(_ flow: consuming FlowNode) {
        pending = hasFlow ? takePending().and(flow) : flow
        hasFlow = true
    }

    /// Removes and returns the flow of this turn's reductions.
    func takePending() -> FlowNode {
        if !hasFlow { return .none }
        hasFlow = false
        if hasSent {
            hasSent = false
            return .send(functions.boxSent(self))
        }
        return exchange(&pending, with: .none)
    }

    /// Removes and returns the actions of this turn, if ``reducedActions`` has observers.
    func takeReduced() -> [(action: AnyBox, before: AnyBox?)] {
        defer { reduced = [] }
        return reduced
    }

    /// Returns a copy of the state. The same box is returned until the state changes.
    ///
    /// - Parameter spare: A box that is reused if it fits and there is no other reference to it.
    package func snapshot(reusing spare: consuming AnyBox? = nil) -> AnyBox {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = functions.boxState(self, spare)
        knownSnapshot = snapshot
        return snapshot
    }

    /// Replaces the state.
    func replaceState(_ state: AnyBox) {
        knownSnapshot = state
        functions.setState(self, state)
    }

    /// Notifies the observers of the state.
    func notifyObservers() {
        if !observed.isEmpty { observed.notify(UnsafeRawPointer(state)) }
    }

    /// Calls the reducer to declare its active commands.
    ///
    /// - Returns: The commands, if they differ from those that were declared last; otherwise `nil`.
    func declareActive() -> ContiguousArray<ActiveEntry>? {
        guard let active else { return nil }
        functions.declareActive(self, active)
        return active.update() ? active.entries : nil
    }

    /// Updates the flag that says whether ``reducedActions`` has observers.
    package func noteWorkers() { set(StoreFlags.hasWorkers, !reducedActions.isEmpty) }

    private func set(_ flag: UInt16, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }

    /// Adds an inbox, which closes with the store.
    package func add(_ inbox: any PostedActions) {
        if isClosed { return _ = inbox.close() }
        // Only the store retains these: they have no pending action, and will get none.
        for index in inboxes.indices.reversed() where isKnownUniquelyReferenced(&inboxes[index]) {
            inboxes.remove(at: index)
        }
        inboxes.append(inbox)
    }

    /// Ends every registration of the store. ``Engine/close(_:because:)`` cancels its effects.
    ///
    /// - Returns: The number of actions in inboxes that will not be reduced.
    func close(because reason: any Error) -> Int {
        flags |= StoreFlags.closed
        closeReason = reason
        let unread = inboxes.reduce(0) { $0 + (($1 as? any PostedActions)?.close() ?? 0) }
        inboxes = []
        observed.close()
        ownOutputs?.close()
        ownTransitions?.close()
        ownInputs?.close()
        ownListening?.cancelAll()
        return unread
    }

    /// Ends the observers of reduced actions. Called after the store's effects were cancelled.
    func closeReducedActions() { ownReducedActions?.close() }
}

/// Reasons against the fast path of a store's `send`.
enum StoreFlags {
    static let closed: UInt16 = 1
    /// The reduced actions have observers, such as workers.
    static let hasWorkers: UInt16 = 2
    /// A copy of the state exists. It must be released when the state changes.
    static let hasSnapshot: UInt16 = 8
}

/// The owner of a store, which receives the store's outputs and performs its transitions.
package protocol StoreOwner: AnyObject {
    /// Reduces an output in other stores, in the output's turn, before any observer is notified.
    ///
    /// - Returns: The fault, which was already reported, if the receiving store was released; otherwise `nil`.
    func reduce(output: UnsafeRawPointer) -> Fault?
    /// Receives an output after every store has reduced it.
    func receive(output: UnsafeRawPointer)
    /// Performs a transition, in the transition's turn.
    func follow(transition: UnsafeRawPointer, scope: Int32)
    /// The place of the store's scene; `nil` if the scene was removed.
    var place: StorePlace? { get }
}

/// An action that a store has reduced, and the scope for effects that it causes.
package struct ReducedAction {
    package let action: AnyBox
    /// The state before the action; `nil` if no observer needs it.
    package let before: AnyBox?
    package let scope: Int32
}

/// States, and the stores whose states they replace.
package typealias StoreStates = [(store: StoreCore, state: AnyBox)]
