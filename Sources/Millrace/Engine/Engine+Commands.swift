// Calling handlers.
extension Engine {
    /// Calls the handler of a command, for the first time or again.
    func call(_ task: EffectTask) {
        guard machine.isLive(task.handle), let command = task.command else { return }
        if isShutDown { return cancel(task, because: EngineShutDown()) }
        task.hasBegun = true
        machine.beginAttempt(task.handle)
        performSteps()
        call(command, task, attempt: machine[task.handle].attempt)
    }

    private func call<C: Command>(_ command: C, _ task: EffectTask, attempt: Int32) {
        guard let handler = handler(for: command) else { return failUndeliverable(command, task, attempt) }
        switch handler {
        case .immediate(let handle):
            do throws(C.Failure) {
                let output = try handle(command)
                answer(task, attempt, .end(Box(Event<C>.data(output))))
            } catch {
                answer(task, attempt, .failing(error, of: C.self))
            }
        case .suspending(let handle):
            task.isWorking = true
            if attempt == 1, let progress = () as? C.Progress {
                answer(task, attempt, .event(Box(Event<C>.progress(progress))))
            }
            let (context, engine) = (actorContext, ActorBound(self))
            keep(
                actorContext.start {
                    let answer: QueuedTurn.Answer
                    do throws(C.Failure) {
                        answer = .end(Box(Event<C>.data(try await handle(command))))
                    } catch {
                        answer = .failing(error, of: C.self)
                    }
                    await context.run {
                        guard let engine = engine.open() else { return }
                        engine.perform { engine.answer(task, attempt, answer) }
                    }
                }, task, attempt)
        case .replying(let handle):
            handle(command, reply(to: task, attempt, as: C.self))
        case .suspendingReplying(let handle):
            let reply = reply(to: task, attempt, as: C.self)
            keep(actorContext.start { await Self.await(handle, command, reply) }, task, attempt)
        }
    }

    private static func await<C: Command>(
        _ handle: (C, Reply<C>) async throws(C.Failure) -> Void, _ command: C, _ reply: Reply<C>
    ) async {
        do throws(C.Failure) {
            try await handle(command, reply)
            reply.endIfOpen()
        } catch {
            reply.storage.failed(error)
        }
    }

    private func reply<C: Command>(to task: EffectTask, _ attempt: Int32, as type: C.Type) -> Reply<C> {
        task.isWorking = true
        let storage = ReplyStorage<C>(task, attempt: attempt, on: self)
        task.reply = storage
        return Reply(storage)
    }

    /// Keeps the handler's task, to cancel it with the command; at once, if the command ended while it began.
    private func keep(_ handler: Task<Void, Never>?, _ task: EffectTask, _ attempt: Int32) {
        if machine.accepts(task.handle, attempt: attempt) {
            task.task = handler
        } else {
            handler?.cancel()
        }
    }

    /// Appends what a handler said to the queue.
    func answer(_ task: EffectTask, _ attempt: Int32, _ answer: QueuedTurn.Answer) {
        let scope = machine.isLive(task.handle) ? machine[task.handle].scope : 0
        enqueue(.answer(task, attempt: attempt, answer), scope: scope, cause: task.turn)
    }

    private func failUndeliverable<C: Command>(_ command: C, _ task: EffectTask, _ attempt: Int32) {
        let fault = Fault.noHandler(command)
        report(fault)
        if let event = failureEvent(fault, of: command) {
            answer(task, attempt, .end(event))
        } else {
            cancel(task, because: fault)
        }
    }

    // MARK: Ends

    /// Ends the command whose last event has its turn, before the event is reduced, so that what waited for it may start.
    ///
    /// - Returns: the command, to be released when what the event asked for was performed.
    func endCommand(of turn: borrowing Turn) -> EffectTask? {
        guard case .event(let task, let event, let isLast) = turn.content else { return nil }
        if isLast {
            task.lastError = (event.any as? any FailableEvent)?.failureError
            guard machine.end(task.handle) else { return nil }
        } else {
            return nil
        }
        finish(task, task.lastError.map { .failed($0) } ?? .done)
        performSteps()
        return task
    }

    // MARK: Failures that nothing handles

    func reportUnhandled(_ event: AnyBox, of task: EffectTask, scope: Int32, isHandled: Bool) {
        // A fault was reported.
        guard !isHandled, !task.handlesFailure, let command = task.command,
            let error = (event.any as? any FailableEvent)?.failureError, !(error is Fault)
        else { return }
        reportUnhandled(.unheardFailure(command, error), scope: scope)
    }

    /// Reports a failure, as the actor's next job, unless a middleware handles failures or somebody awaits the work by then.
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

extension QueuedTurn.Answer {
    /// What a handler said by throwing: `CancellationError` cancels the command, wherever it is thrown.
    static func failing<C: Command>(_ error: C.Failure, of type: C.Type) -> Self {
        (error as any Error) is CancellationError ? .cancelled : .failure(Box(Event<C>.failure(error)))
    }
}
