public import Millrace

extension Navigator {
    /// Presents a module, waits for its first output, and removes the module.
    ///
    /// For middleware, which can hold a message until the person has answered:
    /// ```swift
    /// .async(where: { ($0.payload as? any Confirmable)?.needsConfirmation == true }) { message in
    ///     await message.navigator?.ask(Confirm(), with: "Sure?") == .confirmed ? message : nil
    /// }
    /// ```
    /// Call it on the engine's actor; the engine keeps processing messages meanwhile. The caller retains the navigator until
    /// the answer. Presenting and removing are requests, ``Request/enter(_:)`` and ``Request/end(_:)``, and pass the
    /// middleware. The module is also removed when the waiting task is cancelled.
    ///
    /// - Returns: the first output; `nil` if the module was removed without one, or was not presented, or the task was
    ///   cancelled.
    public func ask<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? {
        let answer = NavigatorAnswer<Child.Output>()
        let cancel = engine.remoteCall(to: answer) { $0.cancel() }
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                present(module, requirement, for: NavigatorQuestion(answer, continuation))
            }
        } onCancel: {
            cancel()
        }
        return answer.output
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
        let handlers = OutputHandlers<Child>(
            notify: { context in
                let close = { [id = context.id, weak runtime = context.runtime] in
                    guard let runtime else { return }
                    runtime.engine.changeScenes { $0.enqueue(RequestMessage(.end(id), to: runtime)) }
                }
                question.answer.canClose(close)
                return { output in
                    question.end(with: output)
                    close()
                }
            },
            removal: { _, _ in { question.end(with: nil) } })
        request(.enter(.init(.present, ModulePresentation(module, requirement, handlers))))
    }
}
