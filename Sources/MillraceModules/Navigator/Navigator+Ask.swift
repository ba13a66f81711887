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
    /// the answer. Presenting and removing are requests, ``Request/present(_:)`` and ``Request/remove(_:)``, and pass the
    /// middleware. The module is also removed when the waiting task is cancelled.
    ///
    /// - Returns: the first output; `nil` if the module was removed without one, or was not presented, or the task was
    ///   cancelled.
    public func ask<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? {
        let question = NavigatorQuestion<Child.Output>()
        let cancel = engine.remoteCall(to: question) { $0.cancel() }
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                question.continuation = continuation
                present(module, requirement, for: question)
            }
        } onCancel: {
            cancel()
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

/// A question to the person that a caller of ``Navigator/ask(_:with:isolation:)`` waits for.
private final class NavigatorQuestion<Output> {
    /// The first output, or `nil` if the module was removed before.
    private(set) var output: Output?
    /// Unsafe continuations cost half as much as checked ones. Safe: taken out when it is resumed.
    var continuation: UnsafeContinuation<Void, Never>?
    /// Removes the module. The module may be presented after the cancellation: the request may have been held or queued.
    var close: (() -> Void)? { didSet { if isCancelled { close?() } } }
    private var isCancelled = false

    /// Resumes the caller. Only the first call has an effect.
    func end(with output: Output?) {
        guard let continuation = continuation.take() else { return }
        self.output = output
        continuation.resume()
    }

    /// The caller was cancelled. It does not wait for middleware that holds the request either.
    func cancel() {
        isCancelled = true
        close?()
        end(with: nil)
    }
}

/// Calls a function when it is released: when no module can answer the question any more.
private final class ReleaseHandler {
    let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    deinit { handler() }
}
