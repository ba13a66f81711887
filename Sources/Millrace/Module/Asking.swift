extension Navigator {
    /// Presents a module, waits for its first output, and closes it.
    ///
    /// For middleware, which can hold a message until the person has answered:
    /// ```swift
    /// .async(where: { ($0.payload as? any Confirmable)?.needsConfirmation == true }) { message in
    ///     await message.navigator?.ask(Confirm(), with: "Sure?") == .confirmed ? message : nil
    /// }
    /// ```
    /// Called on the engine's actor; everything else goes on meanwhile. Whoever asks keeps the navigator until the answer.
    /// Presenting and closing are requests, ``Request/enter(_:)`` and ``Request/end(_:)``, and pass the middleware. The module is
    /// closed too when the waiting task is cancelled.
    ///
    /// - Returns: the first output; `nil` if the module has gone without one, or did not come in, or the task was cancelled.
    public func ask<Child: Module>(
        _ module: Child, with requirement: Child.Requirement, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? {
        let (answer, mailbox) = (Answered<Child.Output>(), engine.mailbox)
        let atHome = AtHome(answer)
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                present(module, requirement, for: Question(answer, continuation))
            }
        } onCancel: {
            mailbox.post { _ in atHome.open()?.cancel() }
        }
        return answer.output
    }

    /// Presents a module that requires nothing, waits for its first output, and closes it.
    public func ask<Child: Module>(
        _ module: Child, isolation: isolated (any Actor)? = #isolation
    ) async -> Child.Output? where Child.Requirement == Void {
        await ask(module, with: (), isolation: isolation)
    }

    private func present<Child: Module>(
        _ module: Child, _ requirement: Child.Requirement, for question: Question<Child.Output>
    ) {
        let hearing = Hearing<Child>(
            hear: { node in
                question.answer.canClose { [weak node] in node?.endSoon() }
                return { [weak node] in
                    question.end(with: $0)
                    node?.endSoon()
                }
            },
            end: { _ in { question.end(with: nil) } })
        request(.enter(.init(.present, ModulePresentation(module, requirement, false, nil, hearing))))
    }
}

extension SceneNode {
    /// Takes the scene away, in a turn of its own.
    fileprivate func endSoon() {
        let engine = scenes.engine
        engine.perform { engine.enqueue(RequestTurn(.end(id), of: scenes), job: nil) }
    }
}

/// What whoever asked waits for.
private final class Answered<Output> {
    var output: Output?
    /// Closes the module that was asked, once it is there.
    private var close: (() -> Void)?
    private var isCancelled = false
    fileprivate weak var question: Question<Output>?

    /// The module is there. It may come when nobody waits any more, because the request was held or waited its turn.
    func canClose(_ close: @escaping () -> Void) {
        self.close = close
        if isCancelled { close() }
    }

    /// Nobody waits any more: not for middleware that holds the request either.
    func cancel() {
        isCancelled = true
        close?()
        question?.end(with: nil)
    }
}

/// A question that is put to a person, held by what could answer it: when all of that has gone, it is answered.
private final class Question<Output> {
    let answer: Answered<Output>
    /// Unsafe continuations cost half as much as checked ones. Safe: taken out when it is resumed.
    private var continuation: UnsafeContinuation<Void, Never>?

    init(_ answer: Answered<Output>, _ continuation: UnsafeContinuation<Void, Never>) {
        (self.answer, self.continuation) = (answer, continuation)
        answer.question = self
    }

    deinit { continuation?.resume() }

    /// Goes on with the first output; with none, if the module has gone before.
    func end(with output: Output?) {
        guard let continuation = continuation.take() else { return }
        answer.output = output
        continuation.resume()
    }
}
