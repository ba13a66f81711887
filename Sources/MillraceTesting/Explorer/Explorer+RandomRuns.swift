import Millrace

extension Explorer {
    /// Runs the feature at random, where there is too much of it to search.
    ///
    /// Each run leaves out some half of the cases of actions and of the outcomes, another half each time, because what
    /// rarely happens among everything often happens among a few (swarm testing; Groce and others, 2012). Each begins at
    /// the start. What it finds is made shorter by leaving out steps. Properties of `eventually` are not looked at: a run
    /// that has not come to something may still do so.
    ///
    /// On the calling task. The same seed gives the same runs, in every run and on every machine.
    ///
    /// - Parameters:
    ///   - seed: where the runs begin; another one each time unless given. It is in what is returned.
    ///   - count: how many.
    ///   - steps: how many steps each has at most.
    public func randomRuns(seed: UInt64? = nil, count: Int = 1_000, steps: Int = 100) -> RandomRuns<R> {
        let seed = seed ?? UInt64.random(in: 0...9_999_999)
        let runner = RandomRunner(self)
        for number in 0..<max(0, count) { runner.run(seed &+ UInt64(number), max(0, steps)) }
        return RandomRuns(
            seed: seed, count: max(0, count), steps: runner.steps, violations: runner.violations, unseen: runner.unseen)
    }

    /// Runs the feature at random, and fails the test for each property that was violated.
    ///
    /// - Fails: at this line, with the way as the source of a test, and with the seed that finds it again. That a property
    ///   of `sometimes` did not happen is no failure.
    @discardableResult
    public func checkRandomRuns(
        seed: UInt64? = nil, count: Int = 1_000, steps: Int = 100, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> RandomRuns<R> {
        let result = randomRuns(seed: seed, count: count, steps: steps)
        for (seed, example) in result.violations {
            Failure.randomRunFailed(example, seed: seed, steps: steps, name).report(
                at: Place(fileID, filePath, line, column))
        }
        return result
    }
}

/// Runs the feature at random and keeps what it finds.
private final class RandomRunner<R: Reducer> {
    private let explorer: Explorer<R>
    // Of each run anew: what is under way is in the order in which it was first asked for, and that must not depend on
    // the runs before.
    private var rules: Rules<R>
    private var simulator: Simulator<R>
    /// For steps that are taken once more.
    private var spare: Simulator<R>
    private(set) var steps = 0
    private(set) var violations: [(seed: UInt64, example: Counterexample<R>)] = []
    private var decided: Set<Int> = []

    init(_ explorer: Explorer<R>) {
        self.explorer = explorer
        (rules, simulator, spare) = Self.parts(of: explorer)
    }

    private static func parts(of explorer: Explorer<R>) -> (Rules<R>, Simulator<R>, Simulator<R>) {
        let rules = Rules(explorer, graphed: nil)
        let simulator = { Simulator(rules) }
        return (rules, simulator(), simulator())
    }

    var unseen: [String] {
        rules.properties.indices.filter { !decided.contains($0) }.compactMap { index in
            if case .sometimes = rules.properties[index].kind { rules.properties[index].name } else { nil }
        }
    }

    func run(_ seed: UInt64, _ limit: Int) {
        (rules, simulator, spare) = Self.parts(of: explorer)
        var generator = SeededGenerator(seed: seed)
        var isIn: [String: Bool] = [:]
        var inputs: [Input<R>] = []
        var world = simulator.start()
        judge(world, inputs, seed)
        for _ in 0..<limit {
            let choices = rules.choices(in: world, simulator)
            let chosen = choices.filter { choice in
                let label = choice.label(in: world)
                let known = isIn[label] ?? Bool.random(using: &generator)
                isIn[label] = known
                return known
            }
            guard let choice = (chosen.isEmpty ? choices : chosen).randomElement(using: &generator) else {
                return judge(end: world, inputs, seed)
            }
            guard let input = Input(choice, in: world), simulator.take(choice, in: world) else { continue }
            steps += 1
            inputs.append(input)
            judgeStep(choice, from: world, inputs, seed)
            world = simulator.world
            judge(world, inputs, seed)
        }
    }

