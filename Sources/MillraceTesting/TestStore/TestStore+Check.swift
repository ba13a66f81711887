import Millrace

extension TestStore {
    /// Demands that `assert` makes the state before `step` into the state after it; without a step, that nothing has
    /// changed.
    func check(
        _ step: LoggedValue<Step<R>>?, _ call: Call, _ assert: ((inout R.State) throws -> Void)?
    ) {
        let before = step?.value.before ?? state
        let after = step?.value.after ?? state
        state = after
        guard let said = apply(assert, to: before, call) else { return }
        if areSame(said, after) {
            if assert != nil, exhaustivity == .on, areSame(before, after) {
                Failure.nothingChanged(call).report(at: call.place)
            }
            return
        }
        let origin = { step.map { self.log.origin(of: $0.record) } ?? [] }
        guard case .off(let isShowing) = exhaustivity else {
            return report(before, said, after, call, hasClosure: assert != nil, origin())
        }
        guard assert == nil || isTrue(assert, of: after, call, origin) else { return }
        if isShowing { Failure.moreChanged(call, said: said, after: after).show(at: call.place) }
    }

    private func report(
        _ before: R.State, _ said: R.State, _ after: R.State, _ call: Call, hasClosure: Bool,
        _ origin: [String]
    ) {
        let failure =
            hasClosure
            ? Failure.wrongState(call, expected: said, there: after, origin)
            : Failure.unsaidChange(call, before: before, after: after, origin)
        failure.report(at: call.place)
    }

    /// Whether what the closure says is so already.
    private func isTrue(
        _ assert: ((inout R.State) throws -> Void)?, of after: R.State, _ call: Call, _ origin: () -> [String]
    ) -> Bool {
        guard let said = apply(assert, to: after, call) else { return false }
        if areSame(said, after) { return true }
        Failure.wrongState(call, expected: said, there: after, origin()).report(at: call.place)
        return false
    }

    /// What `assert` makes of `state`; `nil` if it throws.
    private func apply(
        _ assert: ((inout R.State) throws -> Void)?, to state: R.State, _ call: Call
    ) -> R.State? {
        var state = state
        do { try assert?(&state) } catch {
            Failure.closureThrew(call, error).report(at: call.place)
            return nil
        }
        return state
    }

    // MARK: What is left

    /// Demands that the test has spoken of all that happened before it goes on; what it has not is passed over then.
    func demandNothingLeft(before next: @autoclosure () -> String) {
        for fault in log.faults.popAll() {
            Failure.fault(fault.value, before: next(), log.origin(of: fault.record)).report(at: fault.place)
        }
        let steps = log.steps.popAll()
        if let last = steps.last { state = last.value.after }
        pass(over: steps, .action, before: next()) { shortDescription(of: $0.action) }
        pass(over: log.outputs.popAll(), .output, before: next()) { shortDescription(of: $0) }
        pass(over: log.transitions.popAll(), .transition, before: next()) { shortDescription(of: $0) }
        pass(over: log.inputs.popAll(), .input, before: next()) { $0.line }
        pass(over: log.facts.popAll(), .fact, before: next()) { shortDescription(of: $0) }
    }

    /// Fails at each line that caused some of `things`, or shows that they are skipped.
    private func pass<Value>(
        over things: [LoggedValue<Value>], _ kind: Failure.Kind, before next: @autoclosure () -> String,
        _ show: (Value) -> String
    ) {
        var rest = things[...]
        while let first = rest.first {
            let here = rest.prefix { $0.place.description == first.place.description }
            rest = rest.dropFirst(here.count)
            report(
                .left(kind, here.map { show($0.value) }, before: next(), log.origin(of: first.record)), at: first.place)
        }
    }

    /// Fails, or, where the store is not exhaustive, shows that it is passed over, if that is asked for.
    func report(_ failure: @autoclosure () -> Failure, at place: Place) {
        switch exhaustivity {
        case .on: failure().report(at: place)
        case .off(showingSkipped: true): failure().show(at: place)
        case .off: break
        }
    }

    /// Takes the next of a line, or, where the store is not exhaustive, the next that is meant, and speaks of it.
    ///
    /// Where the store is not exhaustive, a line that means none of them takes none.
    ///
    /// - Returns: the one that is meant; `nil` if there is none, which has been reported.
    func next<Value>(
        _ queue: WritableKeyPath<Log<R>, Queue<LoggedValue<Value>>>, _ kind: Failure.Kind, _ call: Call,
        show: (Value) -> String, isMeant: (Value) -> Bool, wrong: (Value, [String]) -> Failure
    ) -> LoggedValue<Value>? {
        var log = log
        if exhaustivity != .on, let (skipped, found) = log[keyPath: queue].pop(through: { isMeant($0.value) }) {
            pass(over: skipped, kind, before: call.placed, show)
            return found
        }
        guard let happening = log[keyPath: queue].first else {
            Failure.nothing(kind, call, pending: pendingLines).report(at: call.place)
            return nil
        }
        // A wrong line of an exhaustive store stands for the next one. Where the store is not exhaustive it stands for
        // none, and a later line may mean the next one.
        if exhaustivity == .on { _ = log[keyPath: queue].popFirst() }
        if isMeant(happening.value) { return happening }
        wrong(happening.value, log.origin(of: happening.record)).report(at: call.place)
        return nil
    }
}
