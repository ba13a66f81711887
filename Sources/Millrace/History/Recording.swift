extension StoreCore {
    /// The turn of an action that comes straight from outside or from the queue, noted in the history.
    @inlinable func recordedTurn(_ action: R.Action, job: Job?, cause: UInt64) {
        // Not retained, because that costs more than the calls. Safe: whoever runs a turn holds it.
        Unmanaged.passUnretained(engine)._withUnsafeGuaranteedRef { engine in
            let (time, isWeighed) = engine.timeOfRecord()
            let before = memory.pointee.state
            let flow = reducer.reduce(&memory.pointee.state, action)
            let bytes = Fold<R>.size + (isWeighed ? engine.weigh(action) : 0)
            let moment = engine.makeMoment(of: id, cause: cause, time: time, bytes: bytes)
            moment.note(self, action, before: before, after: memory.pointee.state, flow)
            if case .none = flow.storage, memory.pointee.attention == 0 { return engine.keepEnded(moment) }
            engine.keep(moment)
            complete(flow, after: action, job: job)
            engine.end(moment)
        }
    }
}

extension Moment {
    /// Notes what a store made of an action, in what held that of an earlier one where nobody else has it.
    @inlinable func note<R: Reducer>(
        _ core: StoreCore<R>, _ action: R.Action, before: R.State, after: R.State, _ flow: Flow<R>
    ) {
        // Taken out, because a second reference would be one too many.
        if isKnownUniquelyReferenced(&fold), let spare = fold.take(), type(of: spare) == Fold<R>.self {
            let fold = unsafeDowncast(spare, to: Fold<R>.self)
            fold.renew(core, action, before: before, after: after, flow)
            self.fold = fold
        } else {
            fold = Fold(core.past, action, before: before, after: after, flow)
        }
    }
}

extension Engine {
    /// The time at which a record begins, and whether its message is to be weighed for the budget.
    @usableFromInline func timeOfRecord() -> (time: Duration, isWeighed: Bool) {
        (scheduler.now, recorder?._withUnsafeGuaranteedRef { $0.weigh != nil } ?? false)
    }

    @usableFromInline func weigh(_ payload: Any) -> Int { history?.weigh?(payload) ?? 0 }

    /// The record of an action whose turn it is, to be kept when what came of it is noted.
    @usableFromInline func makeMoment(of store: StoreID, cause: UInt64, time: Duration, bytes: Int) -> Moment {
        var gone: [Moment] = []
        let turn = turn
        return recorder?._withUnsafeGuaranteedRef {
            $0.makeMoment(of: store, id: turn, cause: cause, time: time, bytes: bytes, &gone)
        } ?? Moment(.action, nil, store: store, id: turn, cause: cause, root: turn, time: time)
    }

    @usableFromInline func keep(_ moment: consuming Moment) {
        // Moved, not copied, into the closure.
        var moved: Moment? = moment
        recorder?._withUnsafeGuaranteedRef { if let moment = moved.take() { $0.timeline.append(moment, $0.budget) } }
    }

    /// Keeps the record of a message with which its turn was over.
    @usableFromInline func keepEnded(_ moment: consuming Moment) {
        moment.endAtOnce()
        keep(moment)
    }

    @usableFromInline func end(_ moment: Moment) { moment.end(.done, self) }
}
