extension Engine {
    /// Decides about a held message.
    ///
    /// With ``Decision/pass`` or ``Decision/change(to:)`` the message goes on at the middleware after the one that held
    /// it. Any other decision has the effect that it would have had if that middleware had returned it. The message
    /// takes its place at the end of the queue; if no turn is under way, the decision has happened when this returns.
    ///
    /// - Parameters:
    ///   - id: The ``Message/id`` of the message. If the message was cancelled while it was held, this does nothing. An
    ///     id that was never held or was already resumed is a ``Fault/Kind/unknownHeldMessage``.
    ///   - decision: Defaults to passing the message.
    public func resume(_ id: UInt64, with decision: Decision = .pass) {
        guard let message = held[id], !message.isResumed else {
            if cancelledHolds.remove(id) == nil { report(.unknownHeldMessage(id)) }
            return
        }
        message.isResumed = true
        perform { enqueue { [weak self] in self?.takeResumption(of: id, decision) } }
    }

    /// Goes on with a held message, in a turn of its own.
    func takeResumption(of id: UInt64, _ decision: Decision) {
        guard let message = held.removeValue(forKey: id) else { return }
        let (turn, holder) = (message.turn, message.holder)
        beginTurn()
        message.decider.take()?.cancel()
        for observer in observers { observer.began(Message(turn), turn: self.turn) }
        let scope = machine[holder].scope
        turn.scope = scope
        // Its effect ends here; what the message causes belongs to the same scope.
        _ = machine.end(holder)
        performSteps()
        if let content = decision.content {
            if let passed = follow(content, turn, message.middleware, message.next) {
                decide(passed, message.middleware, from: message.next)
            }
        } else {
            decide(turn, message.middleware, from: message.next)
        }
        release(holder, scope: scope)
        performSteps()
    }

    // MARK: Holding

    /// Keeps a message, as an effect of its store, until it is resumed or `duration` has passed.
    func hold(_ message: HeldMessage, for duration: Duration? = nil) {
        let turn = message.turn
        turn.keep()
        // That of a request too, which ends with the scene that it is about.
        let store = (turn.subject as? StoreCore).flatMap { $0.isClosed ? nil : $0 }
        var task = effect(in: store)
        task.requireWork().heldMessage = turn.id
        var request = request(.held, &task, scope: turn.ownScope != 0 ? turn.ownScope : requireScope(turn.scope))
        if let duration { request.delay = nanoseconds(duration) }
        held[turn.id] = message
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

    /// Keeps a message until `decide` has returned, and follows its decision.
    func hold(_ message: HeldMessage, until decide: @escaping () async throws -> Decision) {
        hold(message)
        let (id, holder) = (message.turn.id, message.holder)
        guard held[id] === message else { return }
        let (context, engine) = (actorContext, ActorBound(self))
        message.decider = actorContext.start {
            let decision: Decision
            do {
                decision = try await decide()
            } catch let error as CancellationError {
                decision = .cancel(because: error)
            } catch {
                decision = .fail(with: error)
            }
            await context.run {
                // Resumed meanwhile, it may be held again.
                guard let engine = engine.open(), let held = engine.held[id], held.holder == holder else { return }
                engine.resume(id, with: decision)
            }
        }
    }

    // MARK: Ends while it is held

    /// Ends a held message whose effect was cancelled.
    func dropHeld(_ message: HeldMessage) {
        let (turn, heldCommand) = (message.turn, message.turn.isHeld ? message.turn.effect : .none)
        message.decider.take()?.cancel()
        if held.removeValue(forKey: turn.id) != nil { noteCancelledHold(turn.id) }
        let own = turn.endProcessing()
        for observer in observers { observer.ended(turn.id, .cancelled) }
        // The event of a command that was cancelled is discarded with it.
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

    private func noteCancelledHold(_ id: UInt64) {
        cancelledHolds.insert(id)
        // They are remembered so that a late resume is no fault; a thousand are enough for that.
        if cancelledHolds.count > 2_000 { cancelledHolds = Set(cancelledHolds.sorted().suffix(1_000)) }
    }

    /// Cancels the messages of a command that middleware holds.
    func cancelHolds(of effect: EffectHandle) {
        if held.isEmpty { return }
        for message in held.values where message.turn.effect == effect {
            cancel(message.holder, because: CancellationError())
        }
    }

    /// Lets a command end that waited for one event less.
    func releaseHeldEvent(of effect: EffectHandle) {
        guard effect != .none, machine.releaseEvent(of: effect) else { return }
        finish(effect, tasks[effect.slot].work?.lastError.map { .failed($0) } ?? .done)
        release(effect)
    }
}
