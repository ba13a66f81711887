public import Millrace

extension Flow {
    /// Sends `input` to the module that this module presented, showed or embedded on `port`.
    ///
    /// The input is queued. So earlier steps of the same flow, such as the transition that presents the module, are processed
    /// first. If no scene is on the port in the input's turn, the input is discarded, recorded as discarded, and reported as
    /// ``Fault/Kind/portNotConnected``.
    ///
    /// A store that belongs to no scene sends inputs to the observers of ``Store/onInput(owner:_:)``. Without an observer, the
    /// input is ``Fault/Kind/noOwner``.
    public static func send<Child: Module>(_ input: Child.Input, to port: Navigator.Port<Child>) -> Flow {
        Flow(.input(Box(PortMessage(port, input))))
    }
}

extension Store where R: Module {
    /// Sends `input` to the module of this store.
    ///
    /// The action that ``Module/receive(_:)`` returns for the input is reduced before this function returns. If a turn is in
    /// progress, the input is queued.
    ///
    /// Only for the application. A module uses ``Flow/send(_:to:)`` to send inputs to the modules that it presented.
    ///
    /// - Returns: the receipt of the input.
    @discardableResult
    public func send(input: R.Input) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeReleased("The input \(input)")) }
        return engine.dispatch("The input \(input)") {
            engine.effects.enqueue(InputMessage<R>(input, to: core, on: engine), scope: $0)
        }
    }
}

extension Store {
    /// Calls `body` with each input that the store's reducer sends with ``Flow/send(_:to:)``, and with the port.
    ///
    /// Only for a store that belongs to no scene, for example in a test. There, an observed input reports no fault. The
    /// subscription ends when `owner` is released.
    @discardableResult
    public func onInput(owner: AnyObject? = nil, _ body: @escaping (PortName, Any) -> Void) -> Subscription {
        core.inputs.add(number: engine.takeNumber(), owner: owner) { (input: (port: PortName, value: Any)) in
            body(input.port, input.value)
        }
    }
}
