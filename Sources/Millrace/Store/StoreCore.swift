/// The state of a store, what waits for it, and who observes it. The engine owns it until the store is released.
package final class StoreCore<R: Reducer>: EngineStore {
    /// Safe: the store retains its engine, the engine its cores, and whoever takes a turn retains either.
    package unowned(unsafe) let engine: Engine
    package let reducer: R
    /// Safe: freed with the core, touched on the engine's actor, and never while a reducer holds it, because turns do
    /// not nest.
    private let memory: UnsafeMutablePointer<R.State>
    package let number: UInt64
    package let machineNumber: Int32
    package private(set) var isClosed = false
    package private(set) var closeReason: any Error = CancellationError()
    package var owner: (any StoreOwner)?
    package var isTouched = false
    /// What was sent and waits for its turn.
    private var waiting = Ring<R.Action>()
    /// What the reductions of this turn asked for.
    private var pending: Flow<R> = .none
    /// The actions of this turn, for the workers.
    private var reduced: [R.Action] = []
    /// A copy of the state, as long as it is the same.
    private var knownSnapshot: AnyBox?
    let observed = ObservedState()
    /// Reads of the whole state.
    let tracker = Tracker()
    /// Whether somebody tracks the whole state.
    var isTracked = false
    /// Never notified of a change: it only finds out whether somebody tracks.
    let probe = Tracker()
    let inboxes = InboxBook()
    let outputs = ObserverList<R.Output>()
    let transitions = ObserverList<R.Transition>()
    /// Messages for other stores, where the store has no owner: the name of the receiver, and the message.
    package let inputs = InputObservers()
    package let reducedActions = ObserverList<ReducedAction<R>>()
    /// What the store listens to.
    let listening = Subscriptions()
    private var hasActiveCommands = false

    package var id: StoreID { StoreID(number: number, reducer: R.self) }
    package var statePointer: UnsafeRawPointer { UnsafeRawPointer(memory) }
    package var state: R.State { memory.pointee }

    init(_ state: R.State, _ reducer: R, on engine: Engine) {
        (self.reducer, self.engine, number) = (reducer, engine, engine.takeNumber())
        machineNumber = engine.machine.openStore()
        memory = .allocate(capacity: 1)
        memory.initialize(to: state)
    }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    /// Takes its place on the engine, and starts the commands that its first state requests.
    func open() {
        if engine.isShutDown {
            engine.report(.shutDown("A store of \(R.self)"))
            return close(because: EngineShutDown())
        }
        engine.stores[ObjectIdentifier(self)] = self
        let standing = reducer.standing(memory.pointee)
        if standing.isDeclared {
            hasActiveCommands = true
            engine.perform { updateActive(standing) }
        }
    }

    // MARK: Sending

    func send(_ action: R.Action) -> Receipt {
        if isClosed, !engine.isShutDown { return engine.refuse(.storeGone("The action \(action)")) }
        return engine.dispatch("The action \(action)") { enqueue(action, scope: $0) }
    }

    /// Appends an action to the queue.
    package func enqueue(_ action: R.Action, scope: Int32) {
        waiting.append(action)
        engine.enqueue(.action(self), scope: scope)
    }

    /// Appends an action to the queue that is ignored if the store is closed when its turn comes.
    package func enqueueIfOpen(_ action: R.Action) {
        engine.enqueue(scope: 0) { [self] in
            if !isClosed { engine.process(Turn(.action(self, Box(action)), scope: 0, cause: engine.cause)) }
        }
    }

    package func enqueue(transition: R.Transition, scope: Int32) {
        engine.enqueue(TransitionMessage(transition, of: self), scope: scope)
    }

    package func append(_ action: UnsafeRawPointer) {
        waiting.append(action.assumingMemoryBound(to: R.Action.self).pointee)
    }

    package func takeAction() -> AnyBox {
        guard let action = waiting.popFirst() else { preconditionFailure("An entry of the queue has its action.") }
        return Box(action)
    }

    package var nextActionName: String { waiting.first.map { caseName(of: $0) } ?? "\(R.self)" }

    package func copy(action: UnsafeRawPointer) -> AnyBox {
        Box(action.assumingMemoryBound(to: R.Action.self).pointee)
    }

    package func box(action: Any) -> AnyBox? { (action as? R.Action).map { Box($0) } }

    package func message(output: UnsafeRawPointer) -> any QueuedMessage {
        OutputMessage(output.assumingMemoryBound(to: R.Output.self).pointee, of: self)
    }

    package func message(transition: UnsafeRawPointer) -> any QueuedMessage {
        TransitionMessage(transition.assumingMemoryBound(to: R.Transition.self).pointee, of: self)
    }

    // MARK: Turns

    package func reduce(_ action: UnsafeRawPointer, returnsFlow: Bool) -> Any? {
        let action = action.assumingMemoryBound(to: R.Action.self)
        knownSnapshot = nil
        let flow = reducer.reduce(&memory.pointee, action.pointee)
        pending = pending.and(flow)
        if !reducedActions.isEmpty { reduced.append(action.pointee) }
        return returnsFlow ? flow : nil
    }

    package func snapshot() -> AnyBox {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = Box(memory.pointee)
        knownSnapshot = snapshot
        return snapshot
    }

    package func replaceState(_ state: AnyBox) {
        knownSnapshot = state
        memory.pointee = state.value(as: R.State.self)
    }

    package func notifyObservers(upTo last: UInt64) {
        if isTracked {
            // Those that are notified read again, and are tracked again.
            isTracked = false
            tracker.alert()
        }
        observed.notify(statePointer, upTo: last)
    }

    package func performFlow(scope: Int32) {
        let (flow, actions) = (pending, reduced)
        (pending, reduced) = (.none, [])
        perform(flow, scope: scope)
        for action in actions where !isClosed && !engine.machine.isCancelled(scope: scope) {
            reducedActions.notify(ReducedAction(action: action, scope: scope))
        }
        if isClosed { return }
        engine.cancelOrphans(of: self)
        if hasActiveCommands { updateActive(reducer.standing(memory.pointee)) }
    }

    /// Performs a flow, on behalf of a scope.
    package func perform(_ flow: Flow<R>, scope: Int32) {
        switch flow.storage {
        case .none: break
        case .send(let action):
            if isClosed { engine.fail(scope, closeReason) } else { enqueue(action, scope: scope) }
        case .node(let node): engine.perform(node, nil, self, scope)
        }
    }

    private func updateActive(_ standing: Standing<R>) {
        engine.updateActive(standing.items.map { ($0.key, $0.node, $0.context) }, of: self)
    }

    // MARK: Ends

    package func close(because reason: any Error) {
        guard !isClosed else { return }
        isClosed = true
        closeReason = reason
        let unread = inboxes.close()
        if unread > 0 { engine.report(.storeGone("\(unread) actions in the inbox of \(R.self)")) }
        tracker.alert()
        observed.close()
        outputs.close()
        transitions.close()
        inputs.list.close()
        listening.cancelAll()
        engine.cancelEffects(of: machineNumber, because: reason) { _ in true }
        engine.machine.closeStore(machineNumber)
        engine.performSteps()
        reducedActions.close()
    }

    package func accept<Visitor: StoreVisitor>(_ visitor: Visitor) -> Visitor.Result { visitor.visit(self) }

    package var observerCount: Int { observed.count + outputs.count + transitions.count + inputs.list.count }
    package var workerCount: Int { reducedActions.count }
}

