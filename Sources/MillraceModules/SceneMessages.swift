public import Millrace

// The messages about scenes, as the engine knows them.

/// An input for a module.
final class InputMessage<Child: Module>: OwnerMessage {
    enum Target {
        /// The scene on a port of a store's scene when the turn begins.
        case port(PortName, of: StoreCore)
        case store(StoreCore)
    }

    private let input: Child.Input
    private let target: Target

    init(_ input: Child.Input, to target: Target, on engine: Engine) {
        (self.input, self.target, self.engine) = (input, target, engine)
    }

    private unowned let engine: Engine

    var kind: Message.Kind { .input }
    var payload: Any { input }
    /// The receiver; if there is none, the sender.
    var subject: AnyObject? {
        switch target {
        case .port(_, let sender): receiver ?? sender
        case .store(let store): store
        }
    }
    /// Nothing can be made of an input without a receiver. If the sender belongs to no scene, observers may receive it.
    var isForMiddleware: Bool {
        if case .port(_, let sender) = target, sender.scene == nil { true } else { receiver != nil }
    }

    func replacing(_ payload: Any) -> (any OwnerMessage)? {
        (payload as? Child.Input).map { InputMessage($0, to: target, on: engine) }
    }

    /// The store of the module; `nil` if it was removed.
    private var receiver: StoreCore? {
        let found =
            switch target {
            case .port(let port, let sender): (sender.scene?.context(on: port) as? SceneContext<Child>)?.store.core
            case .store(let store): store as StoreCore?
            }
        return found.flatMap { $0.isClosed ? nil : $0 }
    }

    /// Reduces the action that the module makes of the input.
    func reduce() {
        guard let receiver else { return }
        isReceived = true
        guard let module = receiver.reducer as? Child else { return }
        engine.reduce(module.receive(input), in: receiver)
    }

    private var isReceived = false

    func perform(scope: Int32) -> TurnOutcome {
        if isReceived { return .done }
        if case .port(let port, let sender) = target, sender.scene == nil, sender.notifyInputs(port, input) {
            return .done
        }
        engine.lateResults += 1
        let fault = tooLate
        engine.report(fault)
        engine.fail(scope, fault)
        return .late
    }

    /// Reports an input that middleware held until its receiver was removed.
    func drop(because reason: (any Error)?) {
        if reason == nil || receiver != nil || engine.isShutDown { return }
        engine.lateResults += 1
        engine.report(tooLate)
    }

    private var tooLate: Fault {
        switch target {
        case .store: .storeGone("The input \(input)")
        case .port(let port, let sender) where sender.scene != nil: .noChild(port, input)
        case .port: .noOwner("The input \(input)", Child.self)
        }
    }
}

/// A request to a navigator.
final class RequestMessage: OwnerMessage {
    private let request: Navigator.Request
    private let window: SceneRuntime
    /// The modules that a restored root may be.
    private let roots: [any Module]

    init(_ request: Navigator.Request, to window: SceneRuntime, roots: [any Module] = []) {
        (self.request, self.window, self.roots) = (request, window, roots)
    }

    var kind: Message.Kind { .request }
    var payload: Any { request }
    /// The scene of the request; the window if it has none.
    var subject: AnyObject? { request.scene.flatMap { window[$0] }?.subject ?? window }

    func replacing(_ payload: Any) -> (any OwnerMessage)? {
        (payload as? Navigator.Request).map { RequestMessage($0, to: window, roots: roots) }
    }

    // A host may have to put back what it has moved already.
    func drop(because reason: (any Error)?) { window.notifyHostsOfRefusal() }

    func perform(scope: Int32) -> TurnOutcome {
        let turn = SceneTurn(on: window.engine, scope: scope)
        do { try window.perform(request, roots: roots, in: turn) } catch { turn.fail(with: error) }
        window.notifyObservers(always: true)
        return .done
    }
}

// MARK: - Sending

/// An input for the module on a port.
final class PortMessage<Child: Module>: SentMessage {
    private let port: PortName
    private let value: Child.Input

    init(_ port: Navigator.Port<Child>, _ value: Child.Input) { (self.port, self.value) = (port.portName, value) }

    var portName: AnyHashable { port }
    var input: Any { value }

    func message(from store: StoreCore, on engine: Engine) -> any OwnerMessage {
        InputMessage<Child>(value, to: .port(port, of: store), on: engine)
    }
}

extension Flow {
    /// Sends `input` to the module that this one presented, showed or embedded on `port`.
    ///
    /// It waits its turn, so what the same flow asked for before, such as the transition that presents the module, comes
    /// first. If no scene is on the port then, it is recorded as late, and ``Fault/Kind/noChild``.
    public static func tell<Child: Module>(_ port: Navigator.Port<Child>, _ input: Child.Input) -> Flow {
        Flow(.tell(PortMessage(port, input)))
    }
}

extension Store where R: Module {
    /// Tells the module `input`: the action that ``Module/receive(_:)`` makes of it is reduced before this returns, or in its
    /// turn if a turn is in progress.
    ///
    /// For the application. A module tells those that it presented by ``Flow/tell(_:_:)``.
    @discardableResult
    public func tell(_ input: R.Input) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeGone("The input \(input)")) }
        return engine.dispatch("The input \(input)") {
            engine.enqueue(InputMessage<R>(input, to: .store(core), on: engine), scope: $0)
        }
    }
}

extension Store {
    /// Calls `body` with each input that the store's reducer tells others by ``Flow/tell(_:_:)``, and with its port.
    ///
    /// Only for a store that belongs to no scene. An input with an observer is no fault there.
    @discardableResult
    public func hearInputs(owner: AnyObject? = nil, _ body: @escaping (PortName, Any) -> Void) -> Subscription {
        core.inputs.add(number: engine.takeNumber(), owner: owner) { (input: (port: PortName, value: Any)) in
            body(input.port, input.value)
        }
    }
}

extension Message {
    /// The window of the scene whose store the message is for or comes from, or the window of a request; `nil` if there is
    /// none.
    public var navigator: Navigator? {
        ((content.subject as? StoreCore)?.scene?.runtime ?? content.subject as? SceneRuntime)?.navigator
    }
}

extension StoreCore {
    /// - Returns: whether there are observers.
    fileprivate func notifyInputs(_ port: PortName, _ input: Any) -> Bool {
        if inputs.isEmpty { return false }
        inputs.notify(of: (port: port, value: input))
        return true
    }

    /// The scene that the store belongs to, or did.
    var scene: SceneReference? { (owner as? any SceneOwner)?.scene }
}
