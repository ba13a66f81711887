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
        perform { enqueue(.resume(id, decision), scope: 0) }
    }

    /// The turn of the decision about a held message.
    func takeResumption(_ id: UInt64, _ decision: Decision) {
        guard let message = held.removeValue(forKey: id), let task = message.task else { return }
        message.context.holder = nil
        beginTurn()
        cause = turn
        message.task = nil
        message.isResumed = false
        message.decider.take()?.cancel()
        let scope = machine[task.handle].scope
        for observer in observers { observer.began(message.message, turn: turn) }
        message.turn.scope = scope
        // Its effect ends here; what the message causes belongs to the same scope.
        _ = machine.end(task.handle)
        performSteps()
        resume(message, decision)
        release(task, scope: scope)
        performSteps()
    }

    // MARK: Holding

    func hold(_ message: HeldMessage, for duration: Duration? = nil) -> Bool {
        let store = (message.turn.subject as? any EngineStore).flatMap { $0.isClosed ? nil : $0 }
        let task = EffectTask(nil, nil, store, nil, on: self)
        task.held = message
        message.task = task
        message.context.holder = task
        let scope = message.context.scope ?? requireScope(message.turn.scope)
        var request = request(.held, task, store?.machineNumber ?? 0, scope)
        if let duration { request.delay = nanoseconds(duration) }
        held[message.turn.id] = message
        if case .event(let command, _, let isLast) = message.turn.content, !message.holdsEvent {
            machine.holdEvent(of: command.handle, isLast: isLast)
            message.holdsEvent = true
        }
        if !start(request, task) {
            if isShutDown {
                report(.heldAtShutdown(message.message))
                fail(message.turn.scope, EngineShutDown())
            }
            dropHeld(message)
        }
        return false
    }

    func hold(_ message: HeldMessage, until decide: @escaping () async throws -> Decision) -> Bool {
        _ = hold(message)
        guard held[message.turn.id] === message else { return false }
        let (id, context, engine, task) = (message.turn.id, actorContext, ActorBound(self), message.task)
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
                guard let engine = engine.open(), let held = engine.held[id], held.task === task else { return }
                engine.resume(id, with: decision)
            }
        }
        return false
    }

    // MARK: Ends while it is held

    /// The effect of a held message was cancelled: the message ends without its turn.
    func dropHeld(_ message: HeldMessage) {
        message.task = nil
        message.decider.take()?.cancel()
        if held.removeValue(forKey: message.turn.id) != nil { noteCancelledHold(message.turn.id) }
        let own = message.context.end()
        for observer in observers { observer.ended(message.turn.id, .cancelled) }
        let reason = CancellationError()
        switch message.turn.content {
        case .action: break
        case .command(let task): cancel(task, because: reason)
        case .event(let task, _, let isLast):
            // The event of a command that was cancelled is discarded with it.
            if !machine.isLive(task.handle) { lateResults += 1 }
            if isLast { cancel(task, because: reason) }
        case .message(let content): content.drop(because: reason)
        }
        releaseHeldEvent(of: message.heldCommand)
        message.holdsEvent = false
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

    /// A command was cancelled: middleware holds it and its events no longer.
    func cancelHolds(of task: EffectTask) {
        for message in held.values {
            guard let holder = message.task else { continue }
            switch message.turn.content {
            case .command(let other), .event(let other, _, _):
                if other === task { cancel(holder, because: CancellationError()) }
            case .action, .message: break
            }
        }
    }

    /// The turn of an event that middleware held is over; its command may end with it.
    func releaseHeldEvent(of task: EffectTask?) {
        guard let task, machine.releaseEvent(of: task.handle) else { return }
        finish(task, task.lastError.map { .failed($0) } ?? .done)
        release(task)
    }
}

extension HeldMessage {
    /// The command whose event it is, if it was held.
    var heldCommand: EffectTask? {
        guard holdsEvent, case .event(let task, _, _) = turn.content else { return nil }
        return task
    }
}
