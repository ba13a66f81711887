/// One call of a command's handler, with what a handler that answers later needs.
@usableFromInline
package struct CommandCall {
    private let effects: Effects
    @usableFromInline let attempt: CommandAttempt

    init(effects: Effects, attempt: CommandAttempt) { (self.effects, self.attempt) = (effects, attempt) }

    /// Sends an event about the start of the command, at the first attempt.
    func report<C: Command>(start event: Event<C>) {
        if attempt.number == 1 { effects.enqueueAnswer(attempt.answer(.event, Box(event)), cause: attempt.turn) }
    }

    /// Calls `handle` in a task. The value that `handle` returns, or the error that it throws, ends the command.
    func start<C: Command>(
        _ command: C, with handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) {
        effects.tasks[attempt.effect.slot].isWorking = true
        let (context, reference, attempt) = (effects.loop.posted.actorContext, ActorBound(effects), attempt)
        start {
            let answer: Answer
            do throws(C.Failure) {
                answer = attempt.answer(.end, Box(Event<C>.data(try await handle(command))))
            } catch {
                answer = attempt.failure(error, of: C.self)
            }
            await context.run {
                guard let effects = reference.open() else { return }
                effects.loop.posted.perform { effects.enqueueAnswer(answer, cause: attempt.turn) }
            }
        }
    }

    /// Creates a reply for the handler.
    func reply<C: Command>(to command: C) -> Reply<C> {
        let slot = attempt.effect.slot
        effects.tasks[slot].isWorking = true
        let storage = ReplyStorage<C>(attempt, command, effects.loop.posted)
        effects.tasks[slot].requireWork().reply = storage
        return Reply(storage)
    }

    /// Runs the handler's work in a task, which is cancelled with the command. If the command has already ended when the task
    /// suspends, the task is cancelled at once.
    func start(_ work: @escaping () async -> Void) {
        let handler = effects.loop.posted.actorContext.start(work)
        if effects.machine.accepts(attempt.effect, attempt: attempt.number) {
            effects.tasks[attempt.effect.slot].requireWork().task = handler
        } else {
            handler?.cancel()
        }
    }
}
