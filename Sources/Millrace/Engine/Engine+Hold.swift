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
        perform { effects.enqueue { [weak self] in self?.takeResumption(of: id, decision) } }
    }

    /// Applies a decision to a held message, in a turn of its own.
    func takeResumption(of id: UInt64, _ decision: Decision) {
        guard let message = chain.release(id) else { return }
        let turn = message.turn
        loop.beginTurn()
        message.decider.take()?.cancel()
        observers.forEach { $0.began(Message(turn), turn: loop.turn) }
        turn.scope = effects.endHold(message)
        let (holder, scope) = (message.holder, turn.scope)
        let passed = decision.content.map { follow($0, turn, message.middleware, message.next) } ?? turn
        if let passed { passOn(passed, message.middleware, from: message.next) }
        effects.release(holder, scope: scope)
        effects.performSteps()
    }

    /// Holds a message until `decide` has returned, and applies its decision.
    func hold(_ message: HeldMessage, until decide: @escaping () async throws -> Decision) {
        effects.hold(message)
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
}