/// An output of a store, waiting for its turn.
final class OutputMessage<R: Reducer>: QueuedMessage {
    private let output: R.Output
    private let store: StoreCore<R>

    init(_ output: R.Output, of store: StoreCore<R>) { (self.output, self.store) = (output, store) }

    var kind: Message.Kind { .output }
    var payload: Any { output }
    var subject: AnyObject? { store }

    func with(_ payload: Any) -> (any QueuedMessage)? {
        (payload as? R.Output).map { OutputMessage($0, of: store) }
    }

    /// Why the output cannot be delivered.
    private var fault: Fault?

    func reduce() { lend(output) { fault = store.owner?.reduce(output: $0) } }

    func perform(scope: Int32) -> TurnOutcome {
        guard let fault else { return .done }
        store.engine.fail(scope, fault)
        return .failed(fault)
    }

    func notify() {
        store.outputs.notify(output)
        lend(output) { store.owner?.receive(output: $0) }
    }
}

/// A transition of a store, waiting for its turn.
final class TransitionMessage<R: Reducer>: QueuedMessage {
    private let transition: R.Transition
    private let store: StoreCore<R>

    init(_ transition: R.Transition, of store: StoreCore<R>) { (self.transition, self.store) = (transition, store) }

    var kind: Message.Kind { .transition }
    var payload: Any { transition }
    var subject: AnyObject? { store }
    var isForMiddleware: Bool { !store.isClosed }

    func with(_ payload: Any) -> (any QueuedMessage)? {
        (payload as? R.Transition).map { TransitionMessage($0, of: store) }
    }

    func perform(scope: Int32) -> TurnOutcome {
        if store.isClosed { return store.engine.lose(store, "The transition \(transition)", scope) }
        if store.owner == nil, store.transitions.isEmpty {
            let fault = Fault.noOwner("The transition \(transition)", R.self)
            store.engine.report(fault)
            store.engine.fail(scope, fault)
            return .failed(fault)
        }
        // First those that observe: they end with the store, if the owner closes it.
        store.transitions.notify(transition)
        lend(transition) { store.owner?.follow(transition: $0, scope: scope) }
        return .done
    }
}

/// Needs to know the type of a store's reducer.
package protocol StoreVisitor {
    associatedtype Result
    func visit<R: Reducer>(_ store: StoreCore<R>) -> Result
}

/// An action that a store has reduced, and the scope that what follows from it belongs to.
package struct ReducedAction<R: Reducer> {
    package let action: R.Action
    package let scope: Int32
}
