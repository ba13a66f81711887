// Calling handlers.
extension Engine {
    /// Calls the handler of a command whose turn has come, when the runner says so.
    func start(_ task: EffectTask) {
        guard let effectRunner else { return call(task) }
        let commandTurn = turn
        effectRunner.run(
            { [weak self] in
                guard let self else { return }
                // In the command's own turn there is nothing to wait for.
                if turn == commandTurn, isRunning { return call(task) }
                perform { self.enqueue { [weak self] in self?.call(task) } }
            }, askedBy: task.cause)
    }

    /// Calls the handler of a command, for the first time or again.
    func call(_ task: EffectTask) {
        guard machine.isLive(task.handle), let command = task.command else { return }
        if isShutDown { return cancel(task, because: EngineShutDown()) }
        cause = task.turn
        task.hasBegun = true
        machine.beginAttempt(task.handle)
        performSteps()
        call(command, CommandCall(engine: self, task: task, attempt: machine[task.handle].attempt))
    }

    private func call<C: Command>(_ command: C, _ call: CommandCall) {
        if let handler = handler(for: command) { return handler.perform(command, call) }
        let fault = Fault.noHandler(command)
        report(fault)
        if let event = failureEvent(fault, of: command) {
            call.answer(.end(event))
        } else {
            cancel(call.task, because: fault)
        }
    }
}
