// The turns of commands, and the calls of their handlers.
extension Engine {
    /// Processes a command from the queue. If the command was cancelled before, only the observers of turns are notified.
    func takeCommand(_ effect: EffectHandle, _ node: CommandNode, _ store: StoreCore?) {
        let isLive = machine.isLive(effect)
        if !isLive, observers.isEmpty { return }
        withTurn(.command, subject: store, isLive ? machine[effect].scope : 0) { turn in
            (turn.effect, turn.node, turn.address, turn.type) = (effect, node, node.address, node.type)
            if isLive {
                tasks[effect.slot].turn = loop.turn + 1
                return process(turn)
            }
            loop.beginTurn()
            turn.id = loop.turn
            forEachObserver { $0.began(Message(turn), turn: turn.id) }
            forEachObserver { $0.ended(turn.id, .cancelled) }
            _ = turn.endProcessing()
        }
    }

    /// Prepares the turn of a command, after middleware has decided about it.
    func beginCommand(_ turn: Turn) {
        if tasks[turn.effect.slot].node !== turn.node { tasks[turn.effect.slot].node = turn.node }
        // If the message has a receipt of its own, that receipt waits for the command.
        let scope = machine[turn.effect].scope
        if turn.scope != scope { machine.narrow(turn.effect, to: turn.scope) }
    }

    /// Calls the handler of a command in the command's turn, or passes the call to the effect runner.
    func start(_ effect: EffectHandle) {
        guard let effectRunner else { return call(effect) }
        let commandTurn = loop.turn
        effectRunner.run(
            { [weak self] in
                guard let self else { return }
                // If the runner calls `start` within the command's turn, the handler is called at once.
                if loop.turn == commandTurn, isRunning { return call(effect) }
                perform { self.enqueue { [weak self] in self?.call(effect) } }
            }, askedBy: tasks[effect.slot].cause)
    }

    /// Calls the handler of a command, for the first attempt or for a retry.
    func call(_ effect: EffectHandle) {
        guard machine.isLive(effect), let node = tasks[effect.slot].node else { return }
        if isShutDown { return cancel(effect, because: EngineShutDown()) }
        cause = tasks[effect.slot].turn
        tasks[effect.slot].hasBegun = true
        machine.beginAttempt(effect)
        performSteps()
        let turn = tasks[effect.slot].turn
        let attempt = CommandAttempt(effect: effect, number: machine[effect].attempt, turn: turn)
        if let handler = registrations.handlers[node.type] as? Handler ?? ownHandler(of: node.command) {
            let answer = handler.call(node.address, CommandCall(engine: self, attempt: attempt))
            if let answer { self.answer(answer, cause: turn) }
            return
        }
        let fault = Fault.noHandler(node.command)
        report(fault)
        if let event = node.failureEvent(fault) {
            answer(attempt.answer(.end, event), cause: turn)
        } else {
            cancel(effect, because: fault)
        }
    }
}
