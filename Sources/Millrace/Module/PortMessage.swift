/// An input for the module on a port, with its type hidden.
@usableFromInline class AnyPortMessage {
    final let port: PortName

    fileprivate init(_ port: PortName) { self.port = port }

    var input: Any { () }

    /// Queues it; `core` is the store that tells it.
    func enqueue(from core: any AnyCore, job: Job?) {}

    final func isSame(as other: AnyPortMessage) -> Bool { port == other.port && areSame(input, other.input) }
}

/// An input for the module on a port.
final class PortMessage<Child: Module>: AnyPortMessage {
    private let value: Child.Input

    init(_ port: Navigator.Port<Child>, _ value: Child.Input) {
        self.value = value
        super.init(port.portName)
    }

    override var input: Any { value }

    override func enqueue(from core: any AnyCore, job: Job?) {
        core.engine.enqueue(InputTurn<Child>(value, to: .port(port, of: core)), job: job)
    }
}
