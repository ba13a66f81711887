import Millrace

/// Creates an ``EffectMachine`` from the words that a machine has saved. Other words stop the program.
///
/// It rebuilds the lists of the machine by adding effects and scopes in the order of their saved positions.
struct MachineLoader {
    private let words: UnsafeBufferPointer<Int64>
    /// The index of the next record.
    private var place = 0
    /// The groups that continue after the links of sequences, by scope.
    private var linkGroups: [Int32] = [-1]

    init(_ words: UnsafeBufferPointer<Int64>) { self.words = words }

    mutating func load(into machine: inout EffectMachine) {
        let counts = next(SavedLayout.header).map { Int($0) }
        let effects = place
        place += counts[0] * EffectRecord.length
        loadScopes(counts[1], &machine)
        for _ in 0..<counts[2] { loadStore(&machine) }
        let afterStores = place
        place = effects
        loadEffects(counts[0], &machine)
        place = afterStores
        for _ in 0..<counts[3] { loadActive(&machine) }
        for _ in 0..<counts[4] { machine.emit(StepRecord.read(next(StepRecord.length))) }
    }

    /// The words of the next record.
    private mutating func next(_ length: Int) -> UnsafeBufferPointer<Int64> {
        place += length
        return UnsafeBufferPointer(rebasing: words[(place - length)..<place])
    }

    /// Calls `body` with the numbers below `count`, sorted by rank and then by number.
    private func forEach(_ count: Int, by rank: (Int) -> Int32, _ body: (Int) -> Void) {
        if (0..<count).allSatisfy({ rank($0) == 0 }) {
            for number in 0..<count { body(number) }
        } else {
            for number in (0..<count).sorted(by: { (rank($0), $0) < (rank($1), $1) }) { body(number) }
        }
    }

    // MARK: Scopes and stores

    private mutating func loadScopes(_ count: Int, _ machine: inout EffectMachine) {
        if count == 0 { return }
        var (parents, flags, ranks) = ([Int32(0)], [ScopeRecord.free], [Int32(0)])
        for number in 1...count {
            let record = next(ScopeRecord.length)
            var scope = EffectScope()
            (scope.open, scope.sequence) = (SavedLayout.high(record[0]), SavedLayout.high(record[1]))
            (scope.next, scope.count) = (SavedLayout.high(record[3]), SavedLayout.low(record[3]))
            flags.append(SavedLayout.low(record[0]))
            parents.append(SavedLayout.low(record[1]))
            ranks.append(SavedLayout.low(record[2]))
            linkGroups.append(flags[number] == ScopeRecord.free ? -1 : SavedLayout.high(record[2]))
            machine.scopes.append(scope)
        }
        forEach(count + 1, by: { ranks[$0] }) { number in
            if flags[number] == ScopeRecord.free || parents[number] == 0 { return }
            machine.join(Int32(number), parents[number])
        }
        for number in (1...count).reversed() {
            machine.scopes[number].hasFailedBefore = flags[number] & 1 != 0
            machine.scopes[number].hasFailed = flags[number] & 2 != 0
            machine.scopes[number].isCancelled = flags[number] & 4 != 0
            machine.scopes[number].ignoresFailure = flags[number] & 8 != 0
            if flags[number] == ScopeRecord.free { machine.freeScopes.append(Int32(number)) }
        }
    }

    private mutating func loadStore(_ machine: inout EffectMachine) {
        let word = next(1)[0]
        var store = StoreEffects()
        store.isOpen = word == 1
        if word == 2 { machine.freeStores.append(Int32(machine.stores.count)) }
        machine.stores.append(store)
    }

    // MARK: Effects

    private mutating func loadEffects(_ count: Int, _ machine: inout EffectMachine) {
        var lists: [(scope: Int32, ranks: EffectRanks.Ranks)] = []
        lists.reserveCapacity(count)
        for _ in 0..<count {
            let record = EffectRecord.read(next(EffectRecord.length))
            var effect = record.effect
            if !effect.isInFlight { effect.scope = record.scope }
            machine.effects.append(effect)
            lists.append((record.scope, record.ranks))
        }
        forEach(count, by: { lists[$0].ranks.store }) { slot in
            if machine.effects[slot].isInFlight { machine.joinStore(Int32(slot)) }
        }
        forEach(count, by: { lists[$0].ranks.group }) { slot in
            if machine.effects[slot].isInFlight, machine.effects[slot].group >= 0 { machine.joinGroup(Int32(slot)) }
        }
        for (scope, group) in linkGroups.enumerated() where group != -1 {
            // No slot has the number of an ended group.
            let ended = EffectHandle(slot: .max, generation: 0)
            machine.join(link: Int32(scope), group == ScopeRecord.endedGroup ? ended : machine.handle(group))
        }
        forEach(count, by: { lists[$0].ranks.queue }) { slot in
            if machine.effects[slot].isInFlight { machine.joinQueue(Int32(slot)) }
        }
        forEach(count, by: { lists[$0].ranks.scope }) { slot in
            if machine.effects[slot].isInFlight { machine.move(Int32(slot), to: lists[slot].scope) }
        }
        for slot in (0..<count).reversed() where machine.effects[slot].stage == .free {
            machine.freeEffects.append(Int32(slot))
        }
    }

    private mutating func loadActive(_ machine: inout EffectMachine) {
        let record = next(ActiveRecord.length)
        let (owner, handle) = (record[0], record[2])
        let effect = EffectHandle(
            slot: SavedLayout.high(handle), generation: UInt32(bitPattern: SavedLayout.low(handle)))
        let command = ActiveCommand(name: SavedLayout.low(owner), flow: Int32(record[1]), effect: effect)
        machine.addActive(command, of: SavedLayout.high(owner))
    }
}
