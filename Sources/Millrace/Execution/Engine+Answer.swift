// What handlers answer.
extension Engine {
    /// Appends what a handler said to the queue.
    func answer(_ task: EffectTask, _ attempt: Int32, _ answer: Answer) {
        let scope = machine.isLive(task.handle) ? machine[task.handle].scope : 0
        enqueue(EventTurn(task, attempt: attempt, answer, on: self, scope: scope, cause: task.turn))
    }

    /// Whether a command that has failed is tried again, after a pause.
    func retries(_ task: EffectTask) -> Bool {
        guard machine.retries(task.handle) else { return false }
        task.stopWork()
        performSteps()
        return true
    }

    /// Ends the command whose last event has its turn, before the event is reduced, so that what waited for it may start.
    ///
    /// - Returns: whether it has ended, and is to be released when what the event asked for was performed.
    func end(_ task: EffectTask, with event: AnyBox) -> Bool {
        task.lastError = (event.any as? any FailableEvent)?.failureError
        guard machine.end(task.handle) else { return false }
        finish(task, task.lastError.map { .failed($0) } ?? .done)
        performSteps()
        return true
    }

    /// Reduces the action that the store which asked for a command makes of an event.
    func respond(_ task: EffectTask, _ event: AnyBox) {
        guard let store = task.store, let respond = task.node?.respond else { return }
        respond(event.address) { action in
            if let context = task.context {
                context.raise(action) { reduce($0, in: store) }
            } else {
                reduce(action, in: store)
            }
        }
    }

    // MARK: Failures that nothing handles

    func reportUnhandled(_ event: AnyBox, of task: EffectTask, scope: Int32) {
        // A fault was reported.
        guard !task.handlesFailure, let command = task.command,
            let error = (event.any as? any FailableEvent)?.failureError, !(error is Fault)
        else { return }
        reportUnhandled(.unheardFailure(command, error), scope: scope)
    }

    /// Reports a failure, as the actor's next job, unless a middleware handles failures or the work is awaited by then.
    package func reportUnhandled(_ fault: Fault, of task: EffectTask) {
        reportUnhandled(fault, scope: machine[task.handle].scope)
    }

    func reportUnhandled(_ fault: Fault, scope: Int32) {
        if middleware.contains(where: { $0 is any FailureMiddleware }) { return }
        var (receipts, scope): ([ReceiptStorage], Int32) = ([], requireScope(scope))
        while scope != 0 {
            receipts.append(receipt(of: scope))
            scope = machine.parent(of: scope)
        }
        let engine = ActorBound(self)
        _ = actorContext.start(atOnce: false) {
            if !receipts.contains(where: \.wasAwaited) { engine.open()?.report(fault) }
        }
    }

    /// Calls the middleware that handles failures.
    package func notifyFailure(_ error: any Error, _ message: Message) {
        for case let middleware as any FailureMiddleware in middleware { middleware.failed(error, message) }
    }
}
