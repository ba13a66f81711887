extension Engine {
    /// Lets one middleware after the other decide about a message, until one holds or ends it, or all have passed it.
    func decide(_ message: HeldMessage) {
        while message.index < message.middleware.count {
            let decision: Decision
            do {
                decision = try message.middleware[message.index].intercept(message.message)
            } catch let error as CancellationError {
                decision = .cancel(because: error)
            } catch {
                decision = .fail(with: error)
            }
            guard follow(decision, message) else { return }
        }
        carryOut(passed: message)
    }

    /// Continues with a held message, as the middleware that held it has decided at last.
    func resume(_ message: HeldMessage, _ decision: Decision) {
        if follow(decision, message) { decide(message) }
    }

    /// Does what a middleware decided.
    ///
    /// - Returns: whether the message goes on to the next middleware.
    private func follow(_ decision: Decision, _ message: HeldMessage) -> Bool {
        for (index, copy) in decision.copies.enumerated() {
            add(copy: copy.payload, of: message, isFinal: index == decision.copies.count - 1)
        }
        switch decision.kind {
        case .pass: break
        case .change(let payload):
            message.message = message.message.with(payload)
            message.isChanged = true
        case .hold: return hold(message)
        case .holdFor(let duration): return hold(message, for: duration)
        case .holdUntil(let decide): return hold(message, until: decide)
        case .cancel(let reason): return end(message, .init(reason)) { drop($0, because: reason) }
        case .fail(let error): return end(message, .failed(error)) { fail($0, with: error) }
        case .redirect(let flow, let reducer, let store): return redirect(message, flow, reducer, store)
        case .drop: return end(message, .dropped) { drop($0, because: nil) }
        }
        message.index += 1
        return true
    }

    // MARK: Passing

    /// The turn of a message that all middleware has passed.
    private func carryOut(passed message: HeldMessage) {
        if message.isChanged, !apply(message) { return }
        let own = message.context.end()
        let task = message.heldCommand
        message.turn.scope = own == 0 ? message.turn.scope : own
        if message.turn.isOver(on: self) {
            discard(message)
        } else {
            // What the message alone waits for is the command itself.
            if own != 0, case .command(let task) = message.turn.content { machine.narrow(task.handle, to: own) }
            carryOut(message.turn)
        }
        releaseHeldEvent(of: task)
        machine.release(own)
        performSteps()
    }

    /// An event whose command ended while middleware held it.
    private func discard(_ message: HeldMessage) {
        lateResults += 1
        for observer in observers { observer.ended(message.turn.id, .late) }
    }

    /// Puts the payload that middleware decided on in its place.
    ///
    /// - Returns: whether the message goes on; not if it became a command of another type, or cannot be what it became.
    private func apply(_ message: HeldMessage) -> Bool {
        let payload = message.message.payload
        switch message.turn.content {
        case .action(let store, _):
            if let action = store.box(action: payload) {
                message.turn.content = .action(store, action)
                return changed(message)
            }
        case .command(let task):
            if let command = task.command, isSameType(payload, command) {
                task.command = payload as? any Command
                return changed(message)
            }
            if let other = payload as? any Command {
                _ = end(message, .redirected) { message in
                    start(other, in: task.store, scope: message.turn.scope)
                    drop(message, because: nil)
                }
                return false
            }
        case .event(let task, _, let isLast):
            if let command = task.command, let event = box(event: payload, of: command) {
                message.turn.content = .event(task, event, isLast: isLast)
                return changed(message)
            }
        case .message(let content):
            if let other = content.with(payload) {
                message.turn.content = .message(other)
                return changed(message)
            }
        }
        let fault = Fault.wrongPayload(payload, for: message.message)
        report(fault)
        return end(message, .failed(fault)) { drop($0, because: fault) }
    }

    private func changed(_ message: HeldMessage) -> Bool {
        for observer in observers { observer.changed(message.turn.id, to: message.message.payload) }
        return true
    }

    private func isSameType<C: Command>(_ payload: Any, _ command: C) -> Bool { payload is C }

    private func box<C: Command>(event: Any, of command: C) -> AnyBox? { (event as? Event<C>).map { Box($0) } }

    // MARK: Copies

    /// Appends a copy of the message, which may have another payload, to the queue.
    ///
    /// - Parameter isFinal: whether it is the last copy, which ends the command if the message is its last event.
    private func add(copy payload: Any, of message: HeldMessage, isFinal: Bool) {
        let scope = requireScope(message.turn.scope)
        switch message.turn.content {
        case .action(let store, _):
            guard let action = store.box(action: payload) else { break }
            store.append(action.address)
            return enqueue(.action(store), scope: scope, cause: message.turn.cause)
        case .command(let task):
            guard let other = payload as? any Command else { break }
            let isSame = task.command.map { isSameType(other, $0) } ?? false
            let copy = EffectTask(isSame ? task.node : nil, other, task.store, isSame ? task.context : nil, on: self)
            if isSame { (copy.reaction, copy.handlesFailure) = (task.reaction, task.handlesFailure) }
            return admit(copy, .concurrent, name: nil, scope)
        case .event(let task, let event, let isLast):
            guard let command = task.command, let copy = box(event: payload, of: command) else { break }
            if isFinal { message.turn.content = .event(task, event, isLast: false) }
            let attempt = machine.isLive(task.handle) ? machine[task.handle].attempt : 0
            if isLast && isFinal { return answer(task, attempt, .end(copy)) }
            machine.holdEvent(of: task.handle)
            return answer(task, attempt, .copy(copy))
        case .message(let content):
            guard let copy = content.with(payload) else { break }
            return enqueue(.message(copy), scope: scope, cause: message.turn.cause)
        }
        report(.wrongPayload(payload, for: message.message))
    }

    // MARK: Ending without a turn

    /// Ends a message without its turn.
    private func end(_ message: HeldMessage, _ outcome: TurnOutcome, _ body: (HeldMessage) -> Void) -> Bool {
        let own = message.context.end()
        if own != 0 { message.turn.scope = own }
        for observer in observers { observer.ended(message.turn.id, outcome) }
        let task = message.heldCommand
        body(message)
        releaseHeldEvent(of: task)
        machine.release(own)
        performSteps()
        return false
    }

    /// Ends what a message stands for; with `reason`, as cancelled.
    private func drop(_ message: HeldMessage, because reason: (any Error)?) {
        switch message.turn.content {
        case .action: break
        case .command(let task): end(task, because: reason)
        case .event(let task, _, let isLast): if isLast { end(task, because: reason) }
        case .message(let content): content.drop(because: reason)
        }
        if let reason { fail(message.turn.scope, reason) }
    }

    /// Ends a command without an event.
    private func end(_ task: EffectTask, because reason: (any Error)?) {
        if let reason { return cancel(task, because: reason) }
        if machine.isEnding(task.handle) { return }
        task.lastError = nil
        guard machine.end(task.handle) else { return }
        finish(task, .dropped)
        release(task)
    }

    private func fail(_ message: HeldMessage, with error: any Error) {
        notifyFailure(error, message.message)
        fail(message.turn.scope, error)
        switch message.turn.content {
        case .action: break
        case .command(let task):
            guard let command = task.command, let event = failureEvent(error, of: command) else {
                if let command = task.command {
                    reportUnhandled(.unheardFailure(command, error), scope: message.turn.scope)
                }
                return cancel(task, because: error)
            }
            machine.beginAttempt(task.handle)
            performSteps()
            task.isFailureReported = true
            answer(task, machine[task.handle].attempt, .end(event))
        case .event(let task, _, _):
            guard let command = task.command, let event = failureEvent(error, of: command) else {
                return cancel(task, because: error)
            }
            message.turn.content = .event(task, event, isLast: true)
            if !message.turn.isOver(on: self) { carryOut(message.turn) }
        case .message(let content): content.drop(because: error)
        }
    }

    private func redirect(
        _ message: HeldMessage, _ flow: FlowNode, _ reducer: any Reducer.Type, _ named: (any EngineStore)?
    ) -> Bool {
        guard let store = named ?? message.turn.subject as? any EngineStore, store.id.reducer == reducer else {
            let fault = Fault.wrongPayload(flow, for: message.message)
            report(fault)
            return end(message, .failed(fault)) { drop($0, because: fault) }
        }
        if store.engine !== self {
            let fault = Fault.otherEngine(reducer, message.message)
            report(fault)
            return end(message, .failed(fault)) { drop($0, because: fault) }
        }
        return end(message, .redirected) { message in
            perform(flow, nil, store, requireScope(message.turn.scope))
            drop(message, because: nil)
        }
    }
}

extension Turn {
    /// Whether it is the event of a command that has ended, or another last event of one whose end waits for held events.
    fileprivate func isOver(on engine: Engine) -> Bool {
        switch content {
        case .command(let task): !engine.machine.isLive(task.handle)
        case .event(let task, _, let isLast):
            !engine.machine.isLive(task.handle) || isLast && engine.machine.isEnding(task.handle)
        case .action, .message: false
        }
    }
}
