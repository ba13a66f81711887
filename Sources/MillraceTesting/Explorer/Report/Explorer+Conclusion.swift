import MillraceInspection
import Millrace

extension Explorer {
    /// The result of `search`.
    @usableFromInline func conclude(_ search: Search<R>) -> Exploration<R> {
        let duration = search.duration
        let isComplete = search.reached == nil
        var coverage = Coverage()
        for shard in search.shards {
            if let counter = shard.coverage { coverage.merge(counter.coverage(shard.simulator.table.labels)) }
        }
        coverage.untried = isCovered ? model.untried(search.rules.entries.everything, coverage) : []
        return Exploration(
            states: search.states, transitions: search.transitions, depth: search.depth,
            duration: duration, bound: search.reached?.clause,
            verdicts: properties.enumerated().map { ($1.name, verdict(on: $0, in: search, isComplete)) },
            coverage: coverage, undeclared: undeclared(search.rules.entries), bytesPerState: search.bytesPerState)
    }

    private func undeclared(_ entries: Entries<R>) -> [String] {
        let asked = entries.everything.compactMap(\.asked).filter { !$0.isDeclared }
        return Set(asked.map { typeName(type(of: $0.request.command)) }).sorted()
    }

    private func verdict(on index: Int, in search: Search<R>, _ isComplete: Bool) -> Exploration<R>.Verdict {
        let findings = search.shards.compactMap { $0.checker.findings[index] }
        let first = findings.min { ($0.depth, $0.number) < ($1.depth, $1.number) }
        let good: Exploration<R>.Verdict = isComplete ? .holds : .holdsSoFar
        switch properties[index].kind {
        case .sometimes:
            if let first { return .happens(example(index, search, to: first)) }
            return isComplete ? .violated(Counterexample(nowhere: properties[index].name)) : .unseen
        case .eventually: return pathWithoutGoal(index, in: search).map { .violated($0) } ?? good
        default: return first.map { .violated(example(index, search, to: $0)) } ?? good
        }
    }

    private func example(_ index: Int, _ search: Search<R>, to finding: PropertyChecker<R>.Finding) -> Counterexample<R>
    {
        let steps = search.steps(to: finding.number) + (finding.step.map { [$0] } ?? [])
        let trace = Trace(steps, search.rules)
        return Counterexample(of: properties[index], trace, in: self, report: finding.report)
    }

    private func pathWithoutGoal(_ index: Int, in search: Search<R>) -> Counterexample<R>? {
        guard let edges = search.shards[0].edges, case .eventually(let from, let withUsers, _) = properties[index].kind
        else {
            return nil
        }
        let before = properties[..<index].count { if case .eventually = $0.kind { true } else { false } }
        guard
            let found = Liveness(
                edges, depths: search.depths, property: before, hasStart: from != nil, withUsers: withUsers
            )
            .violation()
        else {
            return nil
        }
        let lead = search.steps(to: found.start) + found.path.map { Int(edges.steps[$0]) }
        let trace = Trace(lead + found.cycle.map { Int(edges.steps[$0]) }, search.rules)
        return Counterexample(of: properties[index], trace, in: self, cycle: found.cycle.count)
    }
}

extension Search {
    /// The steps that lead to a system state. Each is the number of the step among those of its system state.
    func steps(to number: Int) -> [Int] {
        var (number, steps) = (number, [Int]())
        while true {
            let shard = shards[number % shards.count]
            let (parent, step) = shard.origins[number / shards.count]
            if parent == UInt32(truncatingIfNeeded: number) { return steps.reversed() }
            steps.append(Int(step))
            number = Int(parent)
        }
    }

    /// The number of steps from the start to each system state, in a search with one task.
    var depths: [Int] {
        var depths: [Int] = []
        for (parent, _) in shards[0].origins {
            // The parent of a system state has a lower number, except for the first, which is its own parent.
            depths.append(Int(parent) < depths.count ? depths[Int(parent)] + 1 : 0)
        }
        return depths
    }

    var bytesPerState: Double {
        let bytes = shards.reduce(0) {
            $0 + $1.seen.bytes + $1.origins.capacity * MemoryLayout<(UInt32, UInt32)>.stride
        }
        return Double(bytes) / Double(max(1, states))
    }
}

extension Model {
    /// The declared inputs that were never tried.
    func untried(_ entries: [Entry<R>], _ coverage: Coverage) -> [String] {
        let asked = Set(entries.compactMap(\.asked).map { ObjectIdentifier(type(of: $0.request.command)) })
        let never = declaredNames.filter { !asked.contains($0.key) }.map { "\($0.value), which was never requested" }
        let inputs = Set(coverage.inputs)
        let outcomes = entries.compactMap(\.asked).flatMap { asked in
            asked.outcomes.map(\.label)
        }
        return never + Set(outcomes).subtracting(inputs)
    }
}
