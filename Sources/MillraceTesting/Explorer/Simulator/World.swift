public import Millrace

/// The state of a store with its effects in flight. A value, so that a search can continue from it more than once.
@usableFromInline struct World<R: Reducer> {
    @usableFromInline var state: R.State
    /// The effects. `nil` if none are in flight, as in most worlds of many features; no memory is allocated then.
    @usableFromInline var effects: WorldEffects?
    /// The commands that were requested before, as far as outcomes depend on them. `nil` if there are none.
    @usableFromInline var earlier: EarlierRequests?
    /// The number of the state, and the id of its table. An id of 0 means none.
    @usableFromInline var number: Int32 = 0
    @usableFromInline var table: UInt32 = 0

    @inlinable init(_ state: R.State) { self.state = state }

    /// Whether no effect is in flight.
    @inlinable var isIdle: Bool { effects == nil }

    /// The number of effects.
    var effectCount: Int { effects?.count ?? 0 }

    var clocks: Clocks { effects?.clocks ?? Clocks() }

    /// The values on which the outcomes of commands depend.
    var context: OutcomeContext<R> { OutcomeContext(state: state, earlier: earlier?.commands ?? []) }

    /// The request of an effect.
    func entry(of effect: WorldEffect) -> Entry<R>? { effects?.entry(of: effect, in: R.self) }

    /// The effect whose timer has this clock.
    func effect(waitingFor clock: Int) -> WorldEffect? {
        effects?.all.first { $0.clock == clock || $0.timeout == clock }
    }
}

/// The effects in flight of a world: an ``EffectMachine`` in canonical form, and its timers. Immutable.
///
/// Two worlds that differ only in their past, and not in their possible futures, have equal effects.
@usableFromInline final class WorldEffects {
    /// The words of the machine, then one word with the timers of each effect, then the number of each effect's last
    /// handler call. The call numbers depend on the past, and do not distinguish worlds.
    let words: [Int64]
    /// The number of effects. Active commands that have ended by themselves do not count.
    let count: Int
    let clocks: Clocks
    /// Retains the requests, for a system state that is kept longer than the exploration.
    private let entries: StableTable<AnyEntry>
    let digest: UInt64

    init(_ words: [Int64], count: Int, _ clocks: Clocks, _ entries: StableTable<AnyEntry>, digest: UInt64) {
        (self.words, self.count, self.clocks, self.entries) = (words, count, clocks, entries)
        self.digest = digest
    }

    /// The fingerprint of a world whose state has the fingerprint `state`.
    @usableFromInline func fingerprint(with state: UInt64) -> UInt64 { Self.fingerprint(state, digest) }

    static func fingerprint(_ state: UInt64, _ digest: UInt64) -> UInt64 { mixed(state ^ digest) }

    /// The index after the words of the machine.
    var machineEnd: Int { words.count - 2 * count }

    subscript(index: Int) -> WorldEffect {
        let timers = EffectTimers(word: words[machineEnd + index])
        return WorldEffect(
            index: index, saved: SavedEffect(index, in: words), clock: Int(timers.clock), timeout: Int(timers.timeout),
            call: words[machineEnd + count + index])
    }

    var all: some Sequence<WorldEffect> { (0..<count).lazy.map { self[$0] } }

    /// The request of an effect. `nil` for an interval without a waiting flow.
    func entry<R: Reducer>(of effect: WorldEffect, in feature: R.Type) -> Entry<R>? {
        // Safe: the explorer of a feature has only entries of that feature.
        effect.saved.flow < 0 ? nil : unsafeDowncast(entries[Int(effect.saved.flow)], to: Entry<R>.self)
    }

    /// Whether two effects differ only in their positions in lists.
    func areSame(_ one: Int, _ other: Int) -> Bool {
        words[machineEnd + one] == words[machineEnd + other] && SavedEffect.areSame(one, other, in: words)
    }
}

/// An effect in flight in a world.
struct WorldEffect {
    /// The index of the effect in the world, which is its slot when the machine is loaded.
    let index: Int
    let saved: SavedEffect
    /// The clock of the effect's timer. -1 if it has none.
    let clock: Int
    /// The clock of the effect's timeout. -1 if it has none.
    let timeout: Int
    /// The number of the effect's last handler call, among all handler calls.
    let call: Int64

    /// Whether the effect can have an outcome: its handler is running.
    var isPending: Bool { saved.kind == .command && saved.stage == .running }

    /// Whether the effect is a command that has failed and waits for its retry.
    var isRetried: Bool { saved.kind == .command && saved.stage == .pausing }

    var isWaiting: Bool { clock >= 0 || timeout >= 0 }

    /// The number of the request or, for an interval without a waiting flow, of its name.
    var identity: Int { saved.flow >= 0 ? Int(saved.flow) : -10 - Int(saved.name) }
}

/// The clocks of an effect's timers.
struct EffectTimers {
    var clock: Int32 = -1
    var timeout: Int32 = -1

    init() {}

    init(word: Int64) {
        (clock, timeout) = (Int32(truncatingIfNeeded: word) - 1, Int32(truncatingIfNeeded: word >> 32) - 1)
    }

    var word: Int64 { Int64(clock + 1) | Int64(timeout + 1) << 32 }
}
