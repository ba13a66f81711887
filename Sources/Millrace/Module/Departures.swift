/// Who listens to where a store wants to go, and to what it tells others.
final class Departures<R: Reducer> {
    let transitions = Hearers<R.Transition>()
    let inputs = Hearers<(port: PortName, input: Any)>()

    var count: Int { transitions.count + inputs.count }

    func close() {
        transitions.close()
        inputs.close()
    }
}

extension Store {
    /// Tells `body` each transition of the store's reducer, in the transition's turn: before the router, where the store is a
    /// scene's. Where it is none, whoever listens is who knows where to go, and it is no fault.
    @discardableResult
    public func hearTransitions(owner: AnyObject? = nil, _ body: @escaping (R.Transition) -> Void) -> Subscription {
        departures.transitions.add(number: engine.takeNumber(), owner: owner, body)
    }

    /// Tells `body` what the store's reducer tells others by ``Flow/tell(_:_:)``, and on which port, where the store is no
    /// scene's; it is no fault then.
    @discardableResult
    public func hearInputs(owner: AnyObject? = nil, _ body: @escaping (PortName, Any) -> Void) -> Subscription {
        departures.inputs.add(number: engine.takeNumber(), owner: owner) { body($0.port, $0.input) }
    }

    private var departures: Departures<R> {
        let departures = core.departures ?? Departures()
        if core.isClosed { departures.close() }
        core.departures = departures
        return departures
    }
}
