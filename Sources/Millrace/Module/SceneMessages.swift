// The messages about scenes, as the loop knows them.

/// A transition of a store.
final class TransitionTurn<R: Reducer>: PayloadTurn {
    let payload: R.Transition
    private let core: StoreCore<R>

    init(_ transition: R.Transition, of core: StoreCore<R>) { (payload, self.core) = (transition, core) }

    var kind: Message.Kind { .transition }
    var engine: Engine { core.engine }
    var subject: AnyObject? { core }
    var isForMiddleware: Bool { !core.isClosed }

    func copy(holding transition: R.Transition) -> TransitionTurn { TransitionTurn(transition, of: core) }

    /// Notifies the observers, then performs the route.
    func take(_ transition: R.Transition, job: Job?) {
        if core.isClosed {
            core.lose(.transition, transition, .storeGone("The transition \(transition)"), job)
        } else if core.sceneOwner != nil || core.outgoingObservers?.transitions.isEmpty == false {
            // Observers first: they go with the scene, if the router closes it.
            core.outgoingObservers?.transitions.tell(transition)
            core.sceneOwner?.route(transition, SceneTurn(on: engine, job: job))
        } else {
            core.lose(.transition, transition, .noNavigator("The transition \(transition)", R.self), job)
        }
    }
}

/// An input for a module.
final class InputTurn<Child: Module>: PayloadTurn {
    enum Target {
        /// The scene on a port of a store's scene when the turn begins.
        case port(PortName, of: any AnyCore)
        case store(StoreCore<Child>)
    }

    let payload: Child.Input
    let engine: Engine
    private let target: Target

    init(_ input: Child.Input, to target: Target) {
        (payload, self.target) = (input, target)
        switch target {
        case .port(_, let core): engine = core.engine
        case .store(let core): engine = core.engine
        }
    }

    var kind: Message.Kind { .input }
    /// The receiver. If the sender belongs to no scene, the sender: observers may receive the input.
    var subject: AnyObject? {
        if let receiver { return receiver }
        guard case .port(_, let sender) = target, sender.scene == nil else { return nil }
        return sender
    }
    var isForMiddleware: Bool { subject != nil }

    func copy(holding input: Child.Input) -> InputTurn { InputTurn(input, to: target) }

    /// Reports an input that middleware held until its receiver had gone.
    func drop(because reason: (any Error)?) {
        if reason == nil || receiver != nil || engine.isShutDown { return }
        engine.lateResults += 1
        engine.report(tooLate(payload))
    }

    /// The store of the module; `nil` if there is none any more.
    private var receiver: StoreCore<Child>? {
        let found =
            switch target {
            case .port(let port, let sender): (sender.scene?.context(on: port) as? SceneContext<Child>)?.store.core
            case .store(let core): core as StoreCore<Child>?
            }
        return found.flatMap { $0.isClosed ? nil : $0 }
    }

    /// Reduces the action that the module makes of the input.
    func take(_ input: Child.Input, job: Job?) {
        if let receiver {
            engine.turn(job: job) {
                receiver.fold(receiver.reducer.receive(input))
            } hear: {
            }
        } else if case .port(let port, let sender) = target, sender.scene == nil, sender.hear(input, on: port) {
            return
        } else {
            engine.lateResults += 1
            switch target {
            case .store(let core): core.lose(.input, input, tooLate(input), job, as: .late)
            case .port(_, let sender): sender.lose(.input, input, tooLate(input), job, as: .late)
            }
        }
    }

    private func tooLate(_ input: Child.Input) -> Fault {
        switch target {
        case .store: .storeGone("The input \(input)")
        case .port(let port, let sender) where sender.scene != nil: .noChild(port, input)
        case .port: .noNavigator("The input \(input)", Child.self)
        }
    }
}

/// A request to a navigator.
final class RequestTurn: PayloadTurn {
    let payload: Navigator.Request
    private let window: SceneRuntime
    /// The modules that a restored root may be.
    private let roots: [any Module]

    init(_ request: Navigator.Request, to window: SceneRuntime, roots: [any Module] = []) {
        (payload, self.window, self.roots) = (request, window, roots)
    }

    var kind: Message.Kind { .request }
    var engine: Engine { window.engine }
    /// The scene of the request; the window if it has none.
    var subject: AnyObject? { payload.scene.flatMap { window[$0] }?.subject ?? window }

    func copy(holding request: Navigator.Request) -> RequestTurn { RequestTurn(request, to: window, roots: roots) }

    // A host may have to put back what it has moved already.
    func drop(because reason: (any Error)?) { window.notifyHostsOfRefusal() }
    func fail(with error: any Error, job: Job?) { window.notifyHostsOfRefusal() }

    func take(_ request: Navigator.Request, job: Job?) {
        let turn = SceneTurn(on: engine, job: job)
        do { try window.perform(request, roots: roots, in: turn) } catch { turn.fail(with: error) }
        window.notifyObservers(always: true)
    }
}

/// The rest of a restoration.
final class RestorationTurn: TurnTaker {
    private let restoration: Restoration

    init(_ restoration: Restoration) { self.restoration = restoration }

    var label: String { "restore" }

    func takeTurn(_ entry: Entry) {
        restoration.proceed(in: SceneTurn(on: restoration.window.engine, job: entry.job))
        restoration.window.notifyObservers()
    }

    func proceed(with payload: Any, job: Job?) -> Bool { false }
    func drop(because reason: (any Error)?) {}
}

/// The action for a module whose presented module was removed.
///
/// Unlike other actions it is no fault if its store has been closed.
final class RemovalTurn<R: Reducer>: TurnTaker {
    private let action: R.Action
    private let core: StoreCore<R>

    init(_ action: R.Action, for core: StoreCore<R>) { (self.action, self.core) = (action, core) }

    var label: String { caseName(of: action) }

    func takeTurn(_ entry: Entry) {
        if !core.isClosed { core.take(action, job: entry.job, cause: entry.cause) }
    }

    // The store proceeds with it itself.
    func proceed(with payload: Any, job: Job?) -> Bool { core.proceed(with: payload, job: job) }

    func drop(because reason: (any Error)?) {}
}

// MARK: - Sending

extension Store where R: Module {
    /// Tells the module `input`: the action that ``Module/receive(_:)`` makes of it is reduced before this returns, or in its
    /// turn if a turn is in progress.
    ///
    /// For the application. A module tells those that it presented by ``Flow/tell(_:_:)``.
    @discardableResult
    public func tell(_ input: R.Input) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeGone("The input \(input)")) }
        return engine.dispatch("The input \(input)") { engine.enqueue(InputTurn<R>(input, to: .store(core)), job: $0) }
    }
}

extension Message {
    /// The window of the scene whose store the message is for or comes from, or the window of a request; `nil` if there is
    /// none.
    public var navigator: Navigator? {
        ((envelope.store as? any AnyCore)?.scene?.runtime ?? envelope.store as? SceneRuntime)?.navigator
    }
}
