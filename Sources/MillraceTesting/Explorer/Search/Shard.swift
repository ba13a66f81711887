public import Millrace

/// The part of a search that one task performs. It expands its share of each level, and knows which of the fingerprints
/// that belong to it were reached.
@usableFromInline final class Shard<R: Reducer> {
    @usableFromInline let rules: Rules<R>
    @usableFromInline let reducer: R
    // The shard's own copies of closures, for the reason given at `Fingerprints.own`.
    @usableFromInline let offered: (R.State) -> [R.Action]
    @usableFromInline let fingerprints: Fingerprints<R>
    @usableFromInline let isPlain: Bool
    @usableFromInline let hasRestart: Bool
    @usableFromInline let simulator: Simulator<R>
    /// Repeats steps while `simulator` still holds the result of the first.
    @usableFromInline let spare: Simulator<R>
    @usableFromInline let index: Int
    @usableFromInline let count: Int
    // Unchecked, because a check costs more than the access. Safe: only one task uses a shard at a time, and no access
    // calls another.
    @exclusivity(unchecked) @usableFromInline var seen = Seen()
    /// The number of each system state's parent, and the parent's step that led to it.
    @exclusivity(unchecked) @usableFromInline var origins: [(parent: UInt32, step: UInt32)] = []
    @exclusivity(unchecked) @usableFromInline var level: [World<R>] = []
    @exclusivity(unchecked) @usableFromInline var nextLevel: [World<R>] = []
    /// The numbers of the system states of the current level, and of the next.
    @exclusivity(unchecked) @usableFromInline var numbers: [UInt32] = []
    @exclusivity(unchecked) @usableFromInline var nextNumbers: [UInt32] = []
    /// The questions to each other shard whether a system state is new. The worlds stay in this shard: tasks contend
    /// for memory that one allocates and another frees.
    @exclusivity(unchecked) @usableFromInline var questions: [[Question]]
    @exclusivity(unchecked) @usableFromInline var asked: [[World<R>]]
    /// The answers to each other shard.
    @exclusivity(unchecked) @usableFromInline var answers: [[UInt32]]
    @exclusivity(unchecked) @usableFromInline var transitions = 0
    @usableFromInline let checker: PropertyChecker<R>
    @usableFromInline let coverage: Coverage.Counter<R>?
    @usableFromInline let edges: Edges<R>?
    @usableFromInline let consistency: Consistency<R>?
    @usableFromInline let limit: Int
    private let end: ContinuousClock.Instant?
    @usableFromInline var reached: Bounds.Kind?
    /// The system state whose step is being performed, and the index of the step. -1 if there is none yet.
    @exclusivity(unchecked) @usableFromInline var currentNumber = -1
    @exclusivity(unchecked) @usableFromInline var currentStep = -1
    /// The system states to expand again at the end of the level.
    @exclusivity(unchecked) @usableFromInline var checks: [(world: World<R>, number: Int, isNew: Bool)] = []
    /// Called within a level, in a search with one task.
    var onProgress: (() -> Void)?
    private var lastProgress = 0

    init(_ rules: Rules<R>, index: Int, of count: Int, _ bounds: Bounds) {
        (self.rules, self.index, self.count) = (rules, index, count)
        reducer = rules.model.reducer
        let offered = rules.offered
        self.offered = { offered($0) }
        fingerprints = rules.fingerprints.own
        (isPlain, hasRestart) = (rules.isPlain, rules.hasRestart)
        simulator = Simulator(rules, remembers: true, remembersEffects: true)
        spare = Simulator(rules, remembersEffects: true)
        checker = PropertyChecker(rules.properties)
        coverage = rules.isCovered ? Coverage.Counter(cases: rules.cases) : nil
        edges = rules.needsEdges && count == 1 ? Edges(rules.model, checker.goals, graphed: rules.graphed) : nil
        consistency = rules.isChecked ? Consistency(isExact: rules.isExact) : nil
        questions = Array(repeating: [], count: count)
        asked = Array(repeating: [], count: count)
        answers = Array(repeating: [], count: count)
        let states = bounds.states ?? Bounds.statesOfSearch
        limit = states / count + (index < states % count ? 1 : 0)
        end = bounds.time.map { ContinuousClock.now + $0 }
    }

