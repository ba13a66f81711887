/// A module that is to come in, with what it requires and who hears it, with its type hidden.
class Presentation {
    let port: PortName?
    let isStacked: Bool

    fileprivate init(_ port: PortName?, isStacked: Bool) { (self.port, self.isStacked) = (port, isStacked) }

    var type: any Module.Type { preconditionFailure("Every kind of presentation says this itself.") }
    var requirement: Any { () }

    /// Makes its scene, and its store.
    ///
    /// - Parameter stored: the state that it had, where it is restored with one.
    func makeNode(_ seat: NodeSeat, _ stored: Any?) -> SceneNode {
        preconditionFailure("Every kind of presentation says this itself.")
    }

    /// The module itself.
    var anyModule: any Module { preconditionFailure("Every kind of presentation says this itself.") }

    /// What its router makes of a transition that was stored; `nil` if it has no such transitions.
    func operations(for transition: Any) -> [RouteOperation]? { nil }
}

/// A module that is to come in, with what it requires and who hears it.
final class ModulePresentation<M: Module>: Presentation {
    private let module: M
    /// `nil` where it is restored with a state, and what it required was not stored.
    private let required: M.Requirement?
    private let hearing: Hearing<M>

    init(
        _ module: M, _ requirement: M.Requirement?, _ isStacked: Bool, _ port: Navigator.Port<M>?, _ hearing: Hearing<M>
    ) {
        (self.module, required, self.hearing) = (module, requirement, hearing)
        super.init(port?.portName, isStacked: isStacked)
    }

    override var type: any Module.Type { M.self }
    override var requirement: Any { required ?? () }
    override var anyModule: any Module { module }

    override func makeNode(_ seat: NodeSeat, _ stored: Any?) -> SceneNode {
        // Unwrapped first: where the state is an optional, no state at all could be taken for one that is nil.
        guard let state = stored.flatMap({ $0 as? M.State }) ?? required.map({ module.state(for: $0) }) else {
            preconditionFailure("A plan to restore has a state or a requirement for each scene.")
        }
        return ModuleNode(module, state, required, hearing, seat, isRestored: stored != nil)
    }

    override func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { module.operations(for: $0) }
    }
}

/// Who hears what a module tells, and that it has gone.
struct Hearing<M: Module> {
    /// Makes what folds outputs, in their turns, of the scene.
    var fold: ((ModuleNode<M>) -> ((M.Output) -> Void)?)?
    /// Makes what hears outputs when they have been folded.
    var hear: ((ModuleNode<M>) -> ((M.Output) -> Void)?)?
    /// Makes what hears that the scene has gone.
    var end: ((ModuleNode<M>) -> () -> Void)?

    /// Nobody.
    static var nobody: Hearing { Hearing() }

    /// Those who listen to the root of the window.
    static var root: Hearing { Hearing(hear: { $0.scenes.hearerOfRoot(M.self) }) }

    /// Functions of the application.
    static func functions(hear: @escaping (M.Output) -> Void, end: @escaping () -> Void) -> Hearing {
        Hearing(hear: { _ in hear }, end: { node in { [weak scenes = node.scenes] in scenes?.endings.append(end) } })
    }

    /// The store of the module of type `P` that presents it.
    static func presenter<P: Module>(
        _ type: P.Type, _ action: ((M.Output) -> P.Action)?, _ ended: P.Action?
    ) -> Hearing {
        var hearing = Hearing()
        if let action {
            hearing.fold = { node in
                (node.presenter as? ModuleNode<P>).map { presenter in
                    { [core = presenter.core] in core.foldOutput($0, as: action) }
                }
            }
        }
        if let ended {
            hearing.end = { node in
                guard let core = (node.presenter as? ModuleNode<P>)?.core else { return {} }
                // Where the presenter goes too, its store has gone by then, and hears nothing.
                return { core.engine.enqueue(EndedTurn(ended, for: core), job: nil) }
            }
        }
        return hearing
    }
}

extension StoreCore {
    /// Folds the output of a module that this one presented, in the output's turn.
    func foldOutput<Output>(_ output: Output, as action: (Output) -> R.Action) {
        if isClosed {
            lose(.output, output, .storeGone("The output \(output), for \(R.self),"), nil)
        } else {
            fold(action(output))
        }
    }
}
