public import Millrace

/// The handlers of the outputs of a module's scenes, and of their removal. Each output is passed by its address; the handlers
/// know its type.
@usableFromInline struct OutputHandlers {
    /// Called when a scene of the module is added.
    var onAddition: ((SceneContext) -> Void)?
    /// Reduces an output in the presenter's store. If that store was released, reports and returns the fault.
    @usableFromInline var reduce: ((UnsafeRawPointer, SceneContext) -> Fault?)?
    /// Called with each output after it was reduced.
    var notify: ((UnsafeRawPointer, SceneContext) -> Void)?
    /// Called once, after the scene has been removed.
    @usableFromInline var onRemoval: ((SceneContext) -> Void)?

    var usePresenter: Bool { reduce != nil || onRemoval != nil }

    /// No handlers.
    @usableFromInline init() {}

    /// Handlers that turn outputs and the removal into actions of the presenter.
    @inlinable init<Action, Output>(_ action: ((Output) -> Action)?, onRemoval removed: Action?) {
        self.init()
        if let action { reduce = { $1.reduce($0.assumingMemoryBound(to: Output.self).pointee, as: action) } }
        if let removed { onRemoval = { $0.sendToPresenter(removed) } }
    }

    /// Handlers that pass outputs to a function.
    init<Output>(notify: @escaping (Output, SceneContext) -> Void) {
        self.notify = { notify($0.assumingMemoryBound(to: Output.self).pointee, $1) }
    }

    /// Handlers that pass outputs to the listeners of the window's root.
    @usableFromInline static func root<M: Module>(_ module: M) -> OutputHandlers {
        OutputHandlers { (output: M.Output, context) in
            context.runtime.observers.outputs.notify(of: (module: M.self, output: output) as SceneObservers.Output)
        }
    }
}
