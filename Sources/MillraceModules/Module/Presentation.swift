public import Millrace

/// A module to present, with its requirement and the handlers of its outputs.
///
/// The functions are created in the Swift module of the caller, where the compiler knows the types and can specialize them.
@usableFromInline final class Presentation {
    @usableFromInline let module: any Module
    /// The requirement. `nil` if the scene is restored with a state, and its requirement was not stored.
    @usableFromInline let requirement: Any?
    @usableFromInline let handlers: OutputHandlers
    /// Returns the operations for the transition at an address.
    @usableFromInline let operations: (UnsafeRawPointer) -> [RouteOperation]
    /// Creates the store of a scene: with a stored state if there is one, otherwise with the state for a requirement.
    @usableFromInline let makeStore: (Engine, _ stored: Any?, _ requirement: Any?) -> (AnyObject, StoreCore)
    /// Registers the listeners of a store. Returns the flow with which its scene starts.
    @usableFromInline let start: (_ store: AnyObject, _ start: SceneStart) -> FlowNode

    @inlinable
    init<M: Module>(_ module: M, _ requirement: M.Requirement?, _ handlers: OutputHandlers) {
        (self.module, self.requirement, self.handlers) = (module, requirement.map { $0 }, handlers)
        operations = { module.route($0.assumingMemoryBound(to: M.Transition.self).pointee).operations }
        // Takes the requirement as an argument, because a closure that captures it costs an allocation.
        makeStore = { engine, stored, requirement in
            let store = Store(module.state(stored, requirement), module, on: engine)
            return (store, store.core)
        }
        start = { store, start in
            let store = unsafeDowncast(store, to: Store<M>.self)
            module.listen(store)
            let state = store.core.state(as: M.State.self)
            return switch start {
            case .new: module.start(state).node
            case .restored: module.resume(state).node
            case .loaded: .none
            }
        }
    }

    var type: any Module.Type { Swift.type(of: module) }
}

/// Functions for a module whose type is not known.
extension Module {
    /// The types of the stored parts of the module's scenes.
    static var parts: (state: Any.Type, requirement: Any.Type, transition: Any.Type) {
        (State.self, Requirement.self, Transition.self)
    }

    /// The transition at an address.
    static func transition(at address: UnsafeRawPointer) -> Any {
        address.assumingMemoryBound(to: Transition.self).pointee
    }

    /// The stored state, or the state for the requirement if no state was stored.
    @inlinable
    func state(_ stored: Any?, _ requirement: Any?) -> State {
        // Unwrapped first: if the type is an optional, a missing value could be confused with a value that is nil.
        if let stored, let state = stored as? State { return state }
        if let requirement, let requirement = requirement as? Requirement { return state(for: requirement) }
        preconditionFailure("A restoration plan has a state or a requirement for each scene.")
    }

    /// The operations for a transition. Empty if the transition is not of this module's type.
    func operations(forAny transition: Any) -> [RouteOperation] {
        (transition as? Transition).map { operations(for: $0) } ?? []
    }

    /// Enqueues a transition of a store. Ignores a transition of another module.
    func enqueue(_ transition: Any, of store: StoreCore, on engine: Engine, scope: Int32) {
        if let transition = transition as? Transition {
            engine.effects.enqueue(transition: transition, of: store, scope: scope)
        }
    }

    /// Whether the module refuses to let the user leave. If the module returns an action instead, enqueues the action.
    func refusesDismissal(of store: StoreCore, on engine: Engine, scope: Int32) -> Bool {
        switch dismissalDecision(for: store.state(as: State.self)) {
        case .allow: return false
        case .refuse: break
        case .instead(let action): engine.effects.enqueueAction(action, of: store, scope: scope)
        }
        return true
    }
}
