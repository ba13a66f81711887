import Millrace

/// A path through system states, with the time of each step.
struct Trace<R: Reducer> {
    /// A step from one system state to the next.
    struct Move {
        let choice: Choice<R>
        let before: World<R>
        let after: World<R>
        /// The earliest possible time of the step, in nanoseconds.
        var time: Int64 = 0
        /// The random number for the pause that the step begins. `nil` if it begins none, or the pause is not random.
        var random: Double?
        /// The fault of the step. `nil` if it has none.
        var report: String?
        /// The changes of the clocks in the step.
        var clockChanges: [EffectSimulator.ClockChange] = []
        /// The turns of the step, if a property is about steps.
        var turns: [Turn<R>] = []
    }

    /// The system state at the start.
    var start: World<R>
    var moves: [Move] = []
    /// The changes of the clocks at the start.
    var firstClockChanges: [EffectSimulator.ClockChange] = []

    /// The turns at the start, if a property is about steps.
    private(set) var firstTurns: [Turn<R>] = []

    /// Whether the trace has all steps of the search. `false` if a step led to another system state this time.
    private(set) var isComplete = true

    var end: World<R> { moves.last?.after ?? start }

    /// The system states on the path, beginning with the first.
    var systemStates: [SystemState<R>] { ([start] + moves.map(\.after)).map { SystemState($0) } }

    /// Creates the trace of these steps.
    ///
    /// A step is performed by its index. If that leads elsewhere, because a closure of the explorer returned its values
    /// in another order, the other steps are tried. The trace ends before a step that cannot be repeated.
    init(_ steps: [PathStep], _ rules: Rules<R>) {
        let simulator = Simulator(rules)
        start = simulator.start()
        firstClockChanges = simulator.effects.clockChanges
        if rules.asksAboutSteps { firstTurns = simulator.turns(from: World(rules.model.first)) }
        for step in steps where isComplete {
            let choices = rules.choices(in: end, simulator)
            let others = choices.indices.filter { $0 != step.index }
            isComplete = ([step.index] + others).contains { index in
                index < choices.count && add(choices[index], simulator, rules, if: { step.isReached($0, rules) })
            }
            // With merged system states, a path may continue from another state that was merged with the expected one.
            if !isComplete, !rules.isExact, step.index < choices.count {
                isComplete = add(choices[step.index], simulator, rules)
            }
        }
        setTimes()
    }

    /// Adds a step that cannot be performed, because it traps.
    mutating func addTrap(_ index: Int, _ rules: Rules<R>) {
        let choices = rules.choices(in: end, Simulator(rules))
        guard choices.indices.contains(index) else { return }
        moves.append(Move(choice: choices[index], before: end, after: end))
        setTimes()
    }

    /// Creates the trace of those inputs that are possible; the others are skipped.
    init(doing inputs: [Input<R>], _ rules: Rules<R>) {
        let simulator = Simulator(rules)
        start = simulator.start()
        firstClockChanges = simulator.effects.clockChanges
        if rules.asksAboutSteps { firstTurns = simulator.turns(from: World(rules.model.first)) }
        for input in inputs {
            _ = input.choices(in: end, rules).contains { add($0, simulator, rules) }
        }
        setTimes()
    }

    private mutating func add(
        _ choice: Choice<R>, _ simulator: Simulator<R>, _ rules: Rules<R>,
        if isReached: (Simulator<R>) -> Bool = { _ in true }
    ) -> Bool {
        let before = end
        guard simulator.take(choice, in: before), isReached(simulator) else { return false }
        moves.append(
            Move(
                choice: choice, before: before, after: simulator.world, report: simulator.report,
                clockChanges: simulator.effects.clockChanges,
                turns: rules.asksAboutSteps ? simulator.turns(from: before) : []))
        return true
    }

    /// The number of steps after which a turn decides a question. 0 for a turn at the start.
    func stepCount(until isDeciding: (Turn<R>) -> Bool) -> Int? {
        if firstTurns.contains(where: isDeciding) { return 0 }
        return moves.firstIndex { $0.turns.contains(where: isDeciding) }.map { $0 + 1 }
    }

    // MARK: Times

    /// A scheduled timer.
    private struct ScheduledTimer {
        /// The step that scheduled the timer, and the number of the time at which it is due.
        let begun: Int
        let due: Int
        let time: ClosedRange<Int64>
    }

    /// Computes the earliest possible time of each step, and the random pauses that lead to these times.
    private mutating func setTimes() {
        // Each constraint says that the later time is at least `by` after the earlier one. The first times are those of the
        // steps, and the others those at which timers are due.
        var constraints: [(later: Int, earlier: Int, by: Int64)] = []
        var (timers, all): ([ScheduledTimer], [ScheduledTimer]) = ([], [])
        follow(firstClockChanges, at: 0, &timers, &all)
        for (index, move) in moves.enumerated() {
            let now = index + 1
            constraints.append((now, now - 1, 0))
            var due = -1
            if case .fire(let clock) = move.choice { due = clock }
            if case .restart = move.choice { timers = [] }
            for (clock, timer) in timers.enumerated() {
                // A timer that began before the firing one is due strictly later. If the step fires none, all timers
                // are, except those that are due already.
                let mayBeDue = due >= 0 ? clock >= due : move.before.clocks.isDue(clock)
                constraints.append((timer.due, now, mayBeDue ? 0 : 1))
                if clock == due { constraints.append((now, timer.due, 0)) }
            }
            follow(move.clockChanges, at: now, &timers, &all)
        }
        for timer in all {
            constraints.append((timer.due, timer.begun, timer.time.lowerBound))
            constraints.append((timer.begun, timer.due, -timer.time.upperBound))
        }
        let times = earliest(constraints, count: moves.count + 1 + all.count)
        for index in moves.indices { moves[index].time = times[index + 1] }
        for timer in all where timer.begun > 0 && timer.time.lowerBound < timer.time.upperBound {
            let pause = times[timer.due] - times[timer.begun]
            moves[timer.begun - 1].random =
                Double(timer.time.upperBound - pause) / Double(timer.time.upperBound - timer.time.lowerBound)
        }
    }

    private func follow(
        _ changes: [EffectSimulator.ClockChange], at step: Int, _ timers: inout [ScheduledTimer],
        _ all: inout [ScheduledTimer]
    ) {
        for change in changes {
            switch change {
            case .added(let time):
                let timer = ScheduledTimer(begun: step, due: moves.count + 1 + all.count, time: time)
                timers.append(timer)
                all.append(timer)
            case .removed(let clock): timers.remove(at: clock)
            }
        }
    }

    private func earliest(_ constraints: [(later: Int, earlier: Int, by: Int64)], count: Int) -> [Int64] {
        var times = Array(repeating: Int64(0), count: count)
        for _ in 0...times.count {
            var hasChanged = false
            for constraint in constraints where times[constraint.later] < times[constraint.earlier] + constraint.by {
                times[constraint.later] = times[constraint.earlier] + constraint.by
                hasChanged = true
            }
            if !hasChanged { break }
        }
        return times
    }
}

extension Rules {
    /// All possible steps in `world`, in the order of the search.
    func choices(in world: World<R>, _ simulator: Simulator<R>) -> [Choice<R>] {
        offered(world.state).map(Choice.send) + simulator.choices(in: world)
    }

    /// Whether a step is possible in `world` that the clocks allow.
    func canContinue(_ world: World<R>) -> Bool {
        let simulator = Simulator(self)
        return choices(in: world, simulator).contains { simulator.take($0, in: world) }
    }
}
