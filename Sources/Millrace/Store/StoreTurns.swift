extension StoreCore: TurnTaker {
    @usableFromInline func takeTurn(_ entry: Entry) {
        if !isClosed, engine.isAttended, !engine.isIntercepted, let shortWay {
            return shortWay.takeNextRecorded(entry.job, entry.cause)
        }
        guard let action = memory.pointee.waiting.popFirst() else { return }
        if isClosed {
            lose(action, entry.job)
        } else if engine.isIntercepted {
            engine.receive(
                Message(.action, action, store: self, entry, turn: engine.turn), self, job: entry.job)
        } else {
            turn(action, job: entry.job)
        }
    }

    /// Says that `action` came too late.
    func lose(_ action: R.Action, _ job: Job?) {
        let fault = Fault.storeGone("The action \(action)")
        engine.report(fault)
        let moment =
            engine.moment ?? engine.history?.begin(.action, action, store: id, id: engine.turn, cause: engine.cause)
        moment?.end(.failed(fault), engine)
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
