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
        guard let message = held.removeValue(forKey: id), let task = message.holder else { return }
        beginTurn()
        message.decider.take()?.cancel()
        (message.holder, message.isResumed) = (nil, false)
        for observer in observers { observer.began(Message(message.turn), turn: turn) }
        let scope = machine[task.handle].scope
        message.turn.scope = scope
        // Its effect ends here; what the message causes belongs to the same scope.
        _ = machine.end(task.handle)
        performSteps()
        if follow(decision, message) { decide(message) }
        release(task, scope: scope)
        performSteps()
    }

    // MARK: Holding

    /// Keeps a message, as an effect of its store, until it is resumed or `duration` has passed.
    func hold(_ message: Interception, for duration: Duration? = nil) -> Bool {
        let turn = message.turn
        let store = (turn.subject as? StoreCore).flatMap { $0.isClosed ? nil : $0 }
        let task = effect(in: store)
        task.heldMessage = turn.id
        message.holder = task
        var request = request(.held, task, scope: turn.ownScope != 0 ? turn.ownScope : requireScope(turn.scope))
        if let duration { request.delay = nanoseconds(duration) }
        held[turn.id] = message
        (turn as? EventTurn)?.hold()
        if !start(request, task) {
            if isShutDown {
                report(.heldAtShutdown(Message(turn)))
                fail(turn.scope, EngineShutDown())
            }
            dropHeld(message)
        }
        return false
    }

    /// Keeps a message until `decide` has returned, and follows its decision.
    func hold(_ message: Interception, until decide: @escaping () async throws -> Decision) -> Bool {
        _ = hold(message)
        let id = message.turn.id
        guard held[id] === message else { return false }
        let (context, engine, holder) = (actorContext, ActorBound(self), message.holder)
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
                guard let engine = engine.open(), let held = engine.held[id], held.holder === holder else { return }
                engine.resume(id, with: decision)
            }
        }
        return false
    }

    // MARK: Ends while it is held

    /// Ends a held message whose effect was cancelled.
    func dropHeld(_ message: Interception) {
        let (turn, heldCommand) = (message.turn, message.turn.heldCommand)
        message.holder = nil
        message.decider.take()?.cancel()
        if held.removeValue(forKey: turn.id) != nil { noteCancelledHold(turn.id) }
        let own = turn.endProcessing()
        for observer in observers { observer.ended(turn.id, .cancelled) }
        // The event of a command that was cancelled is discarded with it.
        if let event = turn as? EventTurn, !machine.isLive(event.task.handle) { lateResults += 1 }
        turn.drop(because: CancellationError())
        releaseHeldEvent(of: heldCommand)
        (turn as? EventTurn)?.isHeld = false
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
    func cancelHolds(of task: EffectTask) {
        for message in held.values {
            let command = (message.turn as? CommandTurn)?.task ?? (message.turn as? EventTurn)?.task
            if command === task, let holder = message.holder { cancel(holder, because: CancellationError()) }
        }
    }

    /// Lets a command end that waited for one event less.
    func releaseHeldEvent(of task: EffectTask?) {
        guard let task, machine.releaseEvent(of: task.handle) else { return }
        finish(task, task.lastError.map { .failed($0) } ?? .done)
        release(task)
    }
}