    /// The number of the first system state of this shard. The numbers of the next ones increase by `count`.
    var firstNumber: Int { index }

    /// Expands all system states of the level.
    @inlinable func expandLevel() {
        var checked = -Self.stepsBetweenStops
        for place in level.indices {
            let work = transitions &+ place
            if work &- checked >= Self.stepsBetweenStops || place == 0 {
                if isStopped() { return }
                checked = work
            }
            if seen.count >= limit { return noteFull() }
            expand(level[place], number: Int(numbers[place]))
        }
    }

    @usableFromInline func noteFull() { reached = .states }

    /// The maximum number of steps and system states between two checks whether the search must stop. A step that takes
    /// 0.1 ms delays the stop by 0.05 s.
    @usableFromInline static var stepsBetweenStops: Int { 512 }

    /// Whether the search must stop, because of its time limit, a cancellation or an interrupt.
    @usableFromInline func isStopped() -> Bool {
        if Interrupt.isRequested {
            reached = .interrupted
        } else if Task.isCancelled {
            reached = .cancelled
        } else if let end, ContinuousClock.now >= end {
            reached = .time
        } else if transitions - lastProgress >= 65_536 {
            lastProgress = transitions
            onProgress?()
        }
        return reached != nil
    }

    /// Performs every step of a system state.
    @inlinable func expand(_ world: World<R>, number: Int) {
        (currentNumber, currentStep) = (number, -1)
        coverage?.begin(world.state)
        edges?.begin()
        let before = transitions
        if isPlain, world.isIdle {
            expandPlainly(world, number)
        } else {
            simulator.begin(from: world)
            let actions = simulator.offered
            for step in actions.indices { send(actions[step], world, number, step) }
            takeOthers(world, number, actions.count)
        }
        if transitions == before { checker.noteEnd(world, number) }
    }

    /// Performs every step if no effect is in flight. Most actions start no effect; then only the reducer is called.
    @inlinable func expandPlainly(_ world: World<R>, _ number: Int) {
        var (step, hasBegun, isNumbered) = (0, false, false)
        let actions = offered(world.state)
        for action in actions {
            currentStep = step
            var next = World<R>(world.state)
            if reducer.reduce(&next.state, action).isNone {
                edges?.take(action)
                if !checker.turnQuestions.isEmpty { checkPlainStep(from: world, action, to: next, number, step) }
                pass(fingerprints.fingerprint(of: next), number, step, { next }, { next })
                coverage?.count(action)
            } else {
                if !hasBegun {
                    simulator.begin(from: world)
                    isNumbered = simulator.offer(actions)
                }
                hasBegun = true
                send(action, world, number, step, isNumbered: isNumbered)
            }
            step &+= 1
        }
        if !hasRestart { return }
        if !hasBegun { simulator.begin(from: world) }
        takeOthers(world, number, step)
    }

    /// Performs the step that sends the user's action of this index.
    ///
    /// - Parameter isNumbered: Whether the action has this index in the table of transitions too.
    @inlinable func send(_ action: R.Action, _ world: World<R>, _ number: Int, _ index: Int, isNumbered: Bool = true) {
        currentStep = index
        edges?.take(action)
        if isNumbered ? simulator.effects.send(index) : simulator.reduce(action) {
            if simulator.effects.report != nil { noteReport(number, index) }
            if !checker.turnQuestions.isEmpty { checker.check(simulator.turns(from: world), number, step: index) }
            pass(simulator.effects.fingerprint, number, index, { simulator.world }) {
                again(sending: action, from: world)
            }
        }
        coverage?.count(action)
    }

