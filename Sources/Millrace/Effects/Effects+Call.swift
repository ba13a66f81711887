// The calls of handlers.
extension Effects {
    /// Prepares the turn of a command, after middleware has decided about it.
    func prepareCall(_ turn: Turn) {
        if tasks[turn.effect.slot].node !== turn.node { tasks[turn.effect.slot].node = turn.node }
        // If the message has a receipt of its own, that receipt waits for the command.
        let scope = machine[turn.effect].scope
        if turn.scope != scope { machine.move(turn.effect, to: turn.scope) }
    }

    /// Calls the handler of a command in the command's turn, or passes the call to the call scheduler.
    func callOrDelay(_ effect: EffectHandle) {
        guard let callScheduler else { return call(effect) }
        let commandTurn = loop.turn
        callScheduler.run(
            { [weak self] in
                guard let self else { return }
                // If it calls `start` within the command's turn, the handler is called at once.
                if loop.turn == commandTurn, loop.isRunning { return call(effect) }
                loop.posted.perform { self.enqueue { [weak self] in self?.call(effect) } }
            }, of: effect, askedBy: tasks[effect.slot].cause)
    }

    /// Calls the handler of a command, for the first attempt or for a retry.
    func call(_ effect: EffectHandle) {
        guard machine.isLive(effect), let node = tasks[effect.slot].node else { return }
        if loop.isShutDown { return cancel(effect, because: EngineShutDown()) }
        let turn = tasks[effect.slot].turn
        // What the handler sends is caused by the command.
        loop.cause = turn
        tasks[effect.slot].hasBegun = true
        machine.beginAttempt(effect)
        noteChange(of: effect)
        performSteps()
        let attempt = CommandAttempt(effect: effect, number: machine[effect].attempt, turn: turn)
        if let handler = registrations.handlers[node.type] as? Handler ?? ownHandler(of: node.command) {
            let answer = handler.call(node.address, CommandCall(effects: self, attempt: attempt))
            if let answer { enqueueAnswer(answer, cause: turn) }
            return
        }
        let fault = Fault.noHandler(node.command)
        observers.report(fault)
        if let event = node.failureEvent(fault) {
            enqueueAnswer(attempt.answer(.end, event), cause: turn)
        } else {
            cancel(effect, because: fault)
        }
    }

    /// Returns the handler that a command contains; `nil` if it contains none.
    private func ownHandler(of command: any Command) -> Handler? {
        func handler<Own: ExecutableCommand>(of command: Own) -> Handler {
            Handler(#fileID, #line, Subscription(number: 0)) { (command: Own, call) in
                call.start(command) { own throws(Own.Failure) in try await own.handle() }
                return nil
            }
        }
        return (command as? any ExecutableCommand).map { handler(of: $0) } ?? (command as? any EngineCommand)?.handler
    }
}
