import Millrace

// The failures of an explorer.
extension Failure {
    static func violated<R: Reducer>(_ example: Counterexample<R>, _ exploration: Exploration<R>) -> Failure {
        let extent = "The search reached \(exploration.extent)."
        return violated(example, example.isShortest ? "No shorter path exists. " + extent : extent)
            ?? Failure(
                problem: "“\(example.property)” never happens. \(extent)",
                fix: "declare the actions and outcomes that lead to it, or fix the feature.")
    }

    static func randomRunFailed<R: Reducer>(_ example: Counterexample<R>, seed: UInt64, steps: Int, _ name: String)
        -> Failure
    {
        let again = "To reproduce it, run \(name).checkRandomRuns(seed: \(seed), count: 1, steps: \(steps))."
        return violated(example, again) ?? Failure(problem: again)
    }

    private static func violated<R: Reducer>(_ example: Counterexample<R>, _ note: String) -> Failure? {
        guard let state = example.state else { return nil }
        let last = example.cycle == 1 ? "the last one" : "the last \(example.cycle)"
        let cycle = example.cycle > 0 ? ", and \(last) can repeat forever" : ""
        var detail = example.steps.isEmpty ? [] : [example.steps.joined(separator: "\n")]
        detail.append("The state after these steps:\n" + dump(state))
        if !example.pending.isEmpty {
            detail.append("These commands are pending:\n" + list(example.pending.map { shortDescription(of: $0) }))
        }
        if let report = example.report { detail.append(report) }
        if !example.source.isEmpty {
            let explanation =
                example.canFail
                ? "This test fails for the same reason:"
                : "This test performs the steps. It does not fail, because it performs them only once:"
            detail.append(explanation + "\n" + example.source)
        }
        return Failure(
            problem: "“\(example.property)” is violated after \(stepCount(example.length))\(cycle). \(note)",
            detail: detail.joined(separator: "\n\n"),
            fix: "fix the feature, or make the explorer's inputs and properties more precise.")
    }

    static func undeclared(_ type: String) -> Failure {
        Failure(
            problem:
                "\(type) was requested, but the explorer has no outcomes for it. It stays pending forever.",
            fix:
                "add .outcomes(of: \(type).self) { _ in … }. Return an empty array if the command may stay pending forever."
        )
    }

    static func noRestart() -> Failure {
        Failure(
            problem: "A restart is not possible here: the explorer has no restart closure, or it returned nil.",
            fix: "add .restart { … } to the explorer, or return a state for this case.")
    }

    static func unknown(property name: String, known: [String]) -> Failure {
        Failure(
            problem: "The explorer has no property “\(name)”. It has these:", detail: list(known),
            fix: "use one of these names.")
    }

    static func `false`(_ name: String, _ reason: String, _ state: Any, _ pending: [String]) -> Failure {
        let commands = pending.isEmpty ? "" : "\n\nThese commands are pending:\n" + list(pending)
        return Failure(
            problem: "“\(name)” is violated. \(reason)", detail: "The state is:\n" + dump(state) + commands,
            fix: "fix the feature.")
    }
}
