public import Millrace

/// The part of a search that one task does: it goes on from its share of each level, and knows of the situations whose
/// fingerprints say so whether they were met.
@usableFromInline final class Shard<R: Reducer> {
    @usableFromInline let rules: Rules<R>
    @usableFromInline let reducer: R
    // Closures of its own, as those of the fingerprints.
    @usableFromInline let offered: (R.State) -> [R.Action]
    @usableFromInline let fingerprints: Fingerprints<R>
    @usableFromInline let isPlain: Bool
    @usableFromInline let hasRestart: Bool
    @usableFromInline let simulator: Simulator<R>
    /// For steps that are taken once more, while the world of the other is being met.
    @usableFromInline let spare: Simulator<R>
    @usableFromInline let index: Int
    @usableFromInline let count: Int
    // Unchecked, because a check costs more than the access. Safe: one task touches a shard, and no access calls another.
    @exclusivity(unchecked) @usableFromInline var seen = Seen()
    /// Of each situation, the number of the one that it was met from, and which of its steps led there.
    @exclusivity(unchecked) @usableFromInline var origins: [(parent: UInt32, step: UInt32)] = []
    @exclusivity(unchecked) @usableFromInline var level: [World<R>] = []
    @exclusivity(unchecked) @usableFromInline var nextLevel: [World<R>] = []
    /// The numbers of the situations of the level, and of the next.
    @exclusivity(unchecked) @usableFromInline var numbers: [UInt32] = []
    @exclusivity(unchecked) @usableFromInline var nextNumbers: [UInt32] = []
    /// What is asked of each of the others, whether it is new. The worlds stay here: memory that one task makes and another
    /// frees holds both up.
    @exclusivity(unchecked) @usableFromInline var questions: [[Question]]
    @exclusivity(unchecked) @usableFromInline var asked: [[World<R>]]
    /// What is answered to each of the others.
    @exclusivity(unchecked) @usableFromInline var answers: [[UInt32]]
    @exclusivity(unchecked) @usableFromInline var transitions = 0
    @usableFromInline let checker: PropertyChecker<R>
    @usableFromInline let coverage: Coverage.Counter<R>?
    @usableFromInline let edges: Edges<R>?
    @usableFromInline let consistency: Consistency<R>?
    @usableFromInline let limit: Int
    private let end: ContinuousClock.Instant?
    @usableFromInline var reached: Bounds.Kind?

    init(_ rules: Rules<R>, index: Int, of count: Int, _ bounds: Bounds) {
        (self.rules, self.index, self.count) = (rules, index, count)
        reducer = rules.model.reducer
        let offered = rules.offered
        self.offered = { offered($0) }
        fingerprints = rules.fingerprints.own
        (isPlain, hasRestart) = (rules.isPlain, rules.hasRestart)
        simulator = Simulator(rules.model, rules.entries)
        spare = Simulator(rules.model, rules.entries)
        checker = PropertyChecker(rules.properties)
        coverage = rules.isCovered ? Coverage.Counter(cases: rules.cases) : nil
        edges = rules.needsEdges && count == 1 ? Edges(rules.model, checker.goals, graphed: rules.graphed) : nil
        consistency = rules.isChecked ? Consistency(isExact: rules.isExact) : nil
        questions = Array(repeating: [], count: count)
        asked = Array(repeating: [], count: count)
        answers = Array(repeating: [], count: count)
        limit = bounds.states / count + (index < bounds.states % count ? 1 : 0)
        end = bounds.time.map { ContinuousClock.now + $0 }
    }

    /// The number of the first situation of this shard; the next ones are `count` further each.
    var firstNumber: Int { index }

    /// Goes on from all situations of the level.
    @inlinable func expandLevel() {
        for place in level.indices {
            if place & 1023 == 0, isLate() { return }
            if seen.count >= limit { return noteFull() }
            expand(level[place], number: Int(numbers[place]))
        }
    }

    @usableFromInline func noteFull() { reached = .states }

    @usableFromInline func isLate() -> Bool {
        guard let end, ContinuousClock.now >= end else { return false }
        reached = .time
        return true
    }

    /// Goes on from one situation by every step.
    @inlinable func expand(_ world: World<R>, number: Int) {
        coverage?.begin(world.state)
        edges?.begin()
        let before = transitions
        var step = 0
        for action in offered(world.state) {
            edges?.take(action)
            if isPlain, world.isIdle {
                var next = World<R>(world.state)
                let flow = reducer.reduce(&next.state, action)
                if flow.isNone { pass(next, number, step) } else { goOn(from: next.state, flow, number, step) }
            } else {
                take(action, world, number, step)
            }
            coverage?.count(action)
            step &+= 1
        }
        if hasRestart || !world.isIdle { takeOthers(world, number, step) }
        if transitions == before { checker.noteEnd(world, number) }
    }

