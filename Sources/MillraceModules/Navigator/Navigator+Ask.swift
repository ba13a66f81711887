public import Millrace

extension Navigator {
    /// Presents a module, waits for its first output, and removes the module.
    ///
    /// Middleware can use it to hold a message until the user has answered:
    /// ```swift
    /// .async(where: { ($0.payload as? any Confirmable)?.needsConfirmation == true }) { message in
    ///     await message.navigator?.ask(Confirm(), with: "Sure?") == .confirmed ? message : nil
    /// }
    /// ```
    /// Call this function on the engine's actor. The engine continues to process messages while the caller waits. The caller
    /// retains the navigator until the answer. The module is presented and removed by the requests ``Request/present(_:)`` and
    /// ``Request/remove(_:)``, which pass the middleware. The module is also removed when the waiting task is cancelled.
    ///
    /// - Returns: the first output; `nil` if the module was not presented or was removed before its first output, or if the
    ///   task was cancelled.
    public func ask<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? {
        let question = NavigatorQuestion<Child.Output>()
        let (posted, reference) = (engine.posted, ActorBound(question))
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                question.continuation = continuation
                let presentation = Presentation(module, requirement, question.handlers)
                request(.present(.init(verb: .present, presentation)))
            }
        } onCancel: {
            posted.post(.betweenTurns { reference.open()?.end(with: nil) })
        }
        return question.output
    }

    /// Presents a module that requires nothing, waits for its first output, and removes the module.
    public func ask<Child: Module>(
        _ module: Child, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? where Child.Requirement == Void {
        await ask(module, with: (), isolation: isolation)
    }
}

/// A question to the user. A caller of ``Navigator/ask(_:with:isolation:)`` waits for the answer.
private final class NavigatorQuestion<Output> {
    /// The first output; `nil` if there is none yet, or if the module was removed before its first output.
    private(set) var output: Output?
    /// Unsafe, because a checked continuation costs twice as much. Safe: it is set to `nil` when it is resumed.
    var continuation: UnsafeContinuation<Void, Never>?
    /// The module's scene. Removed at once if it is added after the cancellation, because its request was held or queued.
    private weak var scene: SceneContext? { didSet { if continuation == nil { removeScene() } } }

    /// The handlers of the module's scene.
    var handlers: OutputHandlers {
        let end = ReleaseHandler { self.end(with: nil) }
        var handlers = OutputHandlers { (output: Output, _) in self.end(with: output) }
        handlers.onAddition = { self.scene = $0 }
        handlers.onRemoval = { _ in
            self.scene = nil
            end.handler()
        }
        return handlers
    }

    /// Resumes the caller of `ask` at once, even if middleware holds the request, and removes the module. Only the first call
    /// has an effect.
    func end(with output: Output?) {
        guard let continuation = continuation.take() else { return }
        self.output = output
        continuation.resume()
        removeScene()
    }

    private func removeScene() {
        if let scene { scene.runtime.navigator?.request(.remove(scene.id)) }
    }
}

/// Calls a function when it is released. Then no module can answer the question.
private final class ReleaseHandler {
    let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    deinit { handler() }
}
