public import Millrace

/// A search through all that can happen, breadth first: what is met first is met by a shortest way.
///
/// Situations are told apart by fingerprints of 64 bits, and each belongs to the shard that its fingerprint says. Every
/// level is searched in three phases, in each of which a shard is changed by one task alone: all go on from their share,
/// then all answer the others which of the system states that belong to them are new, and then all keep those.
@usableFromInline final class Search<R: Reducer> {
    @usableFromInline let shards: [Shard<R>]
    let rules: Rules<R>
    let bounds: Bounds
    private let clock = ContinuousClock()
    private let begun: ContinuousClock.Instant
    /// How many steps the level is from the start.
    private(set) var depth = 0
    private(set) var reached: Bounds.Kind?

    init(_ rules: Rules<R>, _ bounds: Bounds, workers: Int) {
        (self.rules, self.bounds) = (rules, bounds)
        begun = clock.now
        shards = (0..<max(1, workers)).map { Shard(rules, index: $0, of: max(1, workers), bounds) }
    }

    var states: Int { shards.reduce(0) { $0 + $1.seen.count } }
    var transitions: Int { shards.reduce(0) { $0 + $1.transitions } }
    var duration: Duration { clock.now - begun }

    /// Takes the first steps: what the application does when it starts.
    @usableFromInline func begin() {
        let simulator = shards[0].simulator
        let world = simulator.start()
        let fingerprint = rules.fingerprint(of: world)
        let shard = shards[Int(truncatingIfNeeded: fingerprint >> 32) % shards.count]
        if simulator.report != nil { shard.checker.note(simulator, number: shard.firstNumber) }
        shard.meet(fingerprint, (UInt32(shard.firstNumber), 0), { world }, { world })
        for shard in shards { shard.turnLevel(to: 0) }
    }

    /// Whether there is another level to go on from, within the bounds.
    @usableFromInline func hasLevel() -> Bool {
        // Looked at first: what was not gone on from leads to no other level, and is not all there is.
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

    /// Makes what was met the level that is gone on from.
    @usableFromInline func turnLevel() {
        if !shards.allSatisfy(\.nextLevel.isEmpty) { depth += 1 }
        balance()
        for shard in shards { shard.turnLevel(to: depth) }
    }

    /// Has every task go on from as many system states.
    private func balance() {
        let share = (shards.reduce(0) { $0 + $1.nextLevel.count } + shards.count - 1) / shards.count
        for rich in shards where rich.nextLevel.count > share {
            for poor in shards where poor.nextLevel.count < share {
                let surplus = min(rich.nextLevel.count - share, share - poor.nextLevel.count)
                if surplus > 0 { rich.give(surplus, to: poor) }
            }
        }
    }

    /// Searches all there is.
    @inlinable func run() {
        begin()
        while hasLevel() {
            for shard in shards { shard.expandLevel() }
            for shard in shards { shard.answer(shards) }
            for shard in shards { shard.takeAnswers(of: shards) }
            turnLevel()
        }
    }

    /// Searches all there is, each shard in a task of its own.
    @inlinable func runApart() async {
        begin()
        while hasLevel() {
            await apart { $0.expandLevel() }
            await apart { $0.answer(self.shards) }
            await apart { $0.takeAnswers(of: self.shards) }
            turnLevel()
        }
    }

    /// Does `work` on every shard, each in a task of its own.
    @inlinable func apart(_ work: @escaping (Shard<R>) -> Void) async {
        // Safe: a task changes one shard alone, and what it reads of the others does not change in the same phase; the
        // table of entries has a lock. The group ends before anybody else goes on.
        nonisolated(unsafe) let (shards, work) = (shards, work)
        await withTaskGroup(of: Void.self) { group in
            for index in shards.indices { group.addTask { work(shards[index]) } }
        }
    }
}

/// How far a search goes.
@usableFromInline struct Bounds: Sendable {
    /// What ended a search before it had met everything.
    @usableFromInline enum Kind { case depth, states, time, violation }

    var depth = Int.max
    var states = 1_000_000
    var time: Duration?
    var stopsAtViolation = true
}
