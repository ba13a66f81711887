/// The observers of a store's transitions and of what it tells others.
final class OutgoingObservers<R: Reducer> {
    let transitions = Hearers<R.Transition>()
    let inputs = Hearers<(port: PortName, input: Any)>()

    var count: Int { transitions.count + inputs.count }

    func close() {
        transitions.close()
        inputs.close()
    }
}

extension Store {
    /// Calls `body` with each transition of the store's reducer, in the transition's turn and before the router of a scene.
    ///
    /// In a store that belongs to no scene, a transition with an observer is no fault.
    @discardableResult
    public func hearTransitions(owner: AnyObject? = nil, _ body: @escaping (R.Transition) -> Void) -> Subscription {
        outgoing.transitions.add(number: engine.takeNumber(), owner: owner, body)
    }

    /// Calls `body` with each input that the store's reducer tells others by ``Flow/tell(_:_:)``, and with its port.
    ///
    /// Only for a store that belongs to no scene. An input with an observer is no fault there.
    @discardableResult
    public func hearInputs(owner: AnyObject? = nil, _ body: @escaping (PortName, Any) -> Void) -> Subscription {
        outgoing.inputs.add(number: engine.takeNumber(), owner: owner) { body($0.port, $0.input) }
    }

    private var outgoing: OutgoingObservers<R> {
        let observers = core.outgoingObservers ?? OutgoingObservers()
        if core.isClosed { observers.close() }
        core.outgoingObservers = observers
        return observers
    }
}
