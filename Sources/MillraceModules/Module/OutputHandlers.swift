import Millrace

/// The handlers of a scene's outputs and of its removal.
struct OutputHandlers<Output> {
    /// Reduces an output in the presenter's store. Returns the fault, reported already, if that store was released.
    var reduce: ((Output) -> Fault?)?
    /// Called with each output after it was reduced.
    var notify: ((Output) -> Void)?
    /// Called once when the scene has been removed.
    var onRemoval: (() -> Void)?
}

extension OutputHandlers {
    /// Outputs and the removal become actions of the presenter.
    ///
    /// Ignored if there is no presenter, or if its actions are of another type.
    init<Action>(engine: Engine, presenter: StoreCore?, _ action: ((Output) -> Action)?, _ ended: Action?) {
        guard let presenter, presenter.id.reducer.actionType == Action.self else { return }
        if let action {
            reduce = { [unowned engine] output in
                if presenter.isClosed {
                    let fault = Fault.storeGone("The output \(output), for \(presenter.id.reducer),")
                    engine.report(fault)
                    return fault
                }
                engine.reduce(action(output), in: presenter)
                return nil
            }
        }
        if let ended { onRemoval = { [unowned engine] in engine.sendIfOpen(ended, to: presenter) } }
    }
}

extension Reducer {
    fileprivate static var actionType: Any.Type { Action.self }
}
