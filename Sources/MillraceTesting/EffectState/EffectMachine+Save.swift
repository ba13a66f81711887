package import Millrace

// A machine as a flat list of words, and back.
extension EffectMachine {
    /// Why a list of words is not a saved machine.
    package enum LoadingError: Error, Equatable, Sendable {
        /// The words were saved by another version.
        case unknownVersion(Int64)
        /// The number of words does not agree with the header.
        case wrongLength
        /// The record at this place is not valid.
        case invalid(at: Int)
    }

    /// The version of the format, which is the first word.
    package static var savedVersion: Int64 { 1 }

    /// The machine as words, also as bytes on a disk: ``init(loading:)`` makes an equal machine of them.
    ///
    /// Handles of effects and scopes keep their meaning, and so do the runner's handles of flows.
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
                ScopeRecord.append(scopes[scope], holds: holds(of: scope), rank: scopeRanks[scope], to: &words)
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

    /// A machine that was saved. Words that cannot be one are refused, and no words make a machine that traps.
    package init(loading words: [Int64]) throws(LoadingError) {
        self.init()
        try load(words, count: words.count)
    }

    /// Replaces the machine by one that was saved in the first words of a list. It is empty if an error is thrown.
    package mutating func load(_ words: [Int64], count: Int) throws(LoadingError) {
        self = EffectMachine()
        var error: LoadingError?
        words.withUnsafeBufferPointer { words in
            var loader = MachineLoader(UnsafeBufferPointer(rebasing: words[..<count]))
            do throws(LoadingError) {
                try loader.load(into: &self)
            } catch let failure {
                error = failure
            }
        }
        guard let error else { return }
        self = EffectMachine()
        throw error
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

    /// How often a scope is held, by others than its effects and inner scopes.
    borrowing func holds(of scope: Int) -> Int32 {
        var holds = scopes[scope].open
        var effect = scopes[scope].effects.first
        while effect >= 0 { (holds, effect) = (holds - 1, inScope.next(effect)) }
        var inner = scopes[scope].scopes.first
        while inner >= 0 { (holds, inner) = (holds - 1, inParent.next(inner)) }
        return holds
    }

    /// The place of each scope among those of its parent.
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

/// The places of effects in the lists that they are in, from 1 on; 0 where the place makes no difference.
struct EffectRanks {
    /// The places of one effect.
    struct Ranks {
        var store: Int32 = 0, scope: Int32 = 0, queue: Int32 = 0
    }

    private var ranks: [Ranks]

    subscript(slot: Int) -> Ranks { ranks[slot] }

    /// The places of all effects.
    ///
    /// - Parameters:
    ///   - keepsOrder: whether the place of an effect in its store and scope makes a difference, by its slot.
    ///   - keepsQueueOrder: the same for its place in its queue.
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
