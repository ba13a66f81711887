package import Millrace

// Saves a machine as an array of words, and loads it.
extension EffectMachine {
    /// The machine as an array of words. ``init(loading:)`` creates an equal machine from them.
    ///
    /// The handles of effects, scopes and flows remain valid.
    package borrowing func save() -> [Int64] {
        var words: [Int64] = []
        let pending = pendingSteps
        SavedLayout.appendHeader(
            [effects.count, scopes.count - 1, stores.count, activeCount, pending.count], to: &words)
        let ranks = EffectRanks(self)
        for slot in 0..<effects.count { EffectRecord.append(effects[slot], ranks[slot], to: &words) }
        let (freeScopes, freeStores) = (freeScopes.numbers, freeStores.numbers)
        let scopeRanks = scopeRanks()
        for scope in 1..<scopes.count {
            if freeScopes.contains(Int32(scope)) {
                ScopeRecord.appendFree(to: &words)
            } else {
                ScopeRecord.append(
                    scopes[scope], holds: holds(of: scope), rank: scopeRanks[scope],
                    group: group(of: scope) { $0 }, to: &words)
            }
        }
        for number in 0..<stores.count {
            words.append((stores[number].isOpen ? 1 : 0) | (freeStores.contains(Int32(number)) ? 2 : 0))
        }
        for number in 0..<stores.count {
            for command in activeCommands(of: number) {
                ActiveRecord.append(command, command.effect, of: number, to: &words)
            }
        }
        for step in pending { StepRecord.append(step, to: &words) }
        return words
    }

    /// Creates a machine from the words of ``save()`` or of a canonical form. Other words stop the program.
    package init(loading words: [Int64]) {
        self.init()
        load(words, count: words.count)
    }

    /// Replaces the machine with the one saved in the first `count` words.
    package mutating func load(_ words: [Int64], count: Int) {
        self = EffectMachine()
        words.withUnsafeBufferPointer { words in
            var loader = MachineLoader(UnsafeBufferPointer(rebasing: words[..<count]))
            loader.load(into: &self)
        }
    }

    /// Replaces the handle of each sequence by that of its remaining links, so that they do not depend on the earlier ones.
    ///
    /// - Parameter rest: Returns the handle of the links of a sequence from an index on.
    mutating func shortenSequences(_ rest: (_ sequence: Int32, _ next: Int32) -> Int32) {
        for scope in 1..<max(1, scopes.count) where scopes[scope].open > 0 && scopes[scope].next > 0 {
            scopes[scope].sequence = rest(scopes[scope].sequence, scopes[scope].next)
            scopes[scope].count -= scopes[scope].next
            scopes[scope].next = 0
        }
    }

    /// The number of active commands of all stores.
    var activeCount: Int {
        var count = 0
        for number in 0..<stores.count { count += activeCommands(of: number).count }
        return count
    }

    /// The active commands of a store, in the order in which they were started.
    borrowing func activeCommands(of store: Int) -> [ActiveCommand] {
        var commands: [ActiveCommand] = []
        var slot = stores[store].active.first
        while slot >= 0 {
            commands.append(active[slot])
            slot = inActive.next(slot)
        }
        return commands
    }

    /// The number of references to a scope, not counting those by its effects and child scopes.
    borrowing func holds(of scope: Int) -> Int32 {
        var holds = scopes[scope].open
        var effect = scopes[scope].effects.first
        while effect >= 0 { (holds, effect) = (holds - 1, inScope.next(effect)) }
        var inner = scopes[scope].scopes.first
        while inner >= 0 { (holds, inner) = (holds - 1, inParent.next(inner)) }
        return holds
    }

    /// The number of the group that continues after a link. -1 if the scope has no group.
    ///
    /// - Parameter number: Returns the number of a group in flight by its slot.
    borrowing func group(of scope: Int, number: (Int32) -> Int32) -> Int32 {
        let group = scopes[scope].group
        return group == .none ? -1 : isLive(group) ? number(group.slot) : ScopeRecord.endedGroup
    }

    /// The position of each scope among its siblings, counted from 1.
    private borrowing func scopeRanks() -> [Int32] {
        var ranks = [Int32](repeating: 0, count: scopes.count)
        for scope in 0..<scopes.count {
            var (inner, rank) = (scopes[scope].scopes.first, Int32(0))
            while inner >= 0 {
                rank += 1
                ranks[Int(inner)] = rank
                inner = inParent.next(inner)
            }
        }
        return ranks
    }
}

/// The positions of effects in their lists, counted from 1. 0 if the position makes no difference.
struct EffectRanks {
    /// The positions of one effect.
    struct Ranks {
        var store: Int32 = 0, scope: Int32 = 0, queue: Int32 = 0, group: Int32 = 0
    }

    private var ranks: [Ranks]

    subscript(slot: Int) -> Ranks { ranks[slot] }

    /// Computes the positions of all effects.
    ///
    /// - Parameters:
    ///   - keepsOrder: Whether the position of the effect in this slot makes a difference in its store and scope.
    ///   - keepsQueueOrder: Whether the position of the effect in this slot makes a difference in its queue.
    init(
        _ machine: borrowing EffectMachine, keepsOrder: (Int) -> Bool = { _ in true },
        keepsQueueOrder: (Int) -> Bool = { _ in true }
    ) {
        ranks = Array(repeating: Ranks(), count: machine.effects.count)
        for store in 0..<machine.stores.count {
            rank(machine.stores[store].effects, machine.inStore, \.store, keepsOrder)
        }
        for scope in 0..<machine.scopes.count {
            rank(machine.scopes[scope].effects, machine.inScope, \.scope, keepsOrder)
        }
        for queue in 0..<machine.queues.count {
            rank(machine.queues[queue].members, machine.inQueue, \.queue, keepsQueueOrder)
        }
        for slot in 0..<machine.effects.count where machine.effects[slot].kind == .group {
            rank(machine.effects[slot].members, machine.inGroup, \.group) { _ in true }
        }
    }

    private mutating func rank(
        _ list: SlotList, _ links: borrowing SlotLinks, _ place: WritableKeyPath<Ranks, Int32>,
        _ keepsOrder: (Int) -> Bool
    ) {
        var (slot, rank) = (list.first, Int32(0))
        while slot >= 0 {
            if keepsOrder(Int(slot)) {
                rank += 1
                ranks[Int(slot)][keyPath: place] = rank
            }
            slot = links.next(slot)
        }
    }
}

extension Pool where Element == Int32 {
    /// The elements.
    var numbers: Set<Int32> {
        var numbers: Set<Int32> = []
        for index in 0..<count { numbers.insert(self[index]) }
        return numbers
    }
}
