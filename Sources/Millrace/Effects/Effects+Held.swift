// Messages that middleware holds. Each is an effect in its message's store.
extension Effects {
    /// Holds a message until it is resumed or `duration` has passed.
    func hold(_ message: HeldMessage, for duration: Duration? = nil) {
        let turn = message.turn
        turn.keep()
        // A receipt that is read later belongs to this scope, although another message is the outermost one by then.
        turn.scope = requireScope(turn.scope)
        // The store of a request is the one of its scene. The held message ends with that scene.
        let store = (turn.subject as? StoreCore).flatMap { $0.isClosed ? nil : $0 }
        let place = Place(store, scope: turn.ownScope != 0 ? turn.ownScope : turn.scope, cause: loop.cause)
        var task = makeTask(in: place)
        task.requireWork().heldMessage = turn.id
        var request = request(.held, &task, in: place)
        if let duration { request.delay = nanoseconds(duration) }
        chain.hold(message)
        if turn.kind == .event, !turn.isHeld {
            // The command does not end until the event is released.
            machine.holdEvent(of: turn.effect, isLast: turn.isLast)
            turn.isHeld = true
        }
        if let holder = start(request, task, in: place) {
            message.holder = holder
        } else {
            if loop.isShutDown {
                observers.report(.heldAtShutdown(Message(turn)))
                fail(turn.scope, EngineShutDown())
            }
            drop(held: message)
        }
    }

    /// Ends the effect of a held message that is resumed. Effects that the message causes belong to the same scope, which the caller
    /// must release with the effect.
    ///
    /// - Returns: The scope.
    func endHold(_ message: HeldMessage) -> Int32 {
        let scope = machine[message.holder].scope
        _ = machine.end(message.holder)
        performSteps()
        return scope
    }

    /// Ends a held message whose effect was cancelled.
    func drop(held message: HeldMessage) {
        let (turn, heldCommand) = (message.turn, message.turn.isHeld ? message.turn.effect : .none)
        message.decider.take()?.cancel()
        if chain.release(turn.id) != nil { chain.noteCancelled(turn.id) }
        let own = turn.endProcessing()
        observers.forEach { $0.ended(turn.id, .cancelled) }
        // The held event of a cancelled command is discarded.
        if turn.kind == .event, !machine.isLive(turn.effect) { observers.discardedCount += 1 }
        drop(turn, because: CancellationError())
        releaseHeldEvent(of: heldCommand)
        turn.isHeld = false
        if own != 0 {
            machine.fail(own)
            machine.release(own)
        }
        performSteps()
    }

    /// Cancels the messages of a command that middleware holds.
    func cancelHolds(of effect: EffectHandle) {
        for message in chain.held.values where message.turn.effect == effect {
            cancel(message.holder, because: CancellationError())
        }
    }

    /// Notes that middleware has released an event of the command. Ends the command if its end waited for this event.
    func releaseHeldEvent(of effect: EffectHandle) {
        guard effect != .none, machine.releaseEvent(of: effect) else { return }
        finish(effect, tasks[effect.slot].work?.lastError.map { .failed($0) } ?? .done)
        release(effect)
    }
}
