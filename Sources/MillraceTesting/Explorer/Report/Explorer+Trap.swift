import Millrace

extension Explorer {
    /// The description of a trap: the steps that lead to it, as a test.
    ///
    /// Called while the thread that searches is suspended in the trap.
    func describeTrap(in search: Search<R>) -> String {
        let shard = search.shards[0]
        let (number, step) = (shard.currentNumber, shard.currentStep)
        let problem = "\nMillrace: The feature, or a closure of \(name), trapped while it was explored"
        if number < 0 { return problem + ", at its start.\n\n" }
        let isLocked = search.rules.entries.isLocked
        // The requests are locked if an outcome trapped. Then the path is repeated with new ones, which have other
        // fingerprints.
        let rules = isLocked ? Rules(self, graphed: nil) : search.rules
        let path = search.path(to: number).map { isLocked ? PathStep(index: $0.index, target: .any) : $0 }
        var trace = Trace(path, rules)
        let state = trace.end.state
        if trace.isComplete, step >= 0 { trace.addTrap(step, rules) }
        guard trace.isComplete else {
            return problem + " after \(stepCount(path.count)), on a path that cannot be repeated.\n\n"
        }
        let lines = TestWriter(self, trace).lines(trace.moves.indices)
        let isLast = trace.moves.count > path.count
        return """
            \(problem)\(isLast ? " in the last of these steps" : " in the state after these steps"). No shorter path leads to a trap.

            \(lines.map { "    " + $0 }.joined(separator: "\n"))

            The state \(isLast ? "before the last step" : "after these steps"):
            \(dump(state))

            This test performs the steps:
            @Test @MainActor func trap() {
                let store = \(name).testStore()
            \(lines.map { "    " + $0 }.joined(separator: "\n"))
            }

            """
    }
}

extension Search {
    /// Watches the current thread for traps, in a search with one task.
    @usableFromInline func watchForTraps() -> TrapWatch? {
        guard shards.count == 1, let describeTrap else { return nil }
        return TrapWatch { [unowned self] in describeTrap(self) }
    }
}
