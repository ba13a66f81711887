import Millrace

/// A module that returns operations for a transition.
protocol Router: AnyObject {
    var type: any Module.Type { get }
    /// The operations for a transition; `nil` if it is not one of this module.
    func operations(for transition: Any) -> [RouteOperation]?
}

/// A module to present, with what it requires and its output handlers. Hides the module's type.
protocol Presentation: Router {
    var port: PortName? { get }
    var isStacked: Bool { get }
    var anyModule: any Module { get }
    var anyRequirement: Any { get }

    /// Makes the scene's store.
    ///
    /// - Parameter stored: the state to restore, if there is one.
    func makeContext(
        _ id: Navigator.Scene.ID, presenter: (any AnySceneContext)?, in runtime: SceneRuntime, stored: Any?
    ) -> any AnySceneContext
}

/// A module to present, with what it requires and its output handlers.
final class ModulePresentation<M: Module>: Presentation {
    let port: PortName?
    let isStacked: Bool
    private let module: M
    /// `nil` if it is restored with a state, and its requirement was not stored.
    private let requirement: M.Requirement?
    private let handlers: OutputHandlers<M>

    init(
        _ module: M, _ requirement: M.Requirement?, isStacked: Bool = false, port: Navigator.Port<M>? = nil,
        _ handlers: OutputHandlers<M> = .none
    ) {
        (self.module, self.requirement, self.isStacked) = (module, requirement, isStacked)
        (self.port, self.handlers) = (port?.portName, handlers)
    }

    var type: any Module.Type { M.self }
    var anyModule: any Module { module }
    var anyRequirement: Any { requirement ?? () }

    func makeContext(
        _ id: Navigator.Scene.ID, presenter: (any AnySceneContext)?, in runtime: SceneRuntime, stored: Any?
    ) -> any AnySceneContext {
        // Unwrapped first: if the state is an optional, no state could be taken for one that is nil.
        guard let state = stored.flatMap({ $0 as? M.State }) ?? requirement.map({ module.state(for: $0) }) else {
            preconditionFailure("A restoration plan has a state or a requirement for each scene.")
        }
        return SceneContext(
            id, module, state, requirement, isRestored: stored != nil, handlers, presenter: presenter, in: runtime)
    }

    func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { module.operations(for: $0) }
    }
}
