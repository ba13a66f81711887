/// A command whose handler is to be called.
final class CommandTurn: TurnContent, Turn {
    let task: EffectTask
    private let command: (any Command)?

    init(_ task: EffectTask, on engine: Engine, scope: Int32, changedTo command: (any Command)? = nil) {
        (self.task, self.command) = (task, command ?? task.command)
        super.init(.command, on: engine, scope: scope, cause: task.cause)
    }

    override var payload: Any { command ?? () }
    override var subject: AnyObject? { task.store }
    var label: String { task.commandName }

    func prepare() -> Bool {
        if engine.machine.isLive(task.handle) {
            task.turn = engine.turn + 1
            scope = engine.machine[task.handle].scope
            return true
        }
        // It was cancelled before its turn.
        if engine.observers.isEmpty { return false }
        engine.beginTurn()
        id = engine.turn
        for observer in engine.observers {
            observer.began(Message(self), turn: id)
            observer.ended(id, .cancelled)
        }
        return false
    }

    var isForMiddleware: Bool { true }
    func reduce() {}
    func notify() {}

    func perform() -> TurnOutcome? {
        engine.start(task)
        return nil
    }

    // MARK: Decisions of middleware

    func replacing(_ payload: Any) -> (any Turn)? {
        guard let command, let changed = payload as? any Command, isSame(changed, command) else { return nil }
        return CommandTurn(task, on: engine, scope: scope, changedTo: changed)
    }

    private func isSame<C: Command>(_ other: Any, _ command: C) -> Bool { other is C }

    func addCopy(_ payload: Any, isFinal: Bool) -> Bool {
        guard let command = payload as? any Command else { return false }
        let isSame = task.command.map { self.isSame(command, $0) } ?? false
        let copy = engine.effect(isSame ? task.node : nil, command, in: task.store, isSame ? task.context : nil)
        if isSame { (copy.reaction, copy.handlesFailure) = (task.reaction, task.handlesFailure) }
        engine.admit(copy, .concurrent, name: nil, engine.requireScope(scope))
        return true
    }

    /// Executes a command of another type in the place of this one.
    func redirect(to other: any Command) {
        engine.start(other, in: task.store, scope: scope)
        drop(because: nil)
    }

    var isLate: Bool { !engine.machine.isLive(task.handle) }

    func begin() {
        task.command = command
        // What the message alone waits for is the command itself.
        if scope != engine.machine[task.handle].scope { engine.machine.narrow(task.handle, to: scope) }
    }

    func drop(because reason: (any Error)?) { engine.end(task, .dropped, because: reason) }

    func fail(_ error: any Error) {
        guard let command = task.command else { return }
        guard let event = failureEvent(error, of: command) else {
            engine.reportUnhandled(.unheardFailure(command, error), scope: scope)
            return engine.cancel(task, because: error)
        }
        engine.machine.beginAttempt(task.handle)
        engine.performSteps()
        task.isFailureReported = true
        engine.answer(task, engine.machine[task.handle].attempt, .end(event))
    }
}
