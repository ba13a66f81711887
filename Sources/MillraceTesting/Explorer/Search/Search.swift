public import Millrace

/// A breadth-first search. It reaches each system state on a shortest path.
///
/// System states are identified by 64-bit fingerprints, and each belongs to one shard. Every level is searched in three
/// phases. First, each shard expands its share of the level. Next, each shard answers which of the others' system
/// states are new. Last, each shard keeps those. In every phase, only one task changes a shard.
@usableFromInline final class Search<R: Reducer> {
    @usableFromInline let shards: [Shard<R>]
    let rules: Rules<R>
    let bounds: Bounds
    private let clock = ContinuousClock()
    private let begun: ContinuousClock.Instant
    /// The number of steps from the start to the current level.
    private(set) var depth = 0
    private(set) var reached: Bounds.Kind?
    /// System states from all depths so far.
    private(set) var samples = LevelSamples<R>()
    /// Returns the description of a trap.
    var describeTrap: ((Search) -> String)?

    init(_ rules: Rules<R>, _ bounds: Bounds, workers: Int) {
        (self.rules, self.bounds) = (rules, bounds)
        begun = clock.now
        shards = (0..<max(1, workers)).map { Shard(rules, index: $0, of: max(1, workers), bounds) }
        if shards.count == 1 { shards[0].onProgress = { [unowned self] in reportProgress() } }
    }

    var states: Int { shards.reduce(0) { $0 + $1.seen.count } }
    var transitions: Int { shards.reduce(0) { $0 + $1.transitions } }
    var duration: Duration { clock.now - begun }

    /// Performs the start of the application.
    @usableFromInline func begin() {
        let simulator = shards[0].simulator
        let world = simulator.start()
        let fingerprint = rules.fingerprint(of: world)
        let shard = shards[Int(truncatingIfNeeded: fingerprint >> 32) % shards.count]
        if simulator.report != nil { shard.checker.note(simulator, number: shard.firstNumber) }
        if rules.asksAboutSteps {
            shard.checker.check(simulator.turns(from: World(rules.model.first)), shard.firstNumber, step: nil)
        }
        shard.meet(fingerprint, (UInt32(shard.firstNumber), 0), { world }, { world })
        for shard in shards {
            shard.performChecks()
            shard.turnLevel(to: 0)
        }
        samples.add(shards.map(\.level))
    }

    /// Whether another level can be expanded within the limits.
    @usableFromInline func hasLevel() -> Bool {
        // Checked first: if a shard stopped early, the next level is not complete.
        if let kind = shards.lazy.compactMap(\.reached).first {
            reached = kind
            return false
        }
        if shards.allSatisfy(\.level.isEmpty) { return false }
        if depth == bounds.depth { reached = .depth }
        if reached == nil, bounds.stopsAtViolation, shards.contains(where: \.checker.hasViolation) {
            reached = .violation
        }
        return reached == nil
    }

    /// Makes the next level the current one.
    @usableFromInline func turnLevel() {
        if shards.contains(where: { $0.reached != nil }) { samples.addLast(shards.map { $0.level + $0.nextLevel }) }
        if !shards.allSatisfy(\.nextLevel.isEmpty) { depth += 1 }
        balance()
        for shard in shards { shard.turnLevel(to: depth) }
        if !shards.contains(where: { $0.reached != nil }) { samples.add(shards.map(\.level)) }
        reportProgress()
    }

    /// Calls the explorer's progress closure.
    private func reportProgress() {
        rules.progress?(SearchProgress(states: states, transitions: transitions, depth: depth))
    }

    /// Distributes the next level equally among the shards.
    private func balance() {
        let share = (shards.reduce(0) { $0 + $1.nextLevel.count } + shards.count - 1) / shards.count
        for rich in shards where rich.nextLevel.count > share {
            for poor in shards where poor.nextLevel.count < share {
                let surplus = min(rich.nextLevel.count - share, share - poor.nextLevel.count)
                if surplus > 0 { rich.give(surplus, to: poor) }
            }
        }
    }

    /// Runs the whole search. If the feature traps, prints the path to the trap before the process ends.
    @inlinable func run() {
        let trap = watchForTraps()
        defer { trap?.end() }
        begin()
        while hasLevel() {
            for shard in shards { shard.expandLevel() }
            for shard in shards { shard.answer(shards) }
            for shard in shards { shard.takeAnswers(of: shards) }
            for shard in shards { shard.performChecks() }
            turnLevel()
        }
    }

    /// Runs the whole search, with one task for each shard.
    @inlinable func runApart() async {
        begin()
        while hasLevel() {
            await apart { $0.expandLevel() }
            await apart { $0.answer(self.shards) }
            await apart { $0.takeAnswers(of: self.shards) }
            await apart { $0.performChecks() }
            turnLevel()
        }
    }

    /// Performs `work` on every shard, each in its own task.
    @inlinable func apart(_ work: @escaping (Shard<R>) -> Void) async {
        // Safe: a task changes only its shard, and reads only parts of the others that do not change in the same phase.
        // The table of entries has a lock. The group ends before other code continues.
        nonisolated(unsafe) let (shards, work) = (shards, work)
        await withTaskGroup(of: Void.self) { group in
            for index in shards.indices { group.addTask { work(shards[index]) } }
        }
    }
}

/// The limits of a search.
@usableFromInline struct Bounds: Sendable {
    /// The limit that ended a search early.
    @usableFromInline enum Kind { case depth, states, time, violation, cancelled, interrupted }

    static let statesOfSearch = 1_000_000
    static let statesOfGraph = 100_000

    var depth = Int.max
    /// The maximum number of system states. `nil` for that of the kind of search.
    var states: Int?
    var time: Duration?
    var stopsAtViolation = true
}
