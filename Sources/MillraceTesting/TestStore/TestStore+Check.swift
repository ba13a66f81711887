import Millrace

extension TestStore {
    /// Asserts that `assert` changes the state before `step` into the state after it. Without a step, asserts that
    /// nothing changed.
    func check(
        _ step: LoggedValue<Step<R>>?, _ call: Call, _ assert: ((inout R.State) throws -> Void)?
    ) {
        let before = step?.value.before ?? state
        let after = step?.value.after ?? state
        state = after
        guard let expected = apply(assert, to: before, call) else { return }
        if areSame(expected, after) {
            if assert != nil, exhaustivity == .on, areSame(before, after) {
                Failure.nothingChanged(call).report(at: call.place)
            }
            return
        }
        let origin = { step.map { self.log.origin(of: $0.record) } ?? [] }
        guard case .off(let isShowing) = exhaustivity else {
            return report(before, expected, after, call, hasClosure: assert != nil, origin())
        }
        guard assert == nil || isTrue(assert, of: after, call, origin) else { return }
        if isShowing { Failure.moreChanged(call, expected: expected, after: after).show(at: call.place) }
    }

    private func report(
        _ before: R.State, _ expected: R.State, _ after: R.State, _ call: Call, hasClosure: Bool,
        _ origin: [String]
    ) {
        let failure =
            hasClosure
            ? Failure.wrongState(call, expected: expected, actual: after, origin)
            : Failure.unsaidChange(call, before: before, after: after, origin)
        failure.report(at: call.place)
    }

    /// Whether applying the closure to the new state leaves it unchanged, which means that its assertions are true.
    private func isTrue(
        _ assert: ((inout R.State) throws -> Void)?, of after: R.State, _ call: Call, _ origin: () -> [String]
    ) -> Bool {
        guard let expected = apply(assert, to: after, call) else { return false }
        if areSame(expected, after) { return true }
        Failure.wrongState(call, expected: expected, actual: after, origin()).report(at: call.place)
        return false
    }

    /// The state that `assert` makes of `state`. `nil` if it throws.
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

    // MARK: Unasserted values

    /// Asserts that the test has asserted everything that happened until now. Discards what it has not asserted.
    func assertNothingLeft(before next: @autoclosure () -> String) {
        for fault in log.faults.popAll() {
            Failure.fault(fault.value, before: next(), log.origin(of: fault.record)).report(at: fault.place)
        }
        let steps = log.steps.popAll()
        if let last = steps.last { state = last.value.after }
        reportUnasserted(steps, .action, before: next()) { shortDescription(of: $0.action) }
        reportUnasserted(log.outputs.popAll(), .output, before: next()) { shortDescription(of: $0) }
        reportUnasserted(log.transitions.popAll(), .transition, before: next()) { shortDescription(of: $0) }
        reportUnasserted(log.inputs.popAll(), .input, before: next()) { $0.line }
        reportUnasserted(log.facts.popAll(), .fact, before: next()) { shortDescription(of: $0) }
    }

    /// Fails the test at each line that caused some of `values`, or shows them as skipped.
    private func reportUnasserted<Value>(
        _ values: [LoggedValue<Value>], _ kind: Failure.Kind, before next: @autoclosure () -> String,
        _ show: (Value) -> String
    ) {
        var rest = values[...]
        while let first = rest.first {
            let here = rest.prefix { $0.place.description == first.place.description }
            rest = rest.dropFirst(here.count)
            report(
                .unasserted(kind, here.map { show($0.value) }, before: next(), log.origin(of: first.record)),
                at: first.place)
        }
    }

    /// Fails the test. If the store is not exhaustive, shows the failure as skipped, or does nothing.
    func report(_ failure: @autoclosure () -> Failure, at place: Place) {
        switch exhaustivity {
        case .on: failure().report(at: place)
        case .off(showingSkipped: true): failure().show(at: place)
        case .off: break
        }
    }

    /// Removes the next value from a queue, and asserts that it matches. If the store is not exhaustive, skips values
    /// up to the first match.
    ///
    /// If the store is not exhaustive and no value matches, no value is removed.
    ///
    /// - Returns: The matching value. `nil` if there is none; the failure has been reported then.
    func next<Value>(
        _ queue: WritableKeyPath<Log<R>, Queue<LoggedValue<Value>>>, _ kind: Failure.Kind, _ call: Call,
        show: (Value) -> String, matches: (Value) -> Bool, wrong: (Value, [String]) -> Failure
    ) -> LoggedValue<Value>? {
        var log = log
        if exhaustivity != .on, let (skipped, found) = log[keyPath: queue].pop(through: { matches($0.value) }) {
            reportUnasserted(skipped, kind, before: call.placed, show)
            return found
        }
        guard let logged = log[keyPath: queue].first else {
            Failure.noneLeft(kind, call, pending: pendingLines).report(at: call.place)
            return nil
        }
        // If the store is exhaustive, a wrong assertion consumes the next value. Otherwise a later assertion can
        // still match it.
        if exhaustivity == .on { _ = log[keyPath: queue].popFirst() }
        if matches(logged.value) { return logged }
        wrong(logged.value, log.origin(of: logged.record)).report(at: call.place)
        return nil
    }
}
