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
                present(module, requirement, for: question)
            }
        } onCancel: {
            posted.post(.betweenTurns { _ in reference.open()?.cancel() })
        }
        return question.output
    }

    /// Presents a module that requires nothing, waits for its first output, and removes the module.
    public func ask<Child: Module>(
        _ module: Child, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? where Child.Requirement == Void {
        await ask(module, with: (), isolation: isolation)
    }

    private func present<Child: Module>(
        _ module: Child, _ requirement: Child.Requirement, for question: NavigatorQuestion<Child.Output>
    ) {
        let end = ReleaseHandler { question.end(with: nil) }
        let presentation = ModulePresentation(module, requirement) { context, _ in
            question.close = { [id = context.id, weak runtime = context.runtime] in
                guard let runtime else { return }
                runtime.engine.perform { runtime.engine.enqueue(RequestMessage(.remove(id), to: runtime), scope: 0) }
            }
            return OutputHandlers(
                notify: { (output: Child.Output) in
                    question.end(with: output)
                    question.close?()
                }, onRemoval: { end.handler() })
        }
        request(.present(.init(verb: .present, presentation)))
    }
}

/// A question to the user. A caller of ``Navigator/ask(_:with:isolation:)`` waits for the answer.
private final class NavigatorQuestion<Output> {
    /// The first output; `nil` if there is none yet, or if the module was removed before its first output.
    private(set) var output: Output?
    /// Unsafe, because a checked continuation costs twice as much. Safe: it is set to `nil` when it is resumed.
    var continuation: UnsafeContinuation<Void, Never>?
    /// Removes the module. Also called when the module is presented after the cancellation, because its request was held or
    /// queued.
    var close: (() -> Void)? { didSet { if isCancelled { close?() } } }
    private var isCancelled = false

    /// Resumes the caller of `ask`. Only the first call has an effect.
    func end(with output: Output?) {
        guard let continuation = continuation.take() else { return }
        self.output = output
        continuation.resume()
    }

    /// Cancels the question because the caller's task was cancelled. Resumes the caller at once, even if middleware holds the
    /// request.
    func cancel() {
        isCancelled = true
        close?()
        end(with: nil)
    }
}

/// Calls a function when it is released. Then no module can answer the question.
private final class ReleaseHandler {
    let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    deinit { handler() }
}
