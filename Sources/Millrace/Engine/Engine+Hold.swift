extension Engine {
    /// Applies `decision` to a held message.
    ///
    /// With ``Decision/pass`` or ``Decision/change(to:)``, the message continues at the middleware after the one that held it.
    /// Any other decision has the same effect as if that middleware had returned it.
    ///
    /// The message is appended to the queue. If no turn is under way, the decision is applied before this method returns.
    ///
    /// - Parameters:
    ///   - id: The ``Message/id`` of the message. If the message was cancelled while it was held, this method does nothing. If
    ///     it was never held or was already resumed, this reports ``Fault/Kind/unknownHeldMessage``.
    ///   - decision: The decision. Defaults to passing the message.
    public func resume(_ id: UInt64, with decision: Decision = .pass) {
        guard let message = chain.held[id], !message.isResumed else {
            if !chain.takeCancelled(id) { report(.unknownHeldMessage(id)) }
            return
        }
        message.isResumed = true
        perform { enqueue { [weak self] in self?.takeResumption(of: id, decision) } }
    }

    /// Applies a decision to a held message, in a turn of its own.
    func takeResumption(of id: UInt64, _ decision: Decision) {
        guard let message = chain.release(id) else { return }
        let (turn, holder) = (message.turn, message.holder)
        loop.beginTurn()
        message.decider.take()?.cancel()
        forEachObserver { $0.began(Message(turn), turn: loop.turn) }
        let scope = machine[holder].scope
        turn.scope = scope
        // The effect of the hold ends here. Effects that the message causes belong to the same scope.
        _ = machine.end(holder)
        performSteps()
        let passed = decision.content.map { follow($0, turn, message.middleware, message.next) } ?? turn
        if let passed { passOn(passed, message.middleware, from: message.next) }
        release(holder, scope: scope)
        performSteps()
    }

    // MARK: Holding

    /// Holds a message until it is resumed or `duration` has passed. An effect in the message's store represents the held
    /// message.
    func hold(_ message: HeldMessage, for duration: Duration? = nil) {
        let turn = message.turn
        turn.keep()
        // A receipt that is read later belongs to this scope, although another message is the outermost one by then.
        turn.scope = requireScope(turn.scope)
        // The store of a request is the one of its scene. The held message ends with that scene.
        let store = (turn.subject as? StoreCore).flatMap { $0.isClosed ? nil : $0 }
        var task = effect(in: store)
        task.requireWork().heldMessage = turn.id
        var request = request(.held, &task, scope: turn.ownScope != 0 ? turn.ownScope : turn.scope)
        if let duration { request.delay = nanoseconds(duration) }
        chain.hold(message)
        if turn.kind == .event, !turn.isHeld {
            // The command does not end until the event is released.
            machine.holdEvent(of: turn.effect, isLast: turn.isLast)
            turn.isHeld = true
        }
        if let holder = start(request, task) {
            message.holder = holder
        } else {
            if isShutDown {
                report(.heldAtShutdown(Message(turn)))
                fail(turn.scope, EngineShutDown())
            }
            dropHeld(message)
        }
    }

    /// Holds a message until `decide` has returned, and applies its decision.
    func hold(_ message: HeldMessage, until decide: @escaping () async throws -> Decision) {
        hold(message)
        let (id, holder) = (message.turn.id, message.holder)
        guard chain.held[id] === message else { return }
        let (context, engine) = (actorContext, ActorBound(self))
        message.decider = actorContext.start {
            var decision: Decision
            do { decision = try await decide() } catch { decision = Decision(failing: error) }
            await context.run {
                // The message may have been resumed and held again.
                guard let engine = engine.open(), let held = engine.chain.held[id], held.holder == holder else {
                    return
                }
                engine.resume(id, with: decision)
            }
        }
    }

    // MARK: Ending held messages

    /// Ends a held message whose effect was cancelled.
    func dropHeld(_ message: HeldMessage) {
        let (turn, heldCommand) = (message.turn, message.turn.isHeld ? message.turn.effect : .none)
        message.decider.take()?.cancel()
        if chain.release(turn.id) != nil { chain.noteCancelled(turn.id) }
        let own = turn.endProcessing()
        forEachObserver { $0.ended(turn.id, .cancelled) }
        // The held event of a cancelled command is discarded.
        if turn.kind == .event, !machine.isLive(turn.effect) { discardedResultCount += 1 }
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
