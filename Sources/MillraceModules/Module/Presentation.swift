public import Millrace

/// A module to present, with its requirement. Hides the module's type.
@usableFromInline protocol Presentation: AnyObject {
    /// Creates the output handlers of a scene. They send actions to the presenter's store.
    typealias Connection = (SceneContext, _ presenter: StoreCore?) -> OutputHandlers

    var type: any Module.Type { get }
    var anyModule: any Module { get }
    /// The requirement. `nil` if the scene is restored with a state, and its requirement was not stored.
    var anyRequirement: Any? { get }
    /// Creates the output handlers. Defaults to `nil`: no handlers.
    var connect: Connection? { get }

    /// The functions that each scene calls. They capture nothing, and are created in the Swift module of the caller, where the
    /// compiler knows the types and can specialize them.
    typealias Functions = (
        /// The operations for the transition at an address.
        operations: (any Presentation, UnsafeRawPointer) -> [RouteOperation],
        /// Creates the store of a scene, with a stored state if there is one.
        makeStore: (any Presentation, Engine, _ stored: Any?) -> (AnyObject, StoreCore),
        /// Registers the listeners of a store. Returns the flow of `start(_:)`, or of `resume(_:)` for a restored scene.
        start: (any Presentation, _ store: AnyObject, _ isRestored: Bool) -> FlowNode
    )
    var functions: Functions { get }

    /// The transition at an address.
    func transition(at address: UnsafeRawPointer) -> Any
    /// The operations for a transition; `nil` if the transition is not of this module's type.
    func operations(for transition: Any) -> [RouteOperation]?
    /// Enqueues a transition of a store. Ignores a transition of another module.
    func enqueue(_ transition: Any, of store: StoreCore, on engine: Engine, scope: Int32)
    /// Whether the module refuses to let the user leave. If the module returns an action instead, enqueues the action.
    func refusesDismissal(_ store: StoreCore, on engine: Engine, scope: Int32) -> Bool
}

/// A module to present, with its requirement and the handlers of its outputs.
@usableFromInline final class ModulePresentation<M: Module>: Presentation {
    @usableFromInline let module: M
    @usableFromInline let requirement: M.Requirement?
    @usableFromInline let connect: Connection?
    @usableFromInline let functions: Functions

    @inlinable
    init(_ module: M, _ requirement: M.Requirement?, connect: Connection?) {
        (self.module, self.requirement, self.connect) = (module, requirement, connect)
        functions = (
            operations: {
                unsafeDowncast($0, to: Self.self).module.route($1.assumingMemoryBound(to: M.Transition.self).pointee)
                    .operations
            },
            makeStore: { presentation, engine, stored in
                let presentation = unsafeDowncast(presentation, to: Self.self)
                let store = Store(presentation.state(stored), presentation.module, on: engine)
                return (store, store.core)
            },
            start: { presentation, store, isRestored in
                let module = unsafeDowncast(presentation, to: Self.self).module
                let store = unsafeDowncast(store, to: Store<M>.self)
                module.listen(store)
                let state = store.core.state(as: M.State.self)
                return (isRestored ? module.resume(state) : module.start(state)).node
            }
        )
    }

    @inlinable
    func state(_ stored: Any?) -> M.State {
        // Unwrapped first: if the state is an optional, a missing state could be confused with a state that is nil.
        if let stored, let state = stored as? M.State { return state }
        guard let requirement else {
            preconditionFailure("A restoration plan has a state or a requirement for each scene.")
        }
        return module.state(for: requirement)
    }

    /// The presentation of a window's root, whose outputs go to the window's listeners.
    @inlinable static func root(_ module: M, _ requirement: M.Requirement?) -> ModulePresentation {
        ModulePresentation(module, requirement) { context, _ in OutputHandlers(ofRoot: M.self, context) }
    }

    @usableFromInline var type: any Module.Type { M.self }
    @usableFromInline var anyModule: any Module { module }
    @usableFromInline var anyRequirement: Any? { requirement.map { $0 } }

    @usableFromInline func transition(at address: UnsafeRawPointer) -> Any {
        address.assumingMemoryBound(to: M.Transition.self).pointee
    }

    @usableFromInline func operations(for transition: Any) -> [RouteOperation]? {
        (transition as? M.Transition).map { module.operations(for: $0) }
    }

    @usableFromInline func enqueue(_ transition: Any, of store: StoreCore, on engine: Engine, scope: Int32) {
        if let transition = transition as? M.Transition {
            engine.enqueue(transition: transition, of: store, scope: scope)
        }
    }

    @usableFromInline func refusesDismissal(_ store: StoreCore, on engine: Engine, scope: Int32) -> Bool {
        switch module.dismissalDecision(for: store.state(as: M.State.self)) {
        case .allow: return false
        case .refuse: return true
        case .instead(let action):
            engine.enqueue(action, for: store, scope: scope)
            return true
        }
    }
}