    /// Passes what a step led to on: it is met here, or asked of the shard that it belongs to whether it is new.
    @inlinable func pass(_ world: World<R>, _ number: Int, _ step: Int) {
        transitions &+= 1
        let fingerprint = fingerprints.fingerprint(of: world)
        let origin = (parent: UInt32(truncatingIfNeeded: number), step: UInt32(truncatingIfNeeded: step))
        if count > 1 {
            let target = Int(truncatingIfNeeded: fingerprint >> 32) % count
            if target != index {
                questions[target].append(Question(fingerprint: fingerprint, origin: origin))
                return asked[target].append(world)
            }
        }
        meet(world, fingerprint, origin)
    }

    /// Notes a situation that belongs here; it is gone on from if it is new.
    @inlinable func meet(_ world: World<R>, _ fingerprint: UInt64, _ origin: (parent: UInt32, step: UInt32)) {
        let (place, isNew) = seen.insert(fingerprint)
        if isNew {
            origins.append(origin)
            keep(world, number(ofPlace: seen.count &- 1))
        }
        edges?.lead(to: seen.number(at: place), step: Int(origin.step))
        if let consistency, consistency.isMeant(fingerprint, seen.count) {
            check(consistency, world, number(ofPlace: seen.number(at: place)), isNew)
        }
    }

    /// Goes on from a new situation in the next level, in the task that has met it.
    @inlinable func keep(_ world: World<R>, _ number: Int) {
        nextLevel.append(world)
        nextNumbers.append(UInt32(truncatingIfNeeded: number))
        checker.check(world, number)
        edges?.add(world)
    }

    @inlinable func number(ofPlace place: Int) -> Int { place &* count &+ index }

    /// Answers what the others have asked: the number of what is new, and nothing of what is not.
    @inlinable func answer(_ shards: [Shard]) {
        for shard in shards where shard !== self {
            answers[shard.index].removeAll(keepingCapacity: true)
            for question in shard.questions[index] {
                let isNew = seen.insert(question.fingerprint).isNew
                if isNew { origins.append(question.origin) }
                answers[shard.index].append(isNew ? UInt32(truncatingIfNeeded: number(ofPlace: seen.count &- 1)) : .max)
            }
        }
    }

    /// Keeps what the others say is new.
    @inlinable func takeAnswers(of shards: [Shard]) {
        for shard in shards where shard !== self {
            let (answers, target) = (shard.answers[index], shard.index)
            for place in answers.indices where answers[place] != .max {
                keep(asked[target][place], Int(answers[place]))
                let fingerprint = questions[target][place].fingerprint
                if let consistency, consistency.isMeant(fingerprint, seen.count) {
                    check(consistency, asked[target][place], Int(answers[place]), true)
                }
            }
            asked[target].removeAll(keepingCapacity: true)
            questions[target].removeAll(keepingCapacity: true)
        }
    }

    /// Goes on twice from a situation that was met.
    @inlinable func check(_ consistency: Consistency<R>, _ world: World<R>, _ number: Int, _ isNew: Bool) {
        if !isNew, !consistency.isOpen(number) { return }
        let first = rules.successors(of: world, spare)
        let second = isNew ? rules.successors(of: world, spare) : first
        if let step = consistency.check(number, isNew, first, second) {
            checker.noteInconsistency(number: number, step: step)
        }
    }

    func turnLevel(to depth: Int) {
        checker.depth = depth
        (level, nextLevel) = (nextLevel, [])
        (numbers, nextNumbers) = (nextNumbers, [])
    }

    /// Hands some of the next level over to another task that has less to do.
    func give(_ surplus: Int, to other: Shard) {
        other.nextLevel += nextLevel.suffix(surplus)
        other.nextNumbers += nextNumbers.suffix(surplus)
        nextLevel.removeLast(surplus)
        nextNumbers.removeLast(surplus)
    }
}

/// Whether a situation is new that one task has met and that belongs to another.
@usableFromInline struct Question {
    @usableFromInline let fingerprint: UInt64
    @usableFromInline let origin: (parent: UInt32, step: UInt32)

    @inlinable init(fingerprint: UInt64, origin: (parent: UInt32, step: UInt32)) {
        (self.fingerprint, self.origin) = (fingerprint, origin)
    }
}

// MARK: - Steps of which something follows

extension Shard {
    @usableFromInline func goOn(from state: R.State, _ flow: Flow<R>, _ number: Int, _ step: Int) {
        simulator.goOn(from: state, with: flow)
        passOn(number, step, ending: Edges<R>.sent)
    }

    @usableFromInline func take(_ action: R.Action, _ world: World<R>, _ number: Int, _ step: Int) {
        if simulator.take(.send(action), in: world) { passOn(number, step, ending: Edges<R>.sent) }
    }

    @usableFromInline func takeOthers(_ world: World<R>, _ number: Int, _ first: Int) {
        let choices = simulator.choices(in: world)
        for index in 0..<choices.count where simulator.take(choices[index], in: world) {
            edges?.take(choices[index], in: world)
            passOn(number, first + index, ending: edges == nil ? 0 : simulator.ends(choices[index], in: world))
            coverage?.count(choices[index], in: world)
        }
    }

    private func passOn(_ number: Int, _ step: Int, ending entry: Int) {
        if simulator.report != nil { checker.note(simulator, number: number, step: step) }
        edges?.ending = entry
        pass(simulator.world, number, step)
        edges?.ending = Edges<R>.sent
    }
}
