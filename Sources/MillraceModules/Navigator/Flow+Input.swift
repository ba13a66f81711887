public import Millrace

extension Flow {
    /// Sends `input` to the module that this one presented, showed or embedded on `port`.
    ///
    /// It waits its turn, so what the same flow asked for before, such as the transition that presents the module, comes
    /// first. If no scene is on the port then, it is recorded as late, and ``Fault/Kind/portNotConnected``.
    public static func send<Child: Module>(_ input: Child.Input, to port: Navigator.Port<Child>) -> Flow {
        Flow(.input(Box(PortMessage(port, input))))
    }
}

extension Store where R: Module {
    /// Sends the module `input`: the action that ``Module/receive(_:)`` makes of it is reduced before this returns, or in its
    /// turn if a turn is in progress.
    ///
    /// For the application. A module sends inputs to those that it presented by ``Flow/send(_:to:)``.
    @discardableResult
    public func send(input: R.Input) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeReleased("The input \(input)")) }
        return engine.dispatch("The input \(input)") {
            engine.enqueue(InputMessage<R>(input, to: core, on: engine), scope: $0)
        }
    }
}

extension Store {
    /// Calls `body` with each input that the store's reducer sends to others by ``Flow/send(_:to:)``, and with its port.
    ///
    /// Only for a store that belongs to no scene. An input with an observer is no fault there.
    @discardableResult
    public func onInput(owner: AnyObject? = nil, _ body: @escaping (PortName, Any) -> Void) -> Subscription {
        core.inputs.add(number: engine.takeNumber(), owner: owner) { (input: (port: PortName, value: Any)) in
            body(input.port, input.value)
        }
    }
}
