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
            fix: example.closure?.fix ?? "fix the feature, or make the explorer's inputs and properties more precise.")
    }

    static func unconfirmed(_ name: String, _ reason: Unconfirmed) -> Failure {
        Failure(
            problem: "“\(name)” was decided by a path that cannot be repeated, so there is no counterexample.",
            detail: reason.description, fix: reason.fix)
    }

    static func incomplete(_ end: EarlyEnd, _ purpose: EarlyEnd.Purpose) -> Failure {
        let (name, consequence) =
            switch purpose {
            case .check: ("search", "The others may violate the properties.")
            case .graph: ("search for the graph", "The graph lacks the steps of the others.")
            }
        let bound =
            end.growing.isEmpty
            ? "declare fewer actions or outcomes"
            : "declare actions only while these members are small, or leave the members out with .projection(…)"
        return Failure(
            problem: "The \(name) is not complete: \(end.clause). It reached \(end.extent). \(consequence)",
            detail: end.cause,
            fix: "\(bound), raise the limit with .limit(…), or accept such a search with .incompleteSearch(.warning).")
    }

    static func noStep() -> Failure {
        Failure(
            problem:
                "The search took no step, because nothing can happen in the first system state. The check proves nothing.",
            fix:
                "declare the actions of the user with .actions { … }, or accept such a search with "
                + ".incompleteSearch(.warning).")
    }

    static func vacuous(_ name: String) -> Failure {
        Failure(
            problem: "“\(name)” was not checked: its start condition was true in no system state.",
            fix:
                "declare the actions and outcomes that lead to the start condition, correct it, or accept such a search "
                + "with .incompleteSearch(.warning).")
    }

    static func duplicate(property name: String) -> Failure {
        Failure(
            problem:
                "The explorer already has a property “\(name)”. Properties are found by their names, so the second one "
                + "was not added.",
            fix: "give each property a name of its own. “no fault” and “deterministic” are always present.")
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
