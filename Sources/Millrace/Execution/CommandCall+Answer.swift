extension CommandCall {
    /// Appends what the handler says to the queue.
    func answer(_ answer: AnswerKind, _ event: AnyBox?) {
        engine.answer(effect, attempt, answer, event, cause: turn)
    }

    /// Answers with the end of the command and its last event, at an address.
    @usableFromInline
    func end(with event: UnsafeRawPointer, isFailure: Bool, boxing: (UnsafeRawPointer) -> AnyBox) {
        let answer = isFailure ? AnswerKind.failure : .end
        withEngine { engine in
            if effect == .none { return engine.answerDirectly(answer, event, boxing) }
            engine.answer(self, answer, event, boxing)
        }
    }

    @usableFromInline
    func cancel() {
        if effect == .none { return engine.answerDirectly(.cancelled, nil) { _ in Box(()) } }
        answer(.cancelled, nil)
    }

    /// Answers with what `handle` returns or throws, once it has.
    func answer<C: Command>(
        _ command: C, with handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) {
        engine.tasks[effect.slot].isWorking = true
        if attempt == 1, let progress = () as? C.Progress {
            answer(.event, Box(Event<C>.progress(progress)))
        }
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

    /// A reply for the handler.
    func reply<C: Command>(to command: C) -> Reply<C> {
        engine.tasks[effect.slot].isWorking = true
        let storage = ReplyStorage<C>(
            effect, command, attempt: attempt, turn: turn, engine.posted)
        engine.tasks[effect.slot].requireWork().reply = storage
        return Reply(storage)
    }

    /// Runs the handler's work as a task, which is cancelled with the command; at once, if the command ended while the
    /// work began.
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
    /// What a handler said by throwing: `CancellationError` cancels the command, wherever it is thrown.
    static func failing<C: Command>(_ error: C.Failure, of type: C.Type) -> (AnswerKind, AnyBox?) {
        (error as any Error) is CancellationError ? (.cancelled, nil) : (.failure, Box(Event<C>.failure(error)))
    }
}
