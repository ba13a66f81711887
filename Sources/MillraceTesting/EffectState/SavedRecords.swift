package import Millrace

/// The layout of a saved machine: a header, followed by the records of each kind.
///
/// The lists of a machine are not saved. Each record contains its positions in them, from which they are rebuilt.
enum SavedLayout {
    /// The number of words in the header: the counts of effects, scopes, stores, active commands and steps. Scope 0 does not
    /// count.
    static let header = 5

    static func appendHeader(_ counts: [Int], to words: inout [Int64]) {
        for count in counts { words.append(Int64(count)) }
    }

    static func pair(_ high: Int32, _ low: Int32) -> Int64 {
        Int64(high) << 32 | Int64(UInt32(bitPattern: low))
    }

    static func low(_ word: Int64) -> Int32 { Int32(truncatingIfNeeded: word) }
    static func high(_ word: Int64) -> Int32 { Int32(truncatingIfNeeded: word >> 32) }
}

/// The saved form of an effect. Sorting the records orders them by flow, scope and position.
enum EffectRecord {
    static let length = 11
    /// The index of the word with the group.
    static let group = 10

    /// The effect in a free slot.
    private static func unused(_ generation: UInt32) -> EffectMachine.Effect {
        var effect = EffectMachine.Effect(.command, flow: -1, store: 0, scope: 0)
        effect.generation = generation
        return effect
    }

    static func append(_ effect: EffectMachine.Effect, _ ranks: EffectRanks.Ranks, to words: inout [Int64]) {
        // A free slot still contains its last effect.
        let effect = effect.stage == .free ? unused(effect.generation) : effect
        let flags: Int32 = (effect.hasTimer ? 1 : 0) | (effect.hasTimeout ? 2 : 0) | (effect.hasFailed ? 4 : 0)
        let stage = Int32(effect.kind.rawValue) << 16 | Int32(effect.stage.rawValue) << 8 | flags
        words.append(SavedLayout.pair(effect.flow, effect.scope))
        words.append(SavedLayout.pair(ranks.scope, ranks.store))
        words.append(SavedLayout.pair(ranks.queue, effect.name))
        words.append(SavedLayout.pair(stage, effect.child))
        // The members and links of a group are counted when they are loaded.
        words.append(SavedLayout.pair(effect.attempt, effect.kind == .group ? 0 : effect.heldEvents))
        words.append(SavedLayout.pair(effect.store, effect.limit))
        words.append(SavedLayout.pair(effect.active, effect.retries))
        words.append(effect.delay)
        words.append(effect.timeout)
        words.append(Int64(effect.generation))
        words.append(SavedLayout.pair(effect.group, ranks.group << 8 | Int32(effect.rule.rawValue)))
    }

    /// Reads a record.
    ///
    /// - Returns: The effect, with scope 0, and its scope and positions.
    static func read(
        _ words: UnsafeBufferPointer<Int64>
    ) -> (effect: EffectMachine.Effect, scope: Int32, ranks: EffectRanks.Ranks) {
        func low(_ index: Int) -> Int32 { SavedLayout.low(words[index]) }
        func high(_ index: Int) -> Int32 { SavedLayout.high(words[index]) }
        guard let kind = EffectMachine.Kind(rawValue: UInt8(truncatingIfNeeded: high(3) >> 16)),
            let stage = EffectMachine.Stage(rawValue: UInt8(truncatingIfNeeded: high(3) >> 8)),
            let rule = EffectGroup(rawValue: UInt8(truncatingIfNeeded: low(group)))
        else { preconditionFailure("These words are not those of a saved effect.") }
        if stage == .free { return (unused(UInt32(truncatingIfNeeded: words[9])), 0, .init()) }
        var effect = EffectMachine.Effect(kind, flow: high(0), store: high(5), scope: 0)
        (effect.child, effect.name, effect.stage) = (low(3), low(2), stage)
        (effect.attempt, effect.heldEvents, effect.active) = (high(4), low(4), high(6))
        if low(5) != .max { effect.policy = .limit(Int(low(5))) }
        (effect.hasTimer, effect.hasTimeout, effect.hasFailed) = (high(3) & 1 != 0, high(3) & 2 != 0, high(3) & 4 != 0)
        (effect.delay, effect.timeout, effect.generation) = (words[7], words[8], UInt32(truncatingIfNeeded: words[9]))
        (effect.group, effect.rule) = (high(group), rule)
        if kind == .group { effect.heldEvents = 0 }
        effect.retries = low(6)
        let ranks = EffectRanks.Ranks(store: low(1), scope: high(1), queue: high(2), group: low(group) >> 8)
        return (effect, low(0), ranks)
    }
}

/// The saved form of a scope.
enum ScopeRecord {
    static let length = 4
    /// The flags of an unused scope.
    static let free: Int32 = 16
    /// The number of a group that has ended.
    static let endedGroup: Int32 = -2

