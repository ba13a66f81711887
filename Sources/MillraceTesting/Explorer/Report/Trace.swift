import Millrace

/// A way through the system states, step by step, with the time of each step.
struct Trace<R: Reducer> {
    /// A step, from a system state to the next.
    struct Move {
        let choice: Choice<R>
        let before: World<R>
        let after: World<R>
        /// When it is taken, in nanoseconds: as early as it can be.
        var time: Int64 = 0
        /// What was reported in it, if something was.
        var report: String?
        /// What the clocks did in it.
        var clockChanges: [EffectSimulator.ClockChange] = []
    }

    /// The system state at the start.
    var start: World<R>
    var moves: [Move] = []
    /// What the clocks did at the start.
    var firstClockChanges: [EffectSimulator.ClockChange] = []

    var end: World<R> { moves.last?.after ?? start }

    /// The system states on the way, that at the start first.
    var systemStates: [SystemState<R>] { ([start] + moves.map(\.after)).map { SystemState($0) } }

    /// The trace of the steps with these numbers.
    init(_ steps: [Int], _ rules: Rules<R>) {
        let simulator = Simulator(rules)
        start = simulator.start()
        firstClockChanges = simulator.effects.clockChanges
        for step in steps {
            let choices = rules.choices(in: end, simulator)
            guard step < choices.count, add(choices[step], simulator) else { break }
        }
        setTimes()
    }

    /// The trace of what can still be done of `choices`, which may have been found on another way.
    init(doing inputs: [Input<R>], _ rules: Rules<R>) {
        let simulator = Simulator(rules)
        start = simulator.start()
        firstClockChanges = simulator.effects.clockChanges
        for input in inputs {
            if let choice = input.choice(in: end, rules) { _ = add(choice, simulator) }
        }
        setTimes()
    }

    private mutating func add(_ choice: Choice<R>, _ simulator: Simulator<R>) -> Bool {
        let before = end
        guard simulator.take(choice, in: before) else { return false }
        moves.append(
            Move(
                choice: choice, before: before, after: simulator.world, report: simulator.report,
                clockChanges: simulator.effects.clockChanges))
        return true
    }

    // MARK: Times

    /// Who waits for the clock, while a way is followed.
    private struct Alarm {
        let begun: Int
        let time: Int64
    }

    /// Finds the earliest times at which the steps can be taken.
    private mutating func setTimes() {
        // Each says that the one time is at least so much after the other.
        var demands: [(later: Int, earlier: Int, by: Int64)] = []
        var alarms: [Alarm] = []
        follow(firstClockChanges, at: 0, &alarms)
        for (index, move) in moves.enumerated() {
            let now = index + 1
            demands.append((now, now - 1, 0))
            var due = -1
            if case .fire(let clock) = move.choice { due = clock }
            if case .restart = move.choice { alarms = [] }
            for (clock, alarm) in alarms.enumerated() {
                // Those that began before the one that is due, and all where none is, become due only later.
                let mayBeDue = due >= 0 ? clock >= due : move.before.clocks.isDue(clock)
                let slack: Int64 = mayBeDue ? 0 : 1
                demands.append((alarm.begun, now, slack - alarm.time))
                if clock == due { demands.append((now, alarm.begun, alarm.time)) }
            }
            follow(move.clockChanges, at: now, &alarms)
        }
        let times = earliest(demands)
        for index in moves.indices { moves[index].time = times[index + 1] }
    }

    private func follow(_ changes: [EffectSimulator.ClockChange], at step: Int, _ alarms: inout [Alarm]) {
        for change in changes {
            switch change {
            case .added(let time): alarms.append(Alarm(begun: step, time: time))
            case .removed(let clock): alarms.remove(at: clock)
            }
        }
    }

    private func earliest(_ demands: [(later: Int, earlier: Int, by: Int64)]) -> [Int64] {
        var times = Array(repeating: Int64(0), count: moves.count + 1)
        for _ in 0...times.count {
            var hasChanged = false
            for demand in demands where times[demand.later] < times[demand.earlier] + demand.by {
                times[demand.later] = times[demand.earlier] + demand.by
                hasChanged = true
            }
            if !hasChanged { break }
        }
        return times
    }
}

extension Rules {
    /// All that may happen in `world`, in the order in which a search tries it.
    func choices(in world: World<R>, _ simulator: Simulator<R>) -> [Choice<R>] {
        offered(world.state).map(Choice.send) + simulator.choices(in: world)
    }
}
