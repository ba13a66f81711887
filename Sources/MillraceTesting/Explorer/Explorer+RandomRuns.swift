import Millrace

extension Explorer {
    /// Runs the feature at random, for features with too many system states to search.
    ///
    /// Each run begins at the start. It omits a random half of the action cases and outcomes, because a rare event is
    /// more likely among few alternatives (swarm testing; Groce and others, 2012). Counterexamples are shortened by
    /// omitting steps. Properties added with `eventually` are not checked, because a run that has not reached the goal
    /// may still do so.
    ///
    /// The runs are performed on the calling task. The same seed gives the same runs on every machine.
    ///
    /// - Parameters:
    ///   - seed: The seed of the first run. Defaults to a random one, which the result contains.
    ///   - count: The number of runs.
    ///   - steps: The maximum number of steps in each run.
    public func randomRuns(seed: UInt64? = nil, count: Int = 1_000, steps: Int = 100) -> RandomRuns<R> {
        let seed = seed ?? UInt64.random(in: 0...9_999_999)
        let runner = RandomRunner(self)
        for number in 0..<max(0, count) { runner.run(seed &+ UInt64(number), max(0, steps)) }
        return RandomRuns(
            seed: seed, count: max(0, count), steps: runner.steps, violations: runner.violations, unseen: runner.unseen)
    }

    /// Runs the feature at random, and fails the test for each violated property.
    ///
    /// Fails the test at this line, with the counterexample as the source of a test, and with the seed that finds it
    /// again. A property added with `sometimes` that never happened does not fail the test. Runs without a single step
    /// fail it, because they prove nothing; ``incompleteSearch(_:)`` turns that into a warning.
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
        if result.steps == 0 { report(.noStep(), at: Place(fileID, filePath, line, column)) }
        return result
    }
}

/// Performs random runs and collects the violations.
private final class RandomRunner<R: Reducer> {
    private let explorer: Explorer<R>
    // Created again for each run: effects are numbered in the order of their first request, which must not depend on
    // earlier runs.
    private var rules: Rules<R>
    private var simulator: Simulator<R>
    /// Repeats steps, to check that they are deterministic.
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
        var isEnabled: [String: Bool] = [:]
        var inputs: [Input<R>] = []
        var world = simulator.start()
        if rules.asksAboutSteps { check(simulator.turns(from: World(rules.model.first)), inputs, seed) }
        check(world, inputs, seed)
        for _ in 0..<limit {
            let choices = rules.choices(in: world, simulator)
            let chosen = choices.filter { choice in
                let label = choice.label(in: world)
                let known = isEnabled[label] ?? Bool.random(using: &generator)
                isEnabled[label] = known
                return known
            }
            guard let choice = (chosen.isEmpty ? choices : chosen).randomElement(using: &generator) else {
                return checkEnd(world, inputs, seed)
            }
            guard let input = Input(choice, in: world), simulator.take(choice, in: world) else { continue }
            steps += 1
            inputs.append(input)
            checkStep(choice, from: world, inputs, seed)
            world = simulator.world
            check(world, inputs, seed)
        }
    }

    // MARK: Checking

    private func check(_ world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        let systemState = SystemState(world)
        for index in rules.properties.indices where !decided.contains(index) {
            guard let isDeciding = rules.properties[index].stateQuestion, isDeciding(systemState) else { continue }
            decide(index, inputs, seed) { $0.systemStates.firstIndex(where: isDeciding) }
        }
    }

    /// Checks the turns of the last step, or of the start.
    private func check(_ turns: [Turn<R>], _ inputs: [Input<R>], _ seed: UInt64) {
        for index in rules.properties.indices where !decided.contains(index) {
            guard let isDeciding = rules.properties[index].turnQuestion, turns.contains(where: isDeciding) else {
                continue
            }
            decide(index, inputs, seed) { $0.stepCount(until: isDeciding) }
        }
    }

    /// Records a violation or, for a property added with `sometimes`, that it happened.
    private func decide(_ index: Int, _ inputs: [Input<R>], _ seed: UInt64, at place: (Trace<R>) -> Int?) {
        if case .sometimes = rules.properties[index].kind {
            decided.insert(index)
        } else {
            note(index, inputs, seed, at: place)
        }
    }

    private func checkEnd(_ world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        let systemState = SystemState(world)
        for index in rules.properties.indices where !decided.contains(index) {
            guard case .noDeadEnd(let isEnd) = rules.properties[index].kind, !isEnd(systemState) else { continue }
            note(index, inputs, seed) { [rules, simulator] trace in
                let last = trace.systemStates.count - 1
                return rules.choices(in: trace.end, simulator).isEmpty && !isEnd(trace.systemStates[last]) ? last : nil
            }
        }
    }

    /// Checks the last step, and repeats it.
    private func checkStep(_ choice: Choice<R>, from world: World<R>, _ inputs: [Input<R>], _ seed: UInt64) {
        if rules.asksAboutSteps { check(simulator.turns(from: world), inputs, seed) }
        let hasFault = simulator.report != nil
        let first = rules.fingerprint(of: simulator.world)
        for index in rules.properties.indices where !decided.contains(index) {
            switch rules.properties[index].kind {
            case .noFault where hasFault:
                note(index, inputs, seed) { $0.moves.firstIndex { $0.report != nil }.map { $0 + 1 } }
            case .deterministic where rules.isChecked:
                _ = spare.take(choice, in: world)
                if rules.fingerprint(of: spare.world) != first {
                    note(index, inputs, seed, at: firstNondeterministicStep)
                }
            default: break
            }
        }
    }

    /// The number of steps of `trace` up to the first step with a different result when it is repeated.
    private func firstNondeterministicStep(_ trace: Trace<R>) -> Int? {
        let step = trace.moves.firstIndex { move in
            let first = rules.fingerprint(of: move.after)
            // Repeats the step several times, because random results can be equal.
            return (0..<8).contains { _ in
                spare.take(move.choice, in: move.before) && rules.fingerprint(of: spare.world) != first
            }
        }
        return step.map { $0 + 1 }
    }

    // MARK: Shortening

    /// Records a violation with the shortened path. `place` returns the number of steps after which a trace shows it.
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

    /// Omits steps that are not needed: first halves of the path, then ever smaller parts, down to single steps.
    private func shorten(_ inputs: [Input<R>], _ isSufficient: ([Input<R>]) -> Bool) -> [Input<R>] {
        guard isSufficient(inputs) else { return inputs }
        var inputs = inputs
        var size = max(1, inputs.count / 2)
        while true {
            var (start, hasChanged) = (0, false)
            while start < inputs.count {
                var fewer = inputs
                fewer.removeSubrange(start..<min(start + size, inputs.count))
                if isSufficient(fewer) { (inputs, hasChanged) = (fewer, true) } else { start += size }
            }
            if size == 1, !hasChanged { return inputs }
            size = max(1, size / 2)
        }
    }
}

/// A random number generator with a seed (SplitMix64; Steele, Lea and Flood, 2014). The standard library has none.
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