    static func flags(_ scope: EffectScope) -> Int32 {
        (scope.hasFailedBefore ? 1 : 0) | (scope.hasFailed ? 2 : 0) | (scope.isCancelled ? 4 : 0)
            | (scope.ignoresFailure ? 8 : 0)
    }

    /// - Parameters:
    ///   - holds: The number of references to the scope, not counting those by its effects and child scopes.
    ///   - group: The number of the group that continues after this link; -1 for none.
    static func append(_ scope: EffectScope, holds: Int32, rank: Int32, group: Int32, to words: inout [Int64]) {
        words.append(SavedLayout.pair(holds, flags(scope)))
        words.append(SavedLayout.pair(scope.sequence, scope.parent))
        words.append(SavedLayout.pair(group, rank))
        words.append(SavedLayout.pair(scope.next, scope.count))
    }

    static func appendFree(to words: inout [Int64]) {
        words += [SavedLayout.pair(0, free), 0, SavedLayout.pair(-1, 0), 0]
    }
}

/// The saved form of an active command.
enum ActiveRecord {
    static let length = 3

    static func append(
        _ command: ActiveCommand, _ effect: EffectHandle, of store: Int, to words: inout [Int64]
    ) {
        words.append(SavedLayout.pair(Int32(store), command.name))
        words.append(Int64(command.flow))
        words.append(SavedLayout.pair(effect.slot, Int32(bitPattern: effect.generation)))
    }
}

/// The saved form of a pending step.
enum StepRecord {
    static let length = 3

    static func append(_ step: EffectMachine.Step, to words: inout [Int64]) {
        func add(_ tag: Int64, _ handle: EffectHandle, _ nanoseconds: Int64 = 0) {
            words += [tag, SavedLayout.pair(handle.slot, Int32(bitPattern: handle.generation)), nanoseconds]
        }
        switch step {
        case .run(let effect): add(0, effect)
        case .schedule(let effect, .wait, let nanoseconds): add(1, effect, nanoseconds)
        case .schedule(let effect, .timeout, let nanoseconds): add(2, effect, nanoseconds)
        case .unschedule(let effect, .wait): add(3, effect)
        case .unschedule(let effect, .timeout): add(4, effect)
        case .stop(let effect): add(5, effect)
        case .proceed(let scope): add(6, EffectHandle(slot: scope, generation: 0))
        case .ended(let scope): add(7, EffectHandle(slot: scope, generation: 0))
        case .release(let flow): add(8, EffectHandle(slot: flow, generation: 0))
        case .perform(let group): add(9, group)
        case .discard(let flow, let child): words += [10, SavedLayout.pair(flow, child), 0]
        }
    }

    static func read(_ words: UnsafeBufferPointer<Int64>) -> EffectMachine.Step {
        let (tag, handle, nanoseconds) = (words[0], words[1], words[2])
        let slot = SavedLayout.high(handle)
        let effect = EffectHandle(slot: slot, generation: UInt32(bitPattern: SavedLayout.low(handle)))
        switch tag {
        case 0: return .run(effect)
        case 1: return .schedule(effect, .wait, nanoseconds: nanoseconds)
        case 2: return .schedule(effect, .timeout, nanoseconds: nanoseconds)
        case 3: return .unschedule(effect, .wait)
        case 4: return .unschedule(effect, .timeout)
        case 5: return .stop(effect)
        case 6: return .proceed(slot)
        case 7: return .ended(slot)
        case 8: return .release(slot)
        case 9: return .perform(effect)
        case 10: return .discard(flow: slot, child: SavedLayout.low(handle))
        default: preconditionFailure("These words are not those of a saved step.")
        }
    }
}

/// The properties of a saved effect that a runner needs.
package struct SavedEffect {
    package let kind: EffectMachine.Kind
    package let stage: EffectMachine.Stage
    package let flow: Int32
    package let name: Int32
    /// The delay of the effect's timer in nanoseconds. Negative if it has none.
    package let delay: Int64

    /// Reads an effect from saved words.
    package init(_ index: Int, in words: [Int64]) {
        let start = SavedLayout.header + index * EffectRecord.length
        let stages = SavedLayout.high(words[start + 3])
        kind = EffectMachine.Kind(rawValue: UInt8(truncatingIfNeeded: stages >> 16)) ?? .command
        stage = EffectMachine.Stage(rawValue: UInt8(truncatingIfNeeded: stages >> 8)) ?? .free
        (flow, name, delay) = (SavedLayout.high(words[start]), SavedLayout.low(words[start + 2]), words[start + 7])
    }

    /// Whether two saved effects differ only in their positions in lists.
    package static func areSame(_ one: Int, _ other: Int, in words: [Int64]) -> Bool {
        let (one, other) = (
            SavedLayout.header + one * EffectRecord.length, SavedLayout.header + other * EffectRecord.length
        )
        if words[one] != words[other] || SavedLayout.low(words[one + 2]) != SavedLayout.low(words[other + 2]) {
            return false
        }
        return (3..<EffectRecord.length).allSatisfy { words[one + $0] == words[other + $0] }
    }
}
