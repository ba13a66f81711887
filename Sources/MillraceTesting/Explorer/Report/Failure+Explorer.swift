import Millrace

// What a search says when something is not as it should be.
extension Failure {
    static func violated<R: Reducer>(_ example: Counterexample<R>, _ exploration: Exploration<R>) -> Failure {
        let met = "the search has met \(exploration.extent)."
        return violated(example, example.isShortest ? "No way is shorter; " + met : "T" + met.dropFirst())
            ?? Failure(
                problem: "“\(example.property)” happens nowhere: \(met)",
                fix: "offer the actions and outcomes that lead there, or mend the feature.")
    }

    static func randomRunFailed<R: Reducer>(_ example: Counterexample<R>, seed: UInt64, steps: Int, _ name: String)
        -> Failure
    {
        let again = "\(name).checkRandomRuns(seed: \(seed), count: 1, steps: \(steps)) finds it again."
        return violated(example, again) ?? Failure(problem: again)
    }

    private static func violated<R: Reducer>(_ example: Counterexample<R>, _ found: String) -> Failure? {
        guard let state = example.state else { return nil }
        let last = example.cycle == 1 ? "the last" : "the last \(example.cycle)"
        let round = example.cycle > 0 ? ", and \(last) can follow again and again" : ""
        let steps = example.length == 1 ? "one step shows it" : "\(example.length) steps show it"
        var detail = example.steps.isEmpty ? [] : [example.steps.joined(separator: "\n")]
        detail.append("The state is then:\n" + dump(state))
        if !example.pending.isEmpty {
            detail.append("These commands are pending:\n" + list(example.pending.map { shortDescription(of: $0) }))
        }
        if let report = example.report { detail.append(report) }
        if !example.source.isEmpty {
            let how =
                example.canFail
                ? "which fails for the same reason" : "which leads there and does not fail, because it goes there once"
            detail.append("As a test, \(how):\n" + example.source)
        }
        return Failure(
            problem: "“\(example.property)” does not hold: \(steps)\(round). \(found)",
            detail: detail.joined(separator: "\n\n"),
            fix: "mend the feature, or say more exactly what can happen and what must hold.")
    }

    static func undeclared(_ type: String) -> Failure {
        Failure(
            problem:
                "\(type) was asked for, and the explorer was not told what may become of it; it stays pending for ever.",
            fix: "add .outcomes(of: \(type).self) { _ in … }, with an empty list if it need never end.")
    }

    static func noRestart() -> Failure {
        Failure(
            problem: "There can be no restart here: the explorer was not told what the state is then, or said nil.",
            fix: "add .restart { … } to the explorer.")
    }

    static func unknown(property name: String, known: [String]) -> Failure {
        Failure(
            problem: "The explorer has no property “\(name)”.", detail: list(known),
            fix: "use one of these names, which are those that it has.")
    }

    static func `false`(_ name: String, _ reason: String, _ state: Any, _ pending: [String]) -> Failure {
        let under = pending.isEmpty ? "" : "\n\nThese commands are pending:\n" + list(pending)
        return Failure(
            problem: "“\(name)” does not hold. \(reason)", detail: "The state is:\n" + dump(state) + under,
            fix: "mend the feature.")
    }
}
