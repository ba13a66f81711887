import Millrace

/// A step of a path that a search found.
struct PathStep {
    /// The index of the step among those of its system state.
    let index: Int
    let target: Target

    /// The result by which the step is recognized when the path is repeated.
    enum Target {
        /// A system state with this fingerprint.
        case systemState(UInt64)
        /// A step with this fault.
        case fault(String)
        /// Any result: the step is not deterministic.
        case any
    }

    /// Whether the last step of `simulator` has the same result.
    func isReached<R: Reducer>(_ simulator: Simulator<R>, _ rules: Rules<R>) -> Bool {
        switch target {
        case .systemState(let fingerprint): Seen.key(rules.fingerprint(of: simulator.world)) == fingerprint
        case .fault(let report): simulator.report == report
        case .any: true
        }
    }
}

extension Search {
    /// The steps that lead to a system state.
    func path(to number: Int) -> [PathStep] {
        var (number, path) = (number, [(index: Int, target: Int)]())
        while true {
            let shard = shards[number % shards.count]
            let (parent, step) = shard.origins[number / shards.count]
            if parent == UInt32(truncatingIfNeeded: number) { break }
            path.append((Int(step), number))
            number = Int(parent)
        }
        return self.path(path.reversed())
    }

    /// The steps of these edges, in a search with one task.
    func path(along path: [Int], of edges: Edges<R>) -> [PathStep] {
        self.path(path.map { (Int(edges.steps[$0]), Int(edges.targets[$0])) })
    }

    private func path(_ steps: [(index: Int, target: Int)]) -> [PathStep] {
        let fingerprints = fingerprints(of: Set(steps.map(\.target)))
        return steps.map { PathStep(index: $0.index, target: .systemState(fingerprints[$0.target] ?? 0)) }
    }

    /// The fingerprints of the system states with these numbers.
    private func fingerprints(of numbers: Set<Int>) -> [Int: UInt64] {
        var fingerprints: [Int: UInt64] = [:]
        for shard in shards {
            for place in shard.seen.numbers.indices where shard.seen.fingerprints[place] != 0 {
                let number = shard.number(ofPlace: shard.seen.number(at: place))
                if numbers.contains(number) { fingerprints[number] = shard.seen.fingerprints[place] }
            }
        }
        return fingerprints
    }
}
