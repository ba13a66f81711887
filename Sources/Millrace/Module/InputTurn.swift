/// Something that a module is told, waiting for its turn.
final class InputTurn<Child: Module>: PayloadTurn {
    enum Target {
        /// Whoever is on the port of a store's scene when the turn comes.
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
    /// Who is told, or who tells it without a scene, where somebody may listen.
    var subject: AnyObject? { child ?? (teller?.isScene == false ? teller : nil) }
    var isForMiddleware: Bool { subject != nil }

    func copy(holding input: Child.Input) -> InputTurn { InputTurn(input, to: target) }

    /// Where middleware held it, the child may have gone meanwhile.
    func drop(because reason: (any Error)?) {
        if reason == nil || child != nil || engine.isShutDown { return }
        engine.lateResults += 1
        engine.report(tooLate(payload))
    }

    /// Who is told; `nil` if there is nobody any more.
    private var child: StoreCore<Child>? {
        let found =
            switch target {
            case .port(let port, let core): (core.scene?.ports[port]?.last as? ModuleNode<Child>)?.core
            case .store(let core): core as StoreCore<Child>?
            }
        return found.flatMap { $0.isClosed ? nil : $0 }
    }

    /// The store that tells it; `nil` where the application does.
    private var teller: (any AnyCore)? {
        if case .port(_, let core) = target { core } else { nil }
    }

    /// The child folds the action that it makes of it.
    func take(_ input: Child.Input, job: Job?) {
        if let child {
            engine.turn(job: job) {
                child.fold(child.reducer.receive(input))
            } hear: {
            }
        } else if case .port(let port, let core) = target, !core.isScene, core.hear(input, on: port) {
            return
        } else {
            lose(input, job: job)
        }
    }

    /// Says that it came too late.
    private func lose(_ input: Child.Input, job: Job?) {
        engine.lateResults += 1
        switch target {
        case .store(let core): core.lose(.input, input, tooLate(input), job, as: .late)
        case .port(_, let core): core.lose(.input, input, tooLate(input), job, as: .late)
        }
    }

    private func tooLate(_ input: Child.Input) -> Fault {
        switch target {
        case .store: .storeGone("The input \(input)")
        case .port(let port, let core) where core.isScene: .noChild(port, input)
        case .port: .noNavigator("The input \(input)", Child.self)
        }
    }
}

extension Store where R: Module {
    /// Tells the module `input`: it folds what ``Module/receive(_:)`` makes of it before this returns, or, within a turn, in its
    /// turn.
    ///
    /// Modules tell those that they presented by ``Flow/tell(_:_:)``; this is for the application.
    @discardableResult
    public func tell(_ input: R.Input) -> Receipt {
        if core.isClosed, !engine.isShutDown { return engine.refuse(.storeGone("The input \(input)")) }
        return engine.dispatch("The input \(input)") { engine.enqueue(InputTurn<R>(input, to: .store(core)), job: $0) }
    }
}
