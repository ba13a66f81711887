public import Millrace

/// The handlers of a scene's outputs and of its removal. Each output is passed by its address; the handlers know its type.
@usableFromInline struct OutputHandlers {
    /// Reduces an output in the presenter's store. If that store was released, reports and returns the fault.
    var reduce: ((UnsafeRawPointer) -> Fault?)?
    /// Called with each output after it was reduced.
    var notify: ((UnsafeRawPointer) -> Void)?
    /// Called once, after the scene has been removed.
    var onRemoval: (() -> Void)?
}

extension OutputHandlers {
    /// Handlers that turn outputs and the removal into actions of the presenter.
    ///
    /// There are no handlers if there is no presenter, or if its actions are of another type.
    @usableFromInline
    init<Action, Output>(
        _ context: SceneContext, _ presenter: StoreCore?, _ action: ((Output) -> Action)?, _ removed: Action?
    ) {
        guard let presenter, presenter.id.reducer.actionType == Action.self else { return }
        let engine = context.runtime.engine
        if let action {
            reduce = { [unowned engine] address in
                let output = address.assumingMemoryBound(to: Output.self).pointee
                if presenter.isClosed {
                    let fault = Fault.storeReleased("The output \(output), for \(presenter.id.reducer),")
                    engine.report(fault)
                    return fault
                }
                engine.reduce(action(output), in: presenter)
                return nil
            }
        }
        if let removed { onRemoval = { [unowned engine] in engine.sendIfOpen(removed, to: presenter) } }
    }

    /// Handlers that pass outputs to the listeners of the window's root.
    @usableFromInline init<M: Module>(ofRoot module: M.Type, _ context: SceneContext) {
        let runtime = context.runtime
        self.init(notify: { (output: M.Output) in
            runtime.observers.outputs.notify(of: (module: M.self, output: output) as SceneObservers.Output)
        })
    }

    /// Handlers that pass outputs to a function.
    init<Output>(notify: @escaping (Output) -> Void, onRemoval: (() -> Void)? = nil) {
        self.notify = { notify($0.assumingMemoryBound(to: Output.self).pointee) }
        self.onRemoval = onRemoval
    }
}

extension Reducer {
    fileprivate static var actionType: Any.Type { Action.self }
}
