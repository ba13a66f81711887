import Millrace

/// A queued input for a module.
final class InputMessage<Child: Module>: OwnerMessage {
    private let input: Child.Input
    /// The port of the receiver; `nil` if the receiver is `store`.
    private let port: PortName?
    /// The receiver; if the input has a port, the store that sends the input.
    private let store: StoreCore
    private unowned let engine: Engine
    private var isReceived = false

    init(_ input: Child.Input, port: PortName? = nil, to store: StoreCore, on engine: Engine) {
        (self.input, self.port, self.store, self.engine) = (input, port, store, engine)
    }

    var kind: Message.Kind { .input }
    var payload: Any { input }
    /// The receiver; the sender if there is no receiver.
    var subject: AnyObject? { receiver ?? store }
    /// Without a receiver, there is nothing that middleware could decide. If the sender belongs to no scene, observers may
    /// receive the input.
    var isForMiddleware: Bool { isForObservers || receiver != nil }
    private var isForObservers: Bool { port != nil && store.scene == nil }

    func replacing(_ payload: Any) -> (any OwnerMessage)? {
        (payload as? Child.Input).map { InputMessage($0, port: port, to: store, on: engine) }
    }

    /// The store of the module that is on the port now; `nil` if the module was removed.
    private var receiver: StoreCore? {
        let found = if let port { store.scene.flatMap { $0.runtime.context(on: port, of: $0.id) }?.core } else { store }
        return found?.isClosed == false ? found : nil
    }

    /// Reduces the action that the module returns for the input.
    func reduce() {
        guard let receiver, let module = receiver.reducer as? Child else { return }
        isReceived = true
        engine.reduce(module.receive(input), in: receiver)
    }

    func perform(scope: Int32) -> Message.Outcome {
        if isReceived { return .done }
        if let port, store.scene == nil, !store.inputs.isEmpty {
            store.inputs.notify(of: (port: port, value: input as Any))
            return .done
        }
        engine.observers.discardedCount += 1
        engine.effects.fail(scope, reporting: undeliverable)
        return .discarded
    }

    /// Reports an input whose receiver was removed while middleware held the input.
    func drop(because reason: (any Error)?) {
        if reason == nil || receiver != nil || engine.isShutDown { return }
        engine.observers.discardedCount += 1
        engine.report(undeliverable)
    }

    private var undeliverable: Fault {
        guard let port else { return .storeReleased("The input \(input)") }
        return isForObservers ? .noOwner("The input \(input)", Child.self) : .portNotConnected(port, input)
    }
}

/// A step of a flow: an input for the module on a port.
final class PortMessage<Child: Module>: SentMessage {
    private let port: PortName
    private let value: Child.Input

    init(_ port: Navigator.Port<Child>, _ value: Child.Input) { (self.port, self.value) = (port.portName, value) }

    var portName: AnyHashable { port }
    var input: Any { value }

    func message(from store: StoreCore, _ posted: PostedJobs) -> (any OwnerMessage)? {
        posted.engine.map { InputMessage<Child>(value, port: port, to: store, on: $0) }
    }
}
