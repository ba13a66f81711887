/// One call of a command's handler, with what a handler that answers later needs.
@usableFromInline
package struct CommandCall {
    let engine: Engine
    @usableFromInline let attempt: CommandAttempt

    init(engine: Engine, attempt: CommandAttempt) { (self.engine, self.attempt) = (engine, attempt) }

    /// Sends an event about the start of the command, at the first attempt.
    func report<C: Command>(start event: Event<C>) {
        if attempt.number == 1 { engine.answer(attempt.answer(.event, Box(event)), cause: attempt.turn) }
    }

    /// Calls `handle` in a task. The value that `handle` returns, or the error that it throws, ends the command.
    func start<C: Command>(
        _ command: C, with handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) {
        engine.tasks[attempt.effect.slot].isWorking = true
        let (context, reference, attempt) = (engine.actorContext, ActorBound(engine), attempt)
        start {
            let answer: Answer
            do throws(C.Failure) {
                answer = attempt.answer(.end, Box(Event<C>.data(try await handle(command))))
            } catch {
                answer = attempt.failure(error, of: C.self)
            }
            await context.run {
                guard let engine = reference.open() else { return }
                engine.perform { engine.answer(answer, cause: attempt.turn) }
            }
        }
    }

    /// Creates a reply for the handler.
    func reply<C: Command>(to command: C) -> Reply<C> {
        let slot = attempt.effect.slot
        engine.tasks[slot].isWorking = true
        let storage = ReplyStorage<C>(attempt, command, engine.posted)
        engine.tasks[slot].requireWork().reply = storage
        return Reply(storage)
    }

    /// Runs the handler's work in a task, which is cancelled with the command. If the command has already ended when the task
    /// suspends, the task is cancelled at once.
    func start(_ work: @escaping () async -> Void) {
        let handler = engine.actorContext.start(work)
        if engine.machine.accepts(attempt.effect, attempt: attempt.number) {
            engine.tasks[attempt.effect.slot].requireWork().task = handler
        } else {
            handler?.cancel()
        }
    }
}
