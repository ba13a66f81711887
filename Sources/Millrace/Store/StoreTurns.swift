extension StoreCore: TurnTaker {
    /// The turn of an action that comes when the store has gone; the others take the short way.
    @usableFromInline func takeTurn(_ entry: Entry) {
        if let action = memory.pointee.waiting.popFirst() { lose(action, entry.job) }
    }

    /// Says that `action` came too late.
    @usableFromInline func lose(_ action: R.Action, _ job: Job?) {
        lose(.action, action, .storeGone("The action \(action)"), job)
    }

    func lose(_ kind: Message.Kind, _ payload: Any, _ fault: Fault, _ job: Job?, as outcome: Record.Outcome?) {
        engine.report(fault)
        let moment =
            engine.moment ?? engine.history?.begin(kind, payload, store: id, id: engine.turn, cause: engine.cause)
        moment?.end(outcome ?? .failed(fault), engine)
        engine.requireJob(job).fail(with: fault)
    }

    @usableFromInline func proceed(with payload: Any, job: Job?) -> Bool {
        guard let action = payload as? R.Action else { return false }
        if isClosed { lose(action, job) } else { complete(reduce(action), after: action, job: job) }
        return true
    }

    @usableFromInline func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let action = payload as? R.Action else { return false }
        if isClosed { lose(action, job) } else { enqueue(action, job: job) }
        return true
    }

    @usableFromInline func drop(because reason: (any Error)?) {}

    @usableFromInline var label: String {
        memory.pointee.waiting.first.map { caseName(of: $0) } ?? "\(R.self)"
    }
}

// MARK: - Where the types are known

extension StoreCore {
    /// The send to an engine that rests and has middleware, but no history.
    ///
    /// - Returns: `nil` for what has ended, which the caller then need not release.
    @inlinable @inline(never) func sendIntercepted(_ action: R.Action) -> Receipt? {
        if loop.pointee.letters.isRaised { return send(action) }
        loop.pointee.gate |= Gate.running
        loop.beginTurn()
        pass(action, job: nil, cause: 0)
        if loop.pointee.gate == Gate.running | Gate.intercepted {
            (loop.pointee.gate, loop.pointee.cause) = (Gate.intercepted, 0)
            return nil
        }
        // There is more to do: this was the first turn of a slice.
        if loop.begin() { engine.collectLetters() }
        return rest()
    }

    /// Takes the next turn, of the oldest action that waits, by way of the middleware and the history that there are.
    @inlinable func takeNext(job: Job?, cause: UInt64) {
        guard let action = memory.pointee.waiting.popFirst() else { return }
        take(action, job: job, cause: cause)
    }

    /// Takes the turn of an action, by way of the middleware and the history that there are.
    @inlinable @inline(__always) func take(_ action: R.Action, job: Job?, cause: UInt64) {
        switch loop.pointee.gate & (Gate.intercepted | Gate.recorded) {
        case 0: turn(action, job: job)
        case Gate.recorded: recordedTurn(action, job: job, cause: cause)
        case Gate.intercepted: pass(action, job: job, cause: cause)
        default: receive(action, job: job, cause: cause)
        }
    }

    /// The turn of an action that passes the middleware and is noted in the history.
    @usableFromInline func receive(_ action: R.Action, job: Job?, cause: UInt64) {
        engine.receive(Message(.action, action, store: self, id: engine.turn, cause: cause), self, job: job)
    }

    /// The turn of an action that passes the middleware; where all let it on as it is, it is folded as it came.
    @inlinable @inline(__always) func pass(_ action: R.Action, job: Job?, cause: UInt64) {
        let envelope = loop.takeEnvelope()
        envelope._withUnsafeGuaranteedRef {
            $0.fill(.action, action, store: self, id: loop.pointee.turn, cause: cause)
        }
        let goesOn = loop.passes(envelope, self, job: job, nil)
        loop.putBack(envelope, isPlain: Envelope.isPlain(R.Action.self))
        if goesOn { proceed(action, job: job) }
    }

    /// The turn of an action that has passed the middleware, which goes on as it came.
    @inlinable @inline(__always) func proceed(_ action: R.Action, job: Job?) {
        if isClosed { return lose(action, job) }
        let flow = reducer.reduce(&memory.pointee.state, action)
        if case .none = flow.storage, memory.pointee.attention == 0 { return }
        complete(flow, after: action, job: job)
    }
}