    // MARK: Judging

    private func judge(_ world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        let systemState = SystemState(world)
        for index in rules.properties.indices where !decided.contains(index) {
            switch rules.properties[index].kind {
            case .always(let holds) where !holds(systemState):
                note(index, inputs, seed) { trace in
                    trace.systemStates.firstIndex { !holds($0) }
                }
            case .sometimes(let happens) where happens(systemState): decided.insert(index)
            default: break
            }
        }
    }

    private func judge(end world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        let systemState = SystemState(world)
        for index in rules.properties.indices where !decided.contains(index) {
            guard case .noDeadEnd(let isEnd) = rules.properties[index].kind, !isEnd(systemState) else { continue }
            note(index, inputs, seed) { [rules, simulator] trace in
                let last = trace.systemStates.count - 1
                return rules.choices(in: trace.end, simulator).isEmpty && !isEnd(trace.systemStates[last]) ? last : nil
            }
        }
    }

    /// Looks at the step that was just taken, and takes it once more.
    private func judgeStep(_ choice: Choice<R>, from world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        let hasFault = simulator.report != nil
        let first = rules.fingerprint(of: simulator.world)
        for index in rules.properties.indices where !decided.contains(index) {
            switch rules.properties[index].kind {
            case .noFault where hasFault:
                note(index, inputs, seed) { $0.moves.firstIndex { $0.report != nil }.map { $0 + 1 } }
            case .deterministic where rules.isChecked:
                _ = spare.take(choice, in: world)
                if rules.fingerprint(of: spare.world) != first { note(index, inputs, seed, at: changeful) }
            default: break
            }
        }
    }

    /// After how many steps of `trace` one was taken that leads elsewhere when it is taken again.
    private func changeful(_ trace: Trace<R>) -> Int? {
        let step = trace.moves.firstIndex { move in
            let first = rules.fingerprint(of: move.after)
            // What depends on chance comes out the same now and then.
            return (0..<8).contains { _ in
                spare.take(move.choice, in: move.before) && rules.fingerprint(of: spare.world) != first
            }
        }
        return step.map { $0 + 1 }
    }

    // MARK: Making it shorter

    /// Keeps the way, as far as `place` says that it shows the violation: after how many of its steps.
    private func note(
        _ index: Int, _ inputs: [Input<R>], _ seed: UInt64, at place: (Trace<R>) -> Int?
    ) {
        decided.insert(index)
        let inputs = shorten(inputs) { place(Trace(doing: $0, rules)) != nil }
        var trace = Trace(doing: inputs, rules)
        if let place = place(trace) { trace.moves.removeLast(trace.moves.count - place) }
        let report = trace.moves.last?.report
        violations.append((seed, Counterexample(of: rules.properties[index], trace, in: explorer, report: report)))
    }

    /// Leaves out what can be left out: halves first, then ever smaller parts, down to single steps.
    private func shorten(_ inputs: [Input<R>], _ isEnough: ([Input<R>]) -> Bool) -> [Input<R>] {
        guard isEnough(inputs) else { return inputs }
        var inputs = inputs
        var size = max(1, inputs.count / 2)
        while true {
            var (start, hasChanged) = (0, false)
            while start < inputs.count {
                var fewer = inputs
                fewer.removeSubrange(start..<min(start + size, inputs.count))
                if isEnough(fewer) { (inputs, hasChanged) = (fewer, true) } else { start += size }
            }
            if size == 1, !hasChanged { return inputs }
            size = max(1, size / 2)
        }
    }
}

/// Numbers that look random, and are the same for the same seed (SplitMix64; Steele, Lea and Flood, 2014). The standard
/// library has no generator that takes a seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
