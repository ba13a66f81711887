import Millrace

/// The handlers of a module's outputs and of its removal.
struct OutputHandlers<M: Module> {
    /// Makes the function that reduces outputs in the presenter.
    var reduce: ((_ presenter: (any AnySceneContext)?) -> ((M.Output) -> Fault?)?)?
    /// Makes the function that is called with outputs once they were reduced.
    var notify: ((SceneContext<M>) -> (M.Output) -> Void)?
    /// Makes the function that is called when the scene has been removed.
    var removal: ((SceneContext<M>, _ presenter: (any AnySceneContext)?) -> (() -> Void)?)?

    /// Outputs are ignored.
    static var none: OutputHandlers { OutputHandlers() }

    /// Outputs go to the listeners of the window's root.
    static var root: OutputHandlers {
        OutputHandlers(notify: { context in
            // Weak: an output that was sent before may have its turn when the window has gone.
            { [weak runtime = context.runtime] in runtime?.observers.notifyRootListeners(M.self, of: $0) }
        })
    }

    /// Outputs and the removal go to functions of the application.
    static func functions(output: @escaping (M.Output) -> Void, removal: @escaping () -> Void) -> OutputHandlers {
        OutputHandlers(
            notify: { _ in output },
            removal: { context, _ in { [weak runtime = context.runtime] in runtime?.callAfterNotification(removal) } })
    }

    /// Outputs and the removal become actions of the module of type `P` that presents it.
    static func presenter<P: Module>(
        _ type: P.Type, _ action: ((M.Output) -> P.Action)?, _ ended: P.Action?
    ) -> OutputHandlers {
        var handlers = OutputHandlers()
        if let action { handlers.reduce = { ($0 as? SceneContext<P>)?.outputReducer(action) } }
        if let ended { handlers.removal = { ($1 as? SceneContext<P>)?.removalSender(ended) } }
        return handlers
    }
}
