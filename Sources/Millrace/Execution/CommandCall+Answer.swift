extension CommandCall {
    /// Appends an answer of the handler to the queue.
    func answer(_ answer: AnswerKind, _ event: AnyBox?) {
        withEngine { $0.answer(effect, attempt, answer, event, cause: turn) }
    }

    /// Ends the command with the last event at an address.
    @usableFromInline
    func end(with event: UnsafeRawPointer, isFailure: Bool, boxing: (UnsafeRawPointer) -> AnyBox) {
        let answer = isFailure ? AnswerKind.failure : .end
        withEngine { $0.answer(self, answer, event, boxing) }
    }

    @usableFromInline
    func cancel() { answer(.cancelled, nil) }

    /// Sends an event about the start of the command, at the first attempt.
    func report<C: Command>(start event: Event<C>) {
        if attempt == 1 { answer(.event, Box(event)) }
    }

    /// Calls `handle`. The value that `handle` returns, or the error that it throws, ends the command.
    func answer<C: Command>(_ command: C, with handle: (C) throws(C.Failure) -> C.Output) {
        let (answer, event): (AnswerKind, AnyBox?)
        do throws(C.Failure) {
            (answer, event) = (.end, Box(Event<C>.data(try handle(command))))
        } catch {
            (answer, event) = AnswerKind.failing(error, of: C.self)
        }
        self.answer(answer, event)
    }

    /// Calls `handle` in a task. The value that `handle` returns, or the error that it throws, ends the command.
    func start<C: Command>(
        _ command: C, with handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) {
        engine.tasks[effect.slot].isWorking = true
        let (effect, attempt, turn) = (effect, attempt, turn)
        let (context, engine) = (engine.actorContext, ActorBound(engine))
        start {
            let (answer, event): (AnswerKind, AnyBox?)
            do throws(C.Failure) {
                (answer, event) = (.end, Box(Event<C>.data(try await handle(command))))
            } catch {
                (answer, event) = AnswerKind.failing(error, of: C.self)
            }
            await context.run {
                guard let engine = engine.open() else { return }
                engine.perform { engine.answer(effect, attempt, answer, event, cause: turn) }
            }
        }
    }

    /// Creates a reply for the handler.
    func reply<C: Command>(to command: C) -> Reply<C> {
        engine.tasks[effect.slot].isWorking = true
        let storage = ReplyStorage<C>(
            effect, command, attempt: attempt, turn: turn, engine.posted)
        engine.tasks[effect.slot].requireWork().reply = storage
        return Reply(storage)
    }

    /// Runs the handler's work in a task, which is cancelled with the command. If the command has already ended when the task
    /// suspends, the task is cancelled at once.
    func start(_ work: @escaping () async -> Void) {
        let handler = engine.actorContext.start(work)
        if engine.machine.accepts(effect, attempt: attempt) {
            engine.tasks[effect.slot].requireWork().task = handler
        } else {
            handler?.cancel()
        }
    }
}

extension AnswerKind {
    /// Returns the answer for an error that a handler threw. A `CancellationError` cancels the command, whatever code threw it.
    static func failing<C: Command>(_ error: C.Failure, of type: C.Type) -> (AnswerKind, AnyBox?) {
        (error as any Error) is CancellationError ? (.cancelled, nil) : (.failure, Box(Event<C>.failure(error)))
    }
}
