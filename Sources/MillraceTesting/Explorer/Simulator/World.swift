public import Millrace

/// What an application can be in: the state of its store, and the effects in flight. A value, so that one can go on from
/// it more than once.
@usableFromInline struct World<R: Reducer> {
    @usableFromInline var state: R.State
    /// The effects; `nil` where there are none, as in most worlds of many features, and then it costs nothing.
    @usableFromInline var effects: WorldEffects?
    /// The number of the state, and the table that knows it; 0 for none.
    @usableFromInline var number: Int32 = 0
    @usableFromInline var table: UInt32 = 0

    @inlinable init(_ state: R.State) { self.state = state }

    /// Whether nothing runs or waits.
    @inlinable var isIdle: Bool { effects == nil }

    /// How many effects there are, numbered from 0 on.
    var effectCount: Int { effects?.count ?? 0 }

    var clocks: Clocks { effects?.clocks ?? Clocks() }

    /// What was requested, for an effect.
    func entry(of effect: WorldEffect) -> Entry<R>? { effects?.entry(of: effect, in: R.self) }

    /// The effect whose timer this clock is.
    func effect(waitingFor clock: Int) -> WorldEffect? {
        effects?.all.first { $0.clock == clock || $0.timeout == clock }
    }
}

/// The effects in flight of a world: an ``EffectMachine`` in canonical form, and its timers. It never changes.
///
/// Worlds that differ only in what happened before, and not in what can happen from now on, have equal effects.
@usableFromInline final class WorldEffects {
    /// The machine, then the clocks of each effect in one word, and then the number of each handler's last call, which
    /// depends on the past and tells no worlds apart.
    let words: [Int64]
    /// How many effects there are. Active commands that have ended by themselves are not among them.
    let count: Int
    let clocks: Clocks
    /// Retains the requests, for a system state that is kept longer than the exploration.
    private let entries: StableTable<AnyEntry>
    let digest: UInt64

    init(_ words: [Int64], count: Int, _ clocks: Clocks, _ entries: StableTable<AnyEntry>, digest: UInt64) {
        (self.words, self.count, self.clocks, self.entries) = (words, count, clocks, entries)
        self.digest = digest
    }

    /// The fingerprint of a world with a state of this fingerprint.
    @usableFromInline func fingerprint(with state: UInt64) -> UInt64 { Self.fingerprint(state, digest) }

    static func fingerprint(_ state: UInt64, _ digest: UInt64) -> UInt64 { mixed(state ^ digest) }

    /// Where the words of the machine end.
    var machineEnd: Int { words.count - 2 * count }

    subscript(index: Int) -> WorldEffect {
        let timers = EffectTimers(word: words[machineEnd + index])
        return WorldEffect(
            index: index, saved: SavedEffect(index, in: words), clock: Int(timers.clock), timeout: Int(timers.timeout),
            call: words[machineEnd + count + index])
    }

    var all: some Sequence<WorldEffect> { (0..<count).lazy.map { self[$0] } }

    /// What was requested, for an effect; `nil` for an interval that nothing waits for.
    func entry<R: Reducer>(of effect: WorldEffect, in feature: R.Type) -> Entry<R>? {
        // Safe: the explorer of a feature has entries of that feature alone.
        effect.saved.flow < 0 ? nil : unsafeDowncast(entries[Int(effect.saved.flow)], to: Entry<R>.self)
    }

    /// Whether nothing but their places tells two effects apart.
    func areSame(_ one: Int, _ other: Int) -> Bool {
        words[machineEnd + one] == words[machineEnd + other] && SavedEffect.areSame(one, other, in: words)
    }
}

/// An effect in flight in a world.
struct WorldEffect {
    /// Its place among the effects of the world, which is its slot when the machine is loaded.
    let index: Int
    let saved: SavedEffect
    /// Which clock it waits for, or -1.
    let clock: Int
    /// Which clock ends the time that it may take, or -1.
    let timeout: Int
    /// The number of its handler's last call among all calls of handlers.
    let call: Int64

    /// Whether an outcome may be tried: its handler is at work.
    var isPending: Bool { saved.kind == .command && saved.stage == .running }

    var isWaiting: Bool { clock >= 0 || timeout >= 0 }

    /// What tells apart what ends: the number of the request or, for an interval that nothing waits for, of its name.
    var identity: Int { saved.flow >= 0 ? Int(saved.flow) : -10 - Int(saved.name) }
}

/// Which clocks an effect waits for.
struct EffectTimers {
    var clock: Int32 = -1
    var timeout: Int32 = -1

    init() {}

    init(word: Int64) {
        (clock, timeout) = (Int32(truncatingIfNeeded: word) - 1, Int32(truncatingIfNeeded: word >> 32) - 1)
    }

    var word: Int64 { Int64(clock + 1) | Int64(timeout + 1) << 32 }
}
