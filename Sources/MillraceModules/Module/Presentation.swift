import Millrace

/// A module to present, with its requirement. Hides the module's type.
protocol Presentation: AnyObject {
    var type: any Module.Type { get }
    var anyModule: any Module { get }
    /// `nil` if the scene is restored with a state, and its requirement was not stored.
    var anyRequirement: Any? { get }
    /// The operations for a transition; `nil` if it is not one of this module.
    func operations(for transition: Any) -> [RouteOperation]?

    /// Creates the scene's store.
    ///
    /// - Parameters:
    ///   - presenter: the store of the scene that presents it.
    ///   - stored: the state to restore, if there is one.
    func makeContext(
        _ id: Navigator.Scene.ID, presenter: StoreCore?, in runtime: SceneRuntime, stored: Any?
    ) -> any AnySceneContext
}

/// A module to present, with its requirement and the handlers of its outputs.
final class ModulePresentation<M: Module>: Presentation {
    /// Makes the handlers of a scene and of its presenter's store.
    typealias Connection = (SceneContext<M>, _ presenter: StoreCore?) -> OutputHandlers<M.Output>

    let module: M
    private let requirement: M.Requirement?
    private let connect: Connection

    init(_ module: M, _ requirement: M.Requirement?, connect: @escaping Connection) {
        (self.module, self.requirement, self.connect) = (module, requirement, connect)
    }

    /// The root of a window: its outputs go to the window's listeners.
    static func root(_ module: M, _ requirement: M.Requirement?) -> ModulePresentation {
        ModulePresentation(module, requirement) { context, _ in
            // Weak: an output that was sent before may have its turn when the window was closed.
            OutputHandlers(notify: { [weak runtime = context.runtime] in
                runtime?.observers.notifyRootListeners(M.self, of: $0)
            })
        }
    }

    var type: any Module.Type { M.self }
    var anyModule: any Module { module }
    var anyRequirement: Any? { requirement.map { $0 } }

    func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { module.operations(for: $0) }
    }

    func makeContext(
        _ id: Navigator.Scene.ID, presenter: StoreCore?, in runtime: SceneRuntime, stored: Any?
    ) -> any AnySceneContext {
        // Unwrapped first: if the state is an optional, a missing state could be mistaken for one that is nil.
        guard let state = stored.flatMap({ $0 as? M.State }) ?? requirement.map({ module.state(for: $0) }) else {
            preconditionFailure("A restoration plan has a state or a requirement for each scene.")
        }
        let context = SceneContext(id, self, state, isRestored: stored != nil, in: runtime)
        context.handlers = connect(context, presenter)
        return context
    }
}