    /// Performs the steps other than the user's actions.
    @inlinable func takeOthers(_ world: World<R>, _ number: Int, _ first: Int) {
        let moves = simulator.effects.moves(hasRestart: hasRestart)
        for index in moves.indices {
            currentStep = first &+ index
            guard simulator.effects.take(moves[index]) else { continue }
            if simulator.effects.report != nil { noteReport(number, first &+ index) }
            if !checker.turnQuestions.isEmpty {
                checker.check(simulator.turns(from: world), number, step: first &+ index)
            }
            if edges != nil { noteEnding(of: moves[index], in: world) }
            pass(simulator.effects.fingerprint, number, first &+ index, { simulator.world }) {
                again(moves[index], from: world)
            }
            edges?.clearEnding()
            if let coverage {
                if case .answer(_, let outcome, _) = moves[index] {
                    coverage.count(outcome.label)
                } else {
                    count(moves[index], in: world)
                }
            }
        }
    }

    @usableFromInline func checkPlainStep(
        from before: World<R>, _ action: R.Action, to after: World<R>, _ number: Int, _ step: Int
    ) {
        checker.check([Turn(SystemState(before), action, SystemState(after))], number, step: step)
    }

    @usableFromInline func noteReport(_ number: Int, _ step: Int) {
        checker.note(simulator, number: number, step: step)
    }

    @usableFromInline func noteEnding(of move: EffectSimulator.Move, in world: World<R>) {
        guard let choice = simulator.choice(of: move, in: world) else { return }
        edges?.take(choice, in: world)
        edges?.ending = simulator.ends(choice, in: world)
    }

    @usableFromInline func count(_ move: EffectSimulator.Move, in world: World<R>) {
        if let choice = simulator.choice(of: move, in: world) { coverage?.count(choice, in: world) }
    }

    /// Repeats a step without cached results.
    @usableFromInline func again(_ move: EffectSimulator.Move, from world: World<R>) -> World<R> {
        simulator.choice(of: move, in: world).map { again($0, from: world) } ?? world
    }

    @usableFromInline func again(sending action: R.Action, from world: World<R>) -> World<R> {
        again(.send(action), from: world)
    }

    private func again(_ choice: Choice<R>, from world: World<R>) -> World<R> {
        _ = spare.take(choice, in: world)
        return spare.world
    }

    /// Records the result of a step: here, or as a question to the shard to which the system state belongs.
    ///
    /// - Parameters:
    ///   - world: Returns the system state, if it is new.
    ///   - again: Returns the system state after the repeated step.
    @inlinable func pass(
        _ fingerprint: UInt64, _ number: Int, _ step: Int, _ world: () -> World<R>, _ again: () -> World<R>
    ) {
        transitions &+= 1
        let origin = (parent: UInt32(truncatingIfNeeded: number), step: UInt32(truncatingIfNeeded: step))
        if count > 1 {
            let target = Int(truncatingIfNeeded: fingerprint >> 32) % count
            if target != index {
                questions[target].append(Question(fingerprint: fingerprint, origin: origin))
                return asked[target].append(world())
            }
        }
        meet(fingerprint, origin, world, again)
    }

    /// Records a system state that belongs to this shard. If it is new, the search continues from it.
    @inlinable func meet(
        _ fingerprint: UInt64, _ origin: (parent: UInt32, step: UInt32), _ world: () -> World<R>,
        _ again: () -> World<R>
    ) {
        let (place, isNew) = seen.insert(fingerprint)
        var new: World<R>?
        if isNew {
            let world = world()
            new = world
            origins.append(origin)
            keep(world, number(ofPlace: seen.count &- 1))
        }
        edges?.lead(to: seen.number(at: place), step: Int(origin.step))
        if let consistency, consistency.isMeant(fingerprint, seen.count) {
            plan(consistency, new, number(ofPlace: seen.number(at: place)), again)
        }
    }

    /// Adds a new system state to the next level.
    @inlinable func keep(_ world: World<R>, _ number: Int) {
        nextLevel.append(world)
        nextNumbers.append(UInt32(truncatingIfNeeded: number))
        checker.check(world, number)
        edges?.add(world)
    }

    @inlinable func number(ofPlace place: Int) -> Int { place &* count &+ index }

    func turnLevel(to depth: Int) {
        checker.depth = depth
        (level, nextLevel) = (nextLevel, [])
        (numbers, nextNumbers) = (nextNumbers, [])
    }
}
