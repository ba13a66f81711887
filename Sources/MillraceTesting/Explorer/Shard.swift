public import Millrace

/// The part of a search that one task does: the situations whose fingerprints say so.
@usableFromInline final class Shard<R: Reducer> {
    @usableFromInline let rules: Rules<R>
    @usableFromInline let reducer: R
    // Closures of its own, as those of the fingerprints.
    @usableFromInline let offered: (R.State) -> [R.Action]
    @usableFromInline let fingerprints: Fingerprints<R>
    @usableFromInline let isPlain: Bool
    @usableFromInline let hasRestart: Bool
    @usableFromInline let machine: Machine<R>
    /// For steps that are taken once more, while the world of the other is being met.
    @usableFromInline let spare: Machine<R>
    @usableFromInline let index: Int
    @usableFromInline let count: Int
    // Unchecked, because a check costs more than the access. Safe: one task touches a shard, and no access calls another.
    @exclusivity(unchecked) @usableFromInline var seen = Seen()
    /// Of each situation, the number of the one that it was met from, and which of its steps led there.
    @exclusivity(unchecked) @usableFromInline var origins: [(parent: UInt32, step: UInt32)] = []
    @exclusivity(unchecked) @usableFromInline var level: [World<R>] = []
    @exclusivity(unchecked) @usableFromInline var nextLevel: [World<R>] = []
    /// What was found for the other shards.
    @exclusivity(unchecked) @usableFromInline var found: [[Found<R>]]
    @exclusivity(unchecked) @usableFromInline var transitions = 0
    /// The place in this shard of the first situation of the level.
    @exclusivity(unchecked) @usableFromInline var firstOfLevel = 0
    @usableFromInline let judge: Judge<R>
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
        machine = Machine(rules.model, rules.entries)
        spare = Machine(rules.model, rules.entries)
        judge = Judge(rules.properties)
        coverage = rules.isCovered ? Coverage.Counter(cases: rules.cases) : nil
        edges = rules.needsEdges && count == 1 ? Edges(judge.goals, graphed: rules.graphed) : nil
        consistency = rules.isChecked ? Consistency(isExact: rules.isExact) : nil
        found = Array(repeating: [], count: count)
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
            expand(level[place], number: (firstOfLevel &+ place) &* count &+ index)
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
        if transitions == before { judge.noteEnd(world, number) }
    }

    /// Passes what a step led to on to the shard that it belongs to.
    @inlinable func pass(_ world: World<R>, _ number: Int, _ step: Int) {
        transitions &+= 1
        let fingerprint = fingerprints.fingerprint(of: world)
        if count > 1 {
            let target = Int(truncatingIfNeeded: fingerprint >> 32) % count
            if target != index {
                return found[target].append(Found(world: world, fingerprint: fingerprint, parent: number, step: step))
            }
        }
        meet(world, fingerprint, parent: number, step: step)
    }

    /// Notes a situation of this shard that was met; it is gone on from if it is new.
    @inlinable func meet(_ world: World<R>, _ fingerprint: UInt64, parent: Int, step: Int) {
        let (place, isNew) = seen.insert(fingerprint)
        if isNew {
            origins.append((UInt32(truncatingIfNeeded: parent), UInt32(truncatingIfNeeded: step)))
            nextLevel.append(world)
            judge.judge(world, (seen.count &- 1) &* count &+ index)
            edges?.add(world)
        }
        edges?.lead(to: seen.number(at: place), step: step)
        if let consistency, consistency.isMeant(fingerprint, seen.count) {
            check(consistency, world, seen.number(at: place), isNew)
        }
    }

    /// Takes in what the other shards found for this one.
    @inlinable func collect(from shards: [Shard]) {
        for shard in shards where shard !== self {
            for found in shard.found[index] {
                meet(found.world, found.fingerprint, parent: found.parent, step: found.step)
            }
            shard.found[index].removeAll(keepingCapacity: true)
        }
    }

    /// Goes on twice from a situation that was met.
    @inlinable func check(_ consistency: Consistency<R>, _ world: World<R>, _ place: Int, _ isNew: Bool) {
        if !isNew, !consistency.isOpen(place) { return }
        let first = rules.successors(of: world, spare)
        let second = isNew ? rules.successors(of: world, spare) : first
        if let step = consistency.check(place, isNew, first, second) {
            judge.noteInconsistency(number: place &* count &+ index, step: step)
        }
    }

    func turnLevel(to depth: Int) {
        firstOfLevel = seen.count - nextLevel.count
        judge.depth = depth
        (level, nextLevel) = (nextLevel, [])
    }
}

/// What one shard found for another.
@usableFromInline struct Found<R: Reducer> {
    @usableFromInline let world: World<R>
    @usableFromInline let fingerprint: UInt64
    @usableFromInline let parent: Int
    @usableFromInline let step: Int

    @inlinable init(world: World<R>, fingerprint: UInt64, parent: Int, step: Int) {
        (self.world, self.fingerprint, self.parent, self.step) = (world, fingerprint, parent, step)
    }
}

// MARK: - Steps of which something follows

extension Shard {
    @usableFromInline func goOn(from state: R.State, _ flow: Flow<R>, _ number: Int, _ step: Int) {
        machine.goOn(from: state, with: flow)
        passOn(number, step, ending: Edges<R>.sent)
    }

    @usableFromInline func take(_ action: R.Action, _ world: World<R>, _ number: Int, _ step: Int) {
        if machine.take(.send(action), in: world) { passOn(number, step, ending: Edges<R>.sent) }
    }

    @usableFromInline func takeOthers(_ world: World<R>, _ number: Int, _ first: Int) {
        for (index, choice) in machine.choices(in: world).enumerated() where machine.take(choice, in: world) {
            edges?.take(choice, in: world)
            passOn(number, first + index, ending: machine.ends(choice, in: world))
            coverage?.count(choice, in: world)
        }
    }

    private func passOn(_ number: Int, _ step: Int, ending entry: Int) {
        if machine.report != nil { judge.note(machine, number: number, step: step) }
        edges?.ending = entry
        pass(machine.world, number, step)
        edges?.ending = Edges<R>.sent
    }

}
