// The turns of commands, and the calls of their handlers.
extension Engine {
    /// Processes a command from the queue. If the command was cancelled before, only the observers of turns are notified.
    func takeCommand(_ input: QueuedInput) {
        let (effect, isLive) = (input.effect, machine.isLive(input.effect))
        if isLive { tasks[effect.slot].turn = turn + 1 }
        if isLive, !hasReceivers {
            beginTurn()
            return start(effect, nil)
        }
        guard isLive || flags & EngineFlags.observed != 0, let node = input.node else { return }
        withTurn(.command, subject: input.store, isLive ? machine[effect].scope : 0) { turn in
            (turn.effect, turn.node, turn.address, turn.type) = (effect, node, node.address, node.type)
            if isLive { return process(turn) }
            beginTurn()
            turn.id = self.turn
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
    ///
    /// - Parameter message: The turn's message; `nil` if no code receives it.
    func start(_ effect: EffectHandle, _ message: Turn?) {
        guard let effectRunner else {
            let outer = commandEffect
            (commandEffect, commandTurn) = (effect, message)
            call(effect)
            (commandEffect, commandTurn) = (outer, nil)
            return
        }
        let commandTurn = turn
        effectRunner.run(
            { [weak self] in
                guard let self else { return }
                // If the runner calls `start` within the command's turn, the handler is called at once.
                if self.turn == commandTurn, isRunning { return call(effect) }
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
        let call = CommandCall(
            engine: self, effect: effect, attempt: machine[effect].attempt, turn: tasks[effect.slot].turn)
        if let handler = handlers[node.type] ?? ownHandler(of: node.command) {
            return handler.call(handler, node.address, call)
        }
        let fault = Fault.noHandler(node.command)
        report(fault)
        if let event = node.failureEvent(fault) {
            call.answer(.end, event)
        } else {
            cancel(effect, because: fault)
        }
    }
}
