extension Engine {
    /// Lets the middleware decide that has not decided yet, until a decision stops the message.
    func decide(_ message: Interception) {
        while message.next < message.middleware.count {
            let decision: Decision
            do {
                decision = try message.middleware[message.next].intercept(Message(message.turn))
            } catch let error as CancellationError {
                decision = .cancel(because: error)
            } catch {
                decision = .fail(with: error)
            }
            guard follow(decision, message) else { return }
        }
        pass(message)
    }

    /// Does what a decision says.
    ///
    /// - Returns: whether the next middleware decides.
    func follow(_ decision: Decision, _ message: Interception) -> Bool {
        for (index, copy) in decision.copies.enumerated() {
            let isFinal = index == decision.copies.count - 1
            if !message.turn.addCopy(copy.payload, isFinal: isFinal) {
                report(.wrongPayload(copy.payload, for: Message(message.turn)))
            }
        }
        switch decision.kind {
        case .pass: break
        case .change(let payload): if !change(message, to: payload) { return false }
        case .hold: return hold(message)
        case .holdFor(let duration): return hold(message, for: duration)
        case .holdUntil(let decide): return hold(message, until: decide)
        case .cancel(let reason):
            return end(message, TurnOutcome(reason)) {
                $0.drop(because: reason)
                fail($0.scope, reason)
            }
        case .fail(let error):
            return end(message, .failed(error)) {
                notifyFailure(error, Message($0))
                fail($0.scope, error)
                $0.fail(error)
            }
        case .redirect(let flow, let reducer, let store): return redirect(message, flow, reducer, store)
        case .drop: return end(message, .dropped) { $0.drop(because: nil) }
        }
        message.next += 1
        return true
    }

    // MARK: Passing

    /// Processes a message that every middleware has passed.
    private func pass(_ message: Interception) {
        let (turn, held) = (message.turn, message.turn.heldCommand)
        let own = turn.endProcessing()
        if own != 0 { turn.scope = own }
        if turn.isLate {
            lateResults += 1
            for observer in observers { observer.ended(turn.id, .late) }
        } else {
            carryOut(turn)
        }
        releaseHeldEvent(of: held)
        machine.release(own)
        performSteps()
    }

    /// - Returns: whether the message goes on, with the payload.
    private func change(_ message: Interception, to payload: Any) -> Bool {
        if let changed = message.turn.changing(to: payload) {
            message.turn = changed
            for observer in observers { observer.changed(changed.id, to: payload) }
            return true
        }
        if let command = message.turn as? CommandTurn, let other = payload as? any Command {
            return end(message, .redirected) { _ in command.redirect(to: other) }
        }
        return refuse(message, .wrongPayload(payload, for: Message(message.turn)))
    }

    // MARK: Ending without a turn

    private func end(_ message: Interception, _ outcome: TurnOutcome, _ body: (any Turn) -> Void) -> Bool {
        let (turn, held) = (message.turn, message.turn.heldCommand)
        let own = turn.endProcessing()
        if own != 0 { turn.scope = own }
        for observer in observers { observer.ended(turn.id, outcome) }
        body(turn)
        releaseHeldEvent(of: held)
        machine.release(own)
        performSteps()
        return false
    }

    private func refuse(_ message: Interception, _ fault: Fault) -> Bool {
        report(fault)
        return end(message, .failed(fault)) {
            $0.drop(because: fault)
            fail($0.scope, fault)
        }
    }

    private func redirect(
        _ message: Interception, _ flow: FlowNode, _ reducer: any Reducer.Type, _ named: StoreCore?
    ) -> Bool {
        guard let store = named ?? message.turn.subject as? StoreCore, store.id.reducer == reducer else {
            return refuse(message, .wrongPayload(flow, for: Message(message.turn)))
        }
        if !store.isClosed, stores[store.id.number] !== store {
            return refuse(message, .otherEngine(reducer, Message(message.turn)))
        }
        return end(message, .redirected) {
            perform(flow, nil, store, requireScope($0.scope))
            $0.drop(because: nil)
        }
    }
}
