/// One call of a command's handler.
struct CommandCall {
    let engine: Engine
    let task: EffectTask
    let attempt: Int32

    /// Appends what the handler said to the queue.
    func answer(_ answer: Answer) { engine.answer(task, attempt, answer) }

    /// Answers with what `handle` returns or throws, once it has.
    func answer<C: Command>(
        _ command: C, with handle: @escaping (C) async throws(C.Failure) -> C.Output
    ) {
        task.isWorking = true
        if attempt == 1, let progress = () as? C.Progress { answer(.event(Box(Event<C>.progress(progress)))) }
        let (context, engine, task, attempt) = (engine.actorContext, ActorBound(engine), task, attempt)
        start {
            let answer: Answer
            do throws(C.Failure) {
                answer = .end(Box(Event<C>.data(try await handle(command))))
            } catch {
                answer = .failing(error, of: C.self)
            }
            await context.run {
                guard let engine = engine.open() else { return }
                engine.perform { engine.answer(task, attempt, answer) }
            }
        }
    }

    /// A reply for the handler.
    func reply<C: Command>(to command: C) -> Reply<C> {
        task.isWorking = true
        let storage = ReplyStorage<C>(task, command, attempt: attempt, engine.posted)
        task.reply = storage
        return Reply(storage)
    }

    /// Runs the handler's work as a task, which is cancelled with the command; at once, if the command ended while the
    /// work began.
    func start(_ work: @escaping () async -> Void) {
        let handler = engine.actorContext.start(work)
        if engine.machine.accepts(task.handle, attempt: attempt) {
            task.task = handler
        } else {
            handler?.cancel()
        }
    }
}
