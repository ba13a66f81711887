import MillraceHistory
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
            duration: duration, end: earlyEnd(of: search),
            verdicts: properties.enumerated().map { ($1.name, verdict(on: $0, in: search, isComplete)) },
            coverage: coverage, undeclared: undeclared(search.rules.entries), vacuous: vacuous(in: search),
            bytesPerState: search.bytesPerState)
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
            if let first {
                return example(index, search, to: first, Exploration<R>.Verdict.happens)
            }
            return isComplete ? .violated(Counterexample(nowhere: properties[index].name)) : .unseen
        case .eventually: return pathWithoutGoal(index, in: search) ?? good
        default: return first.map { example(index, search, to: $0, Exploration<R>.Verdict.violated) } ?? good
        }
    }

    private func example(
        _ index: Int, _ search: Search<R>, to finding: PropertyChecker<R>.Finding,
        _ verdict: (Counterexample<R>) -> Exploration<R>.Verdict
    ) -> Exploration<R>.Verdict {
        let target = finding.report.map(PathStep.Target.fault) ?? .any
        let last = finding.step.map { [PathStep(index: $0, target: target)] } ?? []
        let path = search.path(to: finding.number) + last
        var trace = Trace(path, search.rules)
        if case .deterministic = properties[index].kind, !trace.isComplete {
            // The step that cannot be repeated is not deterministic either.
            let step = PathStep(index: path[trace.moves.count].index, target: .any)
            trace = Trace(path.prefix(trace.moves.count) + [step], search.rules)
        }
        guard trace.isComplete, isShown(properties[index], by: trace, search.rules) else {
            return .unconfirmed(Unconfirmed(trace, search.rules))
        }
        return verdict(
            Counterexample(
                of: properties[index], trace, in: self, report: finding.report, closure: finding.closure))
    }

    /// Whether the last step or system state of a repeated path decides the property as in the search.
    private func isShown(_ property: Property<R>, by trace: Trace<R>, _ rules: Rules<R>) -> Bool {
        if let isDeciding = property.stateQuestion { return isDeciding(SystemState(trace.end)) }
        if let isDeciding = property.turnQuestion { return trace.stepCount(until: isDeciding) == trace.moves.count }
        guard case .noDeadEnd(let isEnd) = property.kind else { return true }
        return !isEnd(SystemState(trace.end)) && !rules.canContinue(trace.end)
    }

    private func pathWithoutGoal(_ index: Int, in search: Search<R>) -> Exploration<R>.Verdict? {
        guard let edges = search.shards[0].edges, !search.isStoppedFromOutside,
            case .eventually(let from, let withUsers, let happens) = properties[index].kind
        else {
            return nil
        }
        let liveness = Liveness(
            edges, depths: search.depths, property: goalIndex(of: index), hasStart: from != nil, withUsers: withUsers)
        guard let found = liveness.violation() else { return nil }
        let lead = search.path(to: found.start)
        let trace = Trace(lead + search.path(along: found.path + found.cycle, of: edges), search.rules)
        let states = trace.systemStates
        guard trace.isComplete, states.dropFirst(lead.count).allSatisfy({ !happens($0) }) else {
            return .unconfirmed(Unconfirmed(trace, search.rules))
        }
        return .violated(Counterexample(of: properties[index], trace, in: self, cycle: found.cycle.count))
    }

    /// The index of a property among those added with `eventually`.
    private func goalIndex(of index: Int) -> Int {
        properties[..<index].count { if case .eventually = $0.kind { true } else { false } }
    }

    /// The names of the properties added with `eventually` whose start condition was true in no system state.
    private func vacuous(in search: Search<R>) -> [String] {
        guard let edges = search.shards[0].edges else { return [] }
        return properties.indices.compactMap { index in
            guard case .eventually(.some, _, _) = properties[index].kind else { return nil }
            let start = 2 * goalIndex(of: index)
            return (0..<edges.count).contains { edges.holds(start, in: $0) } ? nil : properties[index].name
        }
    }
}

extension Search {
    /// Whether a time limit, a cancellation or an interrupt ended the search.
    var isStoppedFromOutside: Bool { reached == .time || reached == .cancelled || reached == .interrupted }

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
